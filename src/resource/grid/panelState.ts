import type { Resource } from '../../../contract/resource.ts';
import type { Sort } from './model.ts';
import { type Filters, parseFilters } from '../filters/model.ts';

/** What a grid panel keeps over a reload: filters, order, place and choice. */
export interface PanelState {
  filters: Filters;
  sort: Sort;
  at: number;
  selected: string[];
  peek: boolean;
}

const MOST_SELECTED = 200;

function parseSort(resource: Resource, raw: unknown): Sort {
  const { field, order } = (raw ?? {}) as Partial<Sort>;
  const known = typeof field === 'string' && resource.fields[field]?.sort === true;
  return known ? { field, order: order === 'ascending' ? 'ascending' : 'descending' } : resource.sort;
}

/** A saved state of any age becomes a valid one; filters of the address come before the saved ones. */
export function parsePanel(
  resource: Resource,
  raw: unknown,
  args: Record<string, unknown>,
  first: Filters,
): PanelState {
  const given = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : undefined;
  const asked = parseFilters(resource, args);
  const wanted = Object.keys(asked).length > 0 ? asked : first;
  return {
    filters: given ? parseFilters(resource, given.filters) : wanted,
    sort: parseSort(resource, given?.sort),
    at: Number.isSafeInteger(given?.at) ? Math.max(0, given?.at as number) : 0,
    selected: Array.isArray(given?.selected)
      ? given.selected.filter((id) => typeof id === 'string').slice(0, MOST_SELECTED)
      : [],
    peek: given?.peek === true,
  };
}
