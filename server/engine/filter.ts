import { FILTER_NUMBERS_MAX, splitNumbers } from '../../contract/anyId.ts';
import { dictItems, DICTS } from '../../contract/dicts.ts';
import { isExclusion, takesExclusion } from '../../contract/exclusion.ts';
import { isElsewhere } from '../../contract/field.ts';
import { operatorEnds } from '../../contract/hands.ts';
import { instantText, isDay } from '../../contract/instant.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Column, Compiled } from './compile.ts';
import { type FilterRule, WrongFilter } from './wrongFilter.ts';

export type Operator =
  | 'eq'
  | 'neq'
  | 'in'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'prefix'
  | 'suffix'
  | 'contains'
  | 'null'
  | 'notNull';

/** A filter as data: what the caller asked, checked against the allowlist, before it becomes SQL. */
export type Condition =
  | { op: Operator; field: string; value?: unknown }
  | { op: 'and' | 'or' | 'xor' | 'not'; parts: Condition[] };

const NUMERIC: ReadonlySet<string> = new Set(['numeric', 'int2', 'int4', 'int8']);
/** Texts of which each is compared by itself. */
const TEXTS_MOST = 1_000;
const BIGGEST = 9223372036854775807n;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

function wrong(column: Column, rule: FilterRule): never {
  throw new WrongFilter(column.name, rule);
}

/** Milliseconds since 1970 or ISO-8601 with its zone: without one nobody knows which moment is meant. */
function instantOf(column: Column, value: unknown, text: string): string {
  const given = typeof value === 'number' ? value : INSTANT.test(text) ? text : '';
  return instantText(given) ?? wrong(column, 'instant');
}

function dictionaryValue(column: Column, raw: unknown): unknown {
  if (column.field.kind !== 'dict') return raw;
  const code = column.field.dict;
  if (!(code in DICTS)) return raw;
  const items = dictItems(code);
  const text = String(raw);
  const found = items.find((item) => String(item.value) === text) ?? items.find((item) => item.name === text);
  return found ? found.value : wrong(column, 'oneOf');
}

/** One value as the column's type takes it; throws a validation refusal for what cannot be one. */
export function scalar(column: Column, raw: unknown): unknown {
  if (raw !== null && typeof raw === 'object') return wrong(column, 'shape');
  const value = dictionaryValue(column, raw);
  const text = typeof value === 'string' ? value.trim() : String(value);
  switch (column.type) {
    case 'bool':
      if (value === true || text === 'true' || text === '1') return true;
      return value === false || text === 'false' || text === '0' ? false : wrong(column, 'flag');
    case 'int8':
      return /^-?\d{1,19}$/.test(text) && BigInt(text) <= BIGGEST && BigInt(text) >= -BIGGEST
        ? text
        : wrong(column, column.field.kind === 'ref' ? 'id' : 'whole');
    case 'int2':
    case 'int4':
      return /^-?\d{1,9}$/.test(text) ? Number(text) : wrong(column, 'whole');
    case 'numeric':
      return /^-?\d{1,18}(\.\d{1,6})?$/.test(text) ? text : wrong(column, 'number');
    case 'date':
      return isDay(text) ? text : wrong(column, 'date');
    case 'timestamptz':
      return instantOf(column, value, text);
    default:
      return text.length > 500 ? wrong(column, 'text') : text;
  }
}

/** Text typed into an id field that is no id matches nothing, as any other unknown number would. */
function idOrNothing(column: Column, raw: unknown): Condition {
  const text = typeof raw === 'object' ? '' : String(raw).trim();
  if (column.type === 'int8' && column.field.kind === 'text' && !/^\d{1,18}$/.test(text))
    return { op: 'or', parts: [] };
  return { op: 'eq', field: column.name, value: scalar(column, raw) };
}

export const tooManyNumbers = (count: number, max = FILTER_NUMBERS_MAX): Refused =>
  new Refused('tooManyRows', { max, count, says: 'tooManyNumbers' });

function listed(column: Column, raw: readonly unknown[]): Condition {
  const distinct = [...new Set(raw)];
  if (distinct.length > FILTER_NUMBERS_MAX) throw tooManyNumbers(distinct.length);
  const values = distinct
    .filter((value) => value !== null && value !== '')
    .map((value) => scalar(column, value));
  const unique = [...new Set(values)].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const parts: Condition[] = [];
  if (unique.length === 1) parts.push({ op: 'eq', field: column.name, value: unique[0] });
  if (unique.length > 1) parts.push({ op: 'in', field: column.name, value: unique });
  if (raw.includes(null) && !isElsewhere(column.field)) parts.push({ op: 'null', field: column.name });
  const [only] = parts;
  return parts.length === 1 && only ? only : { op: 'or', parts };
}

