import { dictItems } from '../../../contract/dicts.ts';
import { type Exclusion, isExclusion, takesExclusion } from '../../../contract/exclusion.ts';
import { drawnPurpose, keyIn } from '../../../contract/forms/fields.ts';
import { isAmountText } from '../../../contract/money.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { guardValue } from '../../../contract/guard.ts';
import type { Resource } from '../../../contract/resource.ts';
import { startOfDay, zoneOffset } from '../../kit/ui/instantText.ts';

/** What the bar above a grid holds. Relative ranges stay relative: a saved "today" means the day it is read. */
export const RELATIVES = ['hour', 'hours24', 'today', 'yesterday', 'days7', 'days30'] as const;
export type Relative = (typeof RELATIVES)[number];

export interface Range {
  relative?: Relative;
  from?: string;
  to?: string;
}
export type Scalar = string | number | boolean;
export type FilterValue = Scalar | readonly (string | number)[] | Range | Exclusion;
export type Filters = Readonly<Record<string, FilterValue>>;

/** What the list of a resource shows when it is opened for nothing in particular. */
export const defaultFilters = ({ fields, defaultFilter = {} }: Resource): Filters =>
  Object.fromEntries(
    Object.entries(defaultFilter).map(([name, values]) => [
      name,
      values.map((value) => guardValue(fields, name, value) as string | number),
    ]),
  );

/** The any-id box's key; the server knows it by the same name. */
export const ANY_ID = 'anyId';

const HOUR_MS = 3_600_000;
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);
export const isRange = (value: unknown): value is Range =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !isExclusion(value);

function parseRange(field: Field, raw: unknown): Range | undefined {
  if (!isRange(raw)) return undefined;
  if (RELATIVES.includes(raw.relative as Relative)) return { relative: raw.relative };
  const good = (value: unknown): value is string =>
    typeof value === 'string' &&
    (field.kind === 'instant' || field.kind === 'date'
      ? !Number.isNaN(Date.parse(value))
      : isAmountText(value));
  const range: Range = { ...(good(raw.from) && { from: raw.from }), ...(good(raw.to) && { to: raw.to }) };
  return range.from || range.to ? range : undefined;
}

/** An address may call an item by its name; rows have its value. */
const valueOf = (dict: string, item: string | number): string | number =>
  dictItems(dict).find(({ name, value }) => value === item || name === item || String(value) === item)
    ?.value ?? item;

function parseList(field: Field, raw: readonly unknown[]): (string | number)[] | undefined {
  const list = raw
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => (field.kind === 'dict' ? valueOf(field.dict, item) : item));
  return list.length > 0 ? [...new Set(list)] : undefined;
}

function parseOne(field: Field, raw: unknown): FilterValue | undefined {
  if (isExclusion(raw)) {
    const not = takesExclusion(field) ? parseList(field, raw.not) : undefined;
    return not && { not };
  }
  if (field.filter === 'range') return parseRange(field, raw);
  if (field.filter === 'in') return parseList(field, Array.isArray(raw) ? raw : [raw]);
  return isScalar(raw) && raw !== '' ? raw : undefined;
}

/** What a drawn form asked is known to nobody but the form: a filter by it is kept as it is. */
function parseDrawn(raw: unknown): FilterValue | undefined {
  if (isExclusion(raw)) return raw;
  if (Array.isArray(raw)) return parseList({ kind: 'text' }, raw);
  if (!isRange(raw)) return isScalar(raw) && raw !== '' ? raw : undefined;
  const ends = Object.entries(raw).filter(
    ([end, value]) => (end === 'from' || end === 'to') && typeof value === 'string',
  );
  return ends.length > 0 ? Object.fromEntries(ends) : undefined;
}

const isDrawn = ({ fields }: Resource, name: string): boolean =>
  drawnPurpose(fields) !== undefined && keyIn(name) !== undefined;

/** Filters from an address, a saved state or another panel: what the resource cannot filter by is dropped. */
export function parseFilters(resource: Resource, raw: unknown): Filters {
  const given = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : {};
  const kept: Record<string, FilterValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = resource.fields[name];
    const parsed = isDrawn(resource, name)
      ? parseDrawn(value)
      : name === ANY_ID && typeof value === 'string'
        ? value.trim()
        : field?.filter && parseOne(field, value);
    if (parsed !== undefined && parsed !== '') kept[name] = parsed;
  }
  return kept;
}

/** What of an address filters nothing: no field of that name, or a value that is none of its kind. */
export function unreadIn(resource: Resource, args: Record<string, unknown>): string[] {
  const read = parseFilters(resource, args);
  const given = Object.keys(args).filter((name) => args[name] !== undefined && args[name] !== '');
  return given.filter((name) => read[name] === undefined);
}

/** The bounds a relative range has at `now` in the zone. */
export function resolveRelative(relative: Relative, now: number, zone: string): Range {
  const iso = (at: number): string => new Date(at).toISOString();
  switch (relative) {
    case 'hour':
      return { from: iso(now - HOUR_MS) };
    case 'hours24':
      return { from: iso(now - 24 * HOUR_MS) };
    case 'today':
      return { from: iso(startOfDay(now, zone)) };
    case 'yesterday':
      return { from: iso(startOfDay(now, zone, -1)), to: iso(startOfDay(now, zone)) };
    case 'days7':
      return { from: iso(startOfDay(now, zone, -6)) };
    case 'days30':
      return { from: iso(startOfDay(now, zone, -29)) };
  }
}

/** The calendar's day of an instant, `before` ms before it; what is a day already stays one. */
export function dayOf(text: string, zone: string, before = 0): string {
  if (text.length === 10) return text;
  const at = Date.parse(text) - before;
  return new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 10);
}

/** A time's upper end is left out, a day's is not. */
export const inDays = ({ from, to }: Range, zone: string): Range => ({
  ...(from && { from: dayOf(from, zone) }),
  ...(to && { to: dayOf(to, zone, 1) }),
});

/** The same filters as the server takes them: flat, with every range in absolute bounds. */
export function wireFilters(
  filters: Filters,
  now: number,
  zone: string,
  fields: Fields = {},
): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const absolute = isRange(value) && value.relative ? resolveRelative(value.relative, now, zone) : value;
    wire[name] = fields[name]?.kind === 'date' && isRange(absolute) ? inDays(absolute, zone) : absolute;
  }
  return wire;
}

const BY_DAY: ReadonlySet<unknown> = new Set<Relative>(['today', 'yesterday', 'days7', 'days30']);

/** The days that filters mean at `now` in the zone, empty where they go by none: others at midnight and in another zone. */
export function daysOf(filters: Filters, now: number, zone: string, fields: Fields): string {
  const byDay = Object.entries(filters).filter(
    ([name, value]) => isRange(value) && (BY_DAY.has(value.relative) || fields[name]?.kind === 'date'),
  );
  if (byDay.length === 0) return '';
  return JSON.stringify(wireFilters(Object.fromEntries(byDay), startOfDay(now, zone), zone, fields));
}

/** Filters with one changed; undefined removes it. */
export function withFilter(filters: Filters, name: string, value: FilterValue | undefined): Filters {
  const { [name]: _old, ...rest } = filters;
  return value === undefined ? rest : { ...rest, [name]: value };
}
