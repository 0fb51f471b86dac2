import type { Resource } from '../../../contract/resource.ts';
import { type Draft, caller } from '../../kit/index.ts';

/** `id` names the row, or the rows; absent for a new one. */
export const draftKey = (resource: string, id: string | undefined): string =>
  `${caller().profile.id}/${resource}/${id ?? ''}`;

const text = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));

/** The values that differ from `start`, secret ones left out; undefined when none does. An emptied field is null. */
export function differences(
  values: Draft,
  start: Draft,
  isSecret: (name: string) => boolean,
): Draft | undefined {
  const changed = Object.entries(values).filter(
    ([name, value]) => !isSecret(name) && text(value) !== text(start[name]),
  );
  return changed.length > 0
    ? Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]))
    : undefined;
}

/** What differs from the form as it was opened, secrets left out unless asked for. */
export const draftOf = (
  { fields }: Resource,
  values: Draft,
  start: Draft,
  secrets = false,
): Draft | undefined => differences(values, start, (name) => !secrets && fields[name]?.kind === 'secret');
