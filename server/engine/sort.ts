import type { SortOrder } from '../../contract/calls.ts';
import type { Compiled } from './compile.ts';
import { inWords, WrongFilter } from './wrongFilter.ts';

export interface SortKey {
  field: string;
  column: string;
  /** SQL type of the column. */
  type: string;
  descending: boolean;
  notNull: boolean;
}

const SORTS_MOST = 3;

function keyOf(compiled: Compiled, field: string, order: unknown): SortKey {
  const descending = order === 'descending' || order === 'desc';
  if (field === 'id') return { field, column: 'id', type: 'int8', descending, notNull: true };
  const column = compiled.columns.get(field);
  const allowed = column && (column.field.sort || field === compiled.resource.sort.field);
  if (!allowed) {
    const sortable = [...compiled.columns.values()].filter((each) => each.field.sort);
    throw new WrongFilter('sort', 'sort', { field, allowed: sortable.map((each) => each.name) });
  }
  return { field, column: column.column, type: column.type, descending, notNull: column.notNull };
}

export interface RequestedSort {
  field?: unknown;
  order?: unknown;
}

/** What a body asks to sort by; what is no key is left out. */
export function sortsOf(raw: unknown): RequestedSort[] {
  return Array.isArray(raw) ? raw.filter((key) => key !== null && typeof key === 'object') : [];
}

/** The order of a list by the allowlist; the id breaks ties in the direction of the first key. */
export function parseSort(compiled: Compiled, sort: readonly RequestedSort[]): SortKey[] {
  const requested = sort
    .filter((key) => typeof key.field === 'string' && key.field !== '')
    .slice(0, SORTS_MOST);
  const { resource } = compiled;
  const keys =
    requested.length > 0
      ? inWords(compiled, () => requested.map((key) => keyOf(compiled, String(key.field), key.order)))
      : [keyOf(compiled, resource.sort.field, resource.sort.order satisfies SortOrder)];
  if (keys.some((key) => key.field === 'id')) return keys;
  return [...keys, keyOf(compiled, 'id', keys[0]?.descending ? 'descending' : 'ascending')];
}

/** `order by` without the words; absent values come last either way. */
export function orderSql(keys: readonly SortKey[], alias = 't', reversed = false): string {
  const one = (key: SortKey) => {
    const down = key.descending !== reversed;
    const nulls = key.notNull ? '' : reversed ? ' nulls first' : ' nulls last';
    return `${alias}.${key.column}${down ? ' desc' : ''}${nulls}`;
  };
  return keys.map(one).join(', ');
}
