import type { Action, Resource } from '../../../contract/resource.ts';
import { type Draft, draftKey, drafts } from '../form/drafts.ts';
import type { Pending } from './pending.ts';

/**
 * What was written into a sheet that went without being closed, as with a lock: the sheet of the same command has it
 * again. Texts alone: a code is of its moment, and what figures come from is entered anew.
 */

const placeOf = ({ id }: Resource, { action, target }: Pending): string | undefined =>
  'all' in target ? undefined : draftKey(`${id}.${action}`, 'ids' in target ? target.ids.join(' ') : '');

const isText = ({ input, reckon }: Action, name: string): boolean =>
  input?.[name]?.kind === 'text' && name !== 'otp' && reckon?.includes(name) !== true;

export const typed = Object.freeze({
  of(resource: Resource, pending: Pending): Draft | undefined {
    const place = placeOf(resource, pending);
    return place === undefined ? undefined : drafts.get(place);
  },
  keep(resource: Resource, action: Action, pending: Pending, values: Draft): void {
    const place = placeOf(resource, pending);
    const texts = Object.entries(values).filter(([name, value]) => value && isText(action, name));
    if (place !== undefined) drafts.put(place, texts.length > 0 ? Object.fromEntries(texts) : undefined);
  },
  /** It was done or thrown away. */
  drop(resource: Resource, pending: Pending): void {
    const place = placeOf(resource, pending);
    if (place !== undefined) drafts.put(place, undefined);
  },
});
