import type { GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { currentLocale, storage } from '../../kit/index.ts';
import { isNarrowGrid } from './columnState.ts';

/**
 * How wide the columns of a list last had to be, so that the next opening starts there and nothing moves when the rows
 * come. Texts differ by language and size, and a phone cuts them shorter.
 */

const keyOf = (api: GridApi<Row>, resource: string): string =>
  [
    'fitted',
    resource,
    currentLocale(),
    document.documentElement.dataset.size ?? '',
    isNarrowGrid(api) ? 'phone' : 'desk',
  ].join(':');

const parse = (raw: unknown): Record<string, number> =>
  raw !== null && typeof raw === 'object'
    ? Object.fromEntries(
        Object.entries(raw).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
      )
    : {};

export const fittedOf = (api: GridApi<Row>, resource: string): Readonly<Record<string, number>> =>
  storage.get(keyOf(api, resource), parse);

/** Columns that are not measured now keep what is known of them. */
export function keepFitted(api: GridApi<Row>, resource: string, needed: ReadonlyMap<string, number>): void {
  const known = fittedOf(api, resource);
  const changed = [...needed].some(([column, width]) => known[column] !== width);
  if (changed) storage.set(keyOf(api, resource), { ...known, ...Object.fromEntries(needed) });
}
