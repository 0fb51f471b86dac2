import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildCommit, BuildInfo } from '../contract/buildInfo.ts';

const ROOT = join(import.meta.dirname, '..');
const COMMITS = 200;
const FIELD = '\u001f';
const RECORD = '\u001e';

/** The latest commits; none where the sources are no repository. */
function commitsOf(): BuildCommit[] {
  const format = ['%h', '%cI', '%s', '%b'].join('%x1f');
  const log = spawnSync('git', ['log', `-${COMMITS}`, `--format=${format}%x1e`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (log.status !== 0) return [];
  return log.stdout
    .split(RECORD)
    .map((record) => record.trim().split(FIELD))
    .filter(([hash]) => hash)
    .map(([hash = '', at = '', subject = '', body = '']) => ({
      hash,
      // The log has it in the committer's zone.
      at: new Date(at).toISOString(),
      subject,
      body: body.trim(),
    }));
}

/** Writes next to the client what it was built from. */
export function writeBuildInfo(builtAt: Date): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const info: BuildInfo = { version, builtAt: builtAt.toISOString(), commits: commitsOf() };
  writeFileSync(join(ROOT, 'dist', 'build.json'), JSON.stringify(info));
}
