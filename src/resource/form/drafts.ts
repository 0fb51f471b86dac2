import type { Resource } from '../../../contract/resource.ts';
import { caller } from '../../kit/index.ts';

/** What was typed into a form and not saved, in memory alone: it comes back with the form, for the same person. */
const kept = new Map<string, Record<string, unknown>>();
const MOST = 20;

export type Draft = Readonly<Record<string, unknown>>;

export const draftKey = (resource: string, id: string | undefined): string =>
  `${caller().profile.id}/${resource}/${id ?? ''}`;

/** What differs from the form as it was opened, secrets left out unless told; undefined when nothing does. */
export function draftOf(
  { fields }: Resource,
  values: Draft,
  start: Draft,
  secrets = false,
): Draft | undefined {
  const text = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));
  const changed = Object.entries(values).filter(
    ([name, value]) => (secrets || fields[name]?.kind !== 'secret') && text(value) !== text(start[name]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** They are in memory alone: a page that goes takes them along, those too whose form is shut. */
const leaving = (event: BeforeUnloadEvent): void => {
  const { id } = caller().profile;
  if ([...kept.keys()].some((key) => key.startsWith(`${id}/`))) event.preventDefault();
};

export const drafts = Object.freeze({
  get: (key: string): Draft | undefined => kept.get(key),
  put(key: string, draft: Draft | undefined): void {
    kept.delete(key);
    if (draft) kept.set(key, draft);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    if (kept.size > 0) window.addEventListener('beforeunload', leaving);
    else window.removeEventListener('beforeunload', leaving);
  },
});
