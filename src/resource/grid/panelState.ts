import { isGroupable } from '../../../contract/listGroups.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import type { Resource } from '../../../contract/resource.ts';
import { sitting } from '../../kit/index.ts';
import { known } from '../../kit/data/known.ts';
import { type KeptColumn, parseColumns } from './columnState.ts';
import { type FormatRule, parseRules } from './formats.ts';
import type { Sort } from './modelState.ts';
import { type Filters, parseFilters } from '../filters/model.ts';

/** What a grid panel keeps over a reload: filters, order, looks, place and choice. */
export interface PanelState {
  filters: Filters;
  sort: Sort;
  at: number;
  selected: string[];
  /** When it was chosen: in another sitting nobody sees what a key would act on. */
  sitting?: string;
  peek: boolean;
  /** The focused row. */
  focused?: string;
  /** Looks by rules of the person, where there are any. */
  formats?: readonly FormatRule[];
  /** The saved view it shows, with the columns it has by it. */
  view?: string;
  columns?: readonly KeptColumn[];
  /** Fields that it is grouped by, where there are any. */
  by?: readonly string[];
}

const MOST_SELECTED = 200;

/** All that is chosen, or nothing where that is too much to keep: a part of it would be taken for the whole. */
const selectedOf = (ids: readonly string[] = []): string[] => (ids.length > MOST_SELECTED ? [] : [...ids]);

/** What is chosen as it is kept. */
export function chosen(ids: readonly string[] | undefined): Pick<PanelState, 'selected' | 'sitting'> {
  const selected = selectedOf(ids);
  return selected.length > 0 ? { selected, sitting: sitting() } : { selected };
}

export function parseSort(resource: Resource, raw: unknown): Sort {
  const { field, order } = (raw ?? {}) as Partial<Sort>;
  const known = typeof field === 'string' && resource.fields[field]?.sort === true;
  return known ? { field, order: order === 'ascending' ? 'ascending' : 'descending' } : resource.sort;
}

function formatsOf({ fields }: Resource, raw: unknown): Pick<PanelState, 'formats'> {
  const formats = parseRules(fields, raw);
  return formats.length > 0 ? { formats } : {};
}

/** Fields that the list can be grouped by, two at most. */
export const parseGroups = ({ fields }: Resource, raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : [])
    .filter((name): name is string => typeof name === 'string')
    .filter((name) => fields[name] && isGroupable(fields[name]))
    .slice(0, 2);

function groupsOf(resource: Resource, raw: unknown): Pick<PanelState, 'by'> {
  const by = parseGroups(resource, raw);
  return by.length > 0 ? { by } : {};
}

function viewOf(given: Record<string, unknown> | undefined): Pick<PanelState, 'view' | 'columns'> {
  const columns = parseColumns(given?.columns);
  if (typeof given?.view !== 'string') return {};
  return { view: given.view, ...(columns.length > 0 && { columns }) };
}

/** A peek comes back on the focused row or not at all. */
function focusOf(given: Record<string, unknown> | undefined): Pick<PanelState, 'peek' | 'focused'> {
  const { peek, focused } = given ?? {};
  return typeof focused === 'string' ? { peek: peek === true, focused } : { peek: false };
}

/**
 * A saved state of any age becomes a valid one; filters of the address come before the saved ones. What whoever is signed
 * in may not know is no filter: the server would refuse it.
 */
export function parsePanel(
  of: Resource,
  raw: unknown,
  args: Record<string, unknown>,
  first: Filters,
): PanelState {
  const resource = known(of);
  const given = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : undefined;
  const asked = parseFilters(resource, args);
  const linked = typeof args[LINKED_ROW] === 'string' ? args[LINKED_ROW] : undefined;
  const wanted = Object.keys(asked).length > 0 || linked !== undefined ? asked : first;
  return {
    filters: given ? parseFilters(resource, given.filters) : wanted,
    sort: parseSort(resource, given?.sort),
    at: Number.isSafeInteger(given?.at) ? Math.max(0, given?.at as number) : 0,
    selected: selectedOf(
      Array.isArray(given?.selected) && given.sitting === sitting()
        ? given.selected.filter((id) => typeof id === 'string')
        : [],
    ),
    ...formatsOf(resource, given?.formats),
    ...viewOf(given),
    ...groupsOf(resource, given?.by),
    ...focusOf(given ?? (linked === undefined ? undefined : { peek: true, focused: linked })),
  };
}
