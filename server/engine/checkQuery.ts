import { isFamily } from '../../contract/family.ts';
import { idText, isId } from '../../contract/id.ts';
import type { Compiled } from './compile.ts';
import { type FilterRule, refusedParts, WrongFilter } from './wrongFilter.ts';

type Body = Readonly<Record<string, unknown>>;

/** A refusal of more is as large as its question. */
const NAMED_MOST = 20;
const NODE = ['logic', 'filters', 'field', 'operator', 'value'];
const SEARCH = ['fields', 'keyword'];
/** What any query may hold in addition to the resource's filters. */
const COMMON: ReadonlySet<string> = new Set([
  'anyId',
  'keyword',
  'search',
  'filter',
  'page',
  'pageSize',
  'field',
  'order',
  'sort',
  'start',
  'end',
  'snapshot',
  'after',
  'before',
]);

const isPositive = (value: unknown): boolean =>
  /^[1-9]\d{0,15}$/.test(idText(value)) && Number.isSafeInteger(Number(value));
const isOffset = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const PLACES: readonly { name: string; rule: FilterRule; fits: (value: unknown) => boolean }[] = [
  { name: 'page', rule: 'positive', fits: isPositive },
  { name: 'pageSize', rule: 'positive', fits: isPositive },
  { name: 'start', rule: 'offset', fits: isOffset },
  { name: 'end', rule: 'offset', fits: isOffset },
  { name: 'after', rule: 'id', fits: isId },
  { name: 'before', rule: 'id', fits: isId },
];

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Refuses what a query holds and nobody reads: a misspelled filter would answer more than was asked for, and a command
 * on all that match would act on it.
 * @throws Refused validation by field, at most 20 of them
 */
export function refuseUnknown(compiled: Compiled, body: Body): void {
  if (isFamily(compiled.resource)) return;
  const filters = [...compiled.columns.values()].filter(({ field }) => field.filter).map(({ name }) => name);
  const known = new Set([...COMMON, ...filters]);
  const wrong = [
    ...Object.keys(body)
      .filter((name) => !known.has(name))
      .map((name) => new WrongFilter(name, 'field', { allowed: filters })),
    ...PLACES.filter(
      ({ name, fits }) => !filters.includes(name) && !isAbsent(body[name]) && !fits(body[name]),
    ).map(({ name, rule }) => new WrongFilter(name, rule)),
  ];
  if (wrong.length > 0) throw refusedParts(compiled, wrong.slice(0, NAMED_MOST));
}

function refuseStrangers(key: string, raw: unknown, allowed: readonly string[]): void {
  const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
  const stranger = isObject
    ? Object.keys(raw).find((name) => !allowed.includes(name))
    : Array.isArray(raw)
      ? 'array'
      : typeof raw;
  if (stranger !== undefined) throw new WrongFilter(key, 'node', { field: stranger, allowed });
}

/** As `refuseUnknown`, of one node of a filter tree. @throws WrongFilter */
export function refuseLostNode(compiled: Compiled, raw: unknown): void {
  if (isFamily(compiled.resource) || isAbsent(raw)) return;
  refuseStrangers('filter', raw, NODE);
  const { filters, field, value } = raw as Body;
  const isLost =
    Array.isArray(filters) && filters.length > 0 ? !isAbsent(field) : isAbsent(field) && !isAbsent(value);
  if (isLost || !(isAbsent(filters) || Array.isArray(filters)))
    throw new WrongFilter('filter', 'node', { field: isLost ? 'value' : 'filters', allowed: NODE });
}

/** As `refuseUnknown`, of the quick search. @throws WrongFilter */
export function refuseLostSearch(compiled: Compiled, { search, keyword }: Body): void {
  if (isFamily(compiled.resource)) return;
  if (!isAbsent(search)) refuseStrangers('search', search, SEARCH);
  const { fields, keyword: sought } = (search ?? {}) as Body;
  if (!isAbsent(fields) && !Array.isArray(fields))
    throw new WrongFilter('search', 'node', { field: 'fields', allowed: SEARCH });
  for (const [key, text] of Object.entries({ keyword, search: sought }))
    if (!isAbsent(text) && typeof text !== 'string') throw new WrongFilter(key, 'text');
}
