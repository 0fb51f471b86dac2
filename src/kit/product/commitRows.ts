import type { BuildCommit } from '../../../contract/buildInfo.ts';

export interface CommitRow extends Omit<BuildCommit, 'subject'> {
  /** The part of the product; empty where the subject names none. */
  area: string;
  change: string;
}

/** Subjects in their two parts, `area: what changed`; bodies as flowing text, one line per paragraph. */
export function commitRows(commits: readonly BuildCommit[], most: number): CommitRow[] {
  return commits.slice(0, most).map(({ subject, body, ...rest }) => {
    const [, area = '', change = subject] = /^([\w /-]{1,30}): (.+)$/.exec(subject) ?? [];
    const paragraphs = body.split(/\n{2,}/).map((text) => text.replaceAll('\n', ' ').trim());
    return { ...rest, area, change, body: paragraphs.filter(Boolean).join('\n') };
  });
}
