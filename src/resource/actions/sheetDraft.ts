import type { Action, Resource } from '../../../contract/resource.ts';
import { type Draft, drafts } from '../../kit/index.ts';
import { draftKey, differences } from '../form/drafts.ts';
import type { Pending } from './pending.ts';

/** Longer names of rows are hashed: 50,000 ids are more than a tab's storage takes. */
const LONGEST = 200;

/** FNV-1a over 2 × 32 bits, so that two selections of one action practically never share a draft. */
function hash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b) + low;
  }
  return [low, high].map((part) => (part >>> 0).toString(36)).join('.');
}

/** The rows a sheet is about: the same ones, in whatever order they were chosen, are one place. */
function rowsOf({ target }: Pending): string {
  if ('all' in target) return JSON.stringify([target.all, [...target.except].sort()]);
  return 'ids' in target ? [...target.ids].sort().join(' ') : '';
}

function placeOf({ id }: Resource, pending: Pending): string {
  const rows = rowsOf(pending);
  return draftKey(`${id}.${pending.action}`, rows.length > LONGEST ? `${rows.length}/${hash(rows)}` : rows);
}

/** A one-time password or another secret is never kept. */
const isSecret = ({ input }: Action, name: string): boolean =>
  name === 'otp' || input?.[name]?.kind === 'secret';

/** What was typed into an action's sheet, per person, resource, action and rows, until it was done or discarded. */
export const sheetDraft = Object.freeze({
  of: (resource: Resource, pending: Pending): Draft | undefined => drafts.get(placeOf(resource, pending)),
  /** `start`: the values that the sheet opens with. */
  keep(resource: Resource, action: Action, pending: Pending, values: Draft, start: Draft): void {
    const typed = differences(values, start, (name) => isSecret(action, name));
    drafts.put(placeOf(resource, pending), typed);
  },
  drop: (resource: Resource, pending: Pending): void => drafts.put(placeOf(resource, pending), undefined),
});