/** `{ from, to }` or `[from, to]`, either may be missing; an instant's upper end is left out, an amount's is not. */
function ranged(column: Column, raw: object): Condition[] {
  // An end under another name would be no end: the list would answer more than was asked for.
  const isRange = Array.isArray(raw)
    ? raw.length <= 2
    : Object.keys(raw).every((name) => name === 'from' || name === 'to');
  if (!isRange) return wrong(column, 'range');
  const ends = Array.isArray(raw) ? { from: raw[0], to: raw[1] } : (raw as { from?: unknown; to?: unknown });
  const given = (end: unknown) => end !== undefined && end !== null && end !== '';
  const parts: Condition[] = [];
  if (given(ends.from)) parts.push({ op: 'gte', field: column.name, value: scalar(column, ends.from) });
  const upper = column.type === 'timestamptz' ? 'lt' : 'lte';
  if (given(ends.to)) parts.push({ op: upper, field: column.name, value: scalar(column, ends.to) });
  return parts;
}

/** Whoever had a hand in it is found, alone or as one of two. */
function byHand(column: Column, raw: unknown): Condition {
  const account = String(scalar(column, raw));
  const { begins, ends } = operatorEnds(account);
  const field = column.name;
  return {
    op: 'or',
    parts: [
      { op: 'eq', field, value: account },
      { op: 'prefix', field, value: begins },
      { op: 'suffix', field, value: ends },
    ],
  };
}

/** A row without a value has none of those left out, so it stays. */
function excluded(column: Column, raw: object): Condition[] {
  if (!takesExclusion(column.field) || !isExclusion(raw)) return wrong(column, 'exclusion');
  const { not } = raw;
  if (not.length === 0) return [];
  const { kind, filter } = column.field;
  // A text is compared one by one, as where it is asked for: a person by each hand, an id only where it is one.
  const isEach = kind === 'text' && !(filter === 'equals' && column.type === 'text' && !column.field.actor);
  if (isEach && not.length > TEXTS_MOST) throw tooManyNumbers(not.length, TEXTS_MOST);
  const any: Condition = isEach
    ? { op: 'or', parts: not.flatMap((each) => flat(column, each)) }
    : listed(column, not);
  return [{ op: 'not', parts: [any] }];
}

function flat(column: Column, raw: unknown): Condition[] {
  const mode = column.field.filter;
  if (mode === 'range' && typeof raw === 'object' && raw !== null) return ranged(column, raw);
  if (Array.isArray(raw)) return raw.length === 0 ? [] : [listed(column, raw)];
  if (typeof raw === 'object') return raw && 'not' in raw ? excluded(column, raw) : wrong(column, 'shape');
  if (mode === 'prefix' || mode === 'contains')
    return [{ op: mode, field: column.name, value: scalar(column, raw) }];
  if (column.field.kind === 'text' && column.field.actor) return [byHand(column, raw)];
  const pasted = column.field.ending && typeof raw === 'string' ? splitNumbers(raw) : [];
  if (pasted.length > 1) return [listed(column, pasted)];
  return [idOrNothing(column, raw)];
}

/** The resource's own filter fields, flat in the body. */
export function flatFilters(compiled: Compiled, body: Readonly<Record<string, unknown>>): Condition[] {
  const conditions: Condition[] = [];
  for (const column of compiled.columns.values()) {
    if (!column.field.filter) continue;
    const raw = body[column.name];
    if (raw === undefined || raw === null || raw === '') continue;
    conditions.push(...flat(column, raw));
  }
  return conditions;
}

/** Those of them that a row cannot answer by itself. */
export const elsewhereFilters = (
  compiled: Compiled,
  body: Readonly<Record<string, unknown>>,
): Condition[] => {
  const names = [...compiled.columns.values()]
    .filter(({ field }) => isElsewhere(field))
    .map(({ name }) => name);
  return flatFilters(compiled, Object.fromEntries(names.map((name) => [name, body[name]])));
};

/** Numbers are compared as text only where they are text. */
export function comparable(column: Column, op: Operator): boolean {
  if (isElsewhere(column.field)) return op === 'eq' || op === 'in';
  const partial = op === 'prefix' || op === 'suffix' || op === 'contains';
  if (partial) return column.type === 'text';
  const ordered = op === 'lt' || op === 'lte' || op === 'gt' || op === 'gte';
  return (
    !ordered ||
    NUMERIC.has(column.type) ||
    column.type === 'timestamptz' ||
    column.type === 'date' ||
    column.type === 'text'
  );
}
