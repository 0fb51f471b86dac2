import type { Resource } from '../../../contract/resource.ts';
import { caller } from '../../kit/index.ts';
import { type Filters, parseFilters } from '../filters/model.ts';
import { known } from '../../kit/data/known.ts';
import { type KeptColumn, parseColumns } from '../grid/columnState.ts';
import { type FormatRule, parseRules } from '../grid/formats.ts';
import type { Sort } from '../grid/modelState.ts';
import { parseGroups, parseSort } from '../grid/panelState.ts';

/** What a view of a list consists of; relative dates stay relative. */
export interface ViewShape {
  filters: Filters;
  sort: Sort;
  /** Null: the person's usual columns. */
  columns: readonly KeptColumn[] | null;
  formats: readonly FormatRule[];
  /** Fields that the list is grouped by. */
  by: readonly string[];
}

/** In a shipped view: whoever looks at it, by id or by account. */
const ME = '$me';
const ACCOUNT = '$account';

/** A view that ships with the definition. */
export function shippedShape(resource: Resource, name: string): ViewShape {
  const { filters, sort } = resource.views[name]!;
  const { id, account } = caller().profile;
  const mine = (item: unknown): unknown => (item === ME ? id : item === ACCOUNT ? account : item);
  const own = Object.fromEntries(
    Object.entries(filters).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map(mine) : mine(value),
    ]),
  );
  return {
    filters: parseFilters(known(resource), own),
    sort: sort ?? resource.sort,
    columns: null,
    formats: [],
    by: [],
  };
}

/** A stored view of any age: what the list no longer knows is dropped. */
export function parseShape(resource: Resource, text: string): ViewShape {
  let raw: Partial<Record<keyof ViewShape, unknown>> = {};
  try {
    raw = (JSON.parse(text) ?? {}) as typeof raw;
  } catch {
    // What cannot be read is the list itself.
  }
  const columns = parseColumns(raw.columns);
  return {
    filters: parseFilters(known(resource), raw.filters),
    sort: parseSort(resource, raw.sort),
    columns: columns.length > 0 ? columns : null,
    formats: parseRules(resource.fields, raw.formats),
    by: parseGroups(known(resource), raw.by),
  };
}

const ordered = (filters: Filters) => Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a list that shows `b` is as the view `a` says. */
export const sameShape = (a: ViewShape, b: ViewShape): boolean =>
  JSON.stringify([ordered(a.filters), a.sort, a.columns, a.formats, a.by]) ===
  JSON.stringify([ordered(b.filters), b.sort, b.columns, b.formats, b.by]);
