import { type AnyId, anyIdOf, FILTER_NUMBERS_MAX, isEnding, spellingsOf } from '../../contract/anyId.ts';
import type { Field } from '../../contract/field.ts';
import type { Column, Compiled } from './compile.ts';
import { refuseLostNode, refuseLostSearch } from './checkQuery.ts';
import { comparable, type Condition, flatFilters, type Operator, scalar, tooManyNumbers } from './filter.ts';
import { type NameMatches, orByMerchant, readSearchTexts } from './nameMatch.ts';
import { inWords, WrongFilter } from './wrongFilter.ts';

const OPERATORS: Readonly<Record<string, Operator>> = {
  eq: 'eq',
  neq: 'neq',
  lt: 'lt',
  lte: 'lte',
  gt: 'gt',
  gte: 'gte',
  startswith: 'prefix',
  endswith: 'suffix',
  contains: 'contains',
};
const DEEPEST = 6;
const LEAVES_MOST = 50;

interface Node {
  logic?: unknown;
  filters?: unknown;
  field?: unknown;
  operator?: unknown;
  value?: unknown;
}

const ID: Omit<Column, 'field'> = { name: 'id', column: 'id', own: 't.id', type: 'int8', notNull: true };

function columnOf(compiled: Compiled, name: unknown): Column {
  if (name === 'id') return { ...ID, field: { kind: 'text', filter: 'equals' } };
  const column = typeof name === 'string' ? compiled.columns.get(name) : undefined;
  if (column?.field.filter) return column;
  const allowed = [...compiled.columns.values()].filter(({ field }) => field.filter);
  throw new WrongFilter('filter', 'field', {
    field: typeof name === 'string' ? name : typeof name,
    allowed: allowed.map((each) => each.name),
  });
}

/** The operators as the contract writes them. */
const WRITTEN = ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'StartsWith', 'EndsWith', 'Contains'];

/** Nothing is equality, a number the place in the contract's list; undefined for what is no operator. */
function operatorOf(raw: unknown): Operator | undefined {
  const name = typeof raw === 'number' ? WRITTEN[raw] : (raw ?? 'EQ');
  if (typeof name !== 'string' || !Object.hasOwn(OPERATORS, name.toLowerCase())) return undefined;
  return OPERATORS[name.toLowerCase()];
}

const operatorsOf = (column: Column): string[] =>
  WRITTEN.filter((name) => comparable(column, operatorOf(name) ?? 'eq'));

function leaf(compiled: Compiled, node: Node): Condition {
  const column = columnOf(compiled, node.field);
  const op = operatorOf(node.operator);
  if (!op || !comparable(column, op))
    throw new WrongFilter('filter', 'operator', { field: column.name, allowed: operatorsOf(column) });
  if (node.value === null || node.value === undefined || node.value === '') {
    if (op === 'eq') return { op: 'null', field: column.name };
    if (op === 'neq') return { op: 'notNull', field: column.name };
    return { op: 'and', parts: [] };
  }
  return { op, field: column.name, value: scalar(column, node.value) };
}

const LOGIC = ['and', 'or', 'xor'] as const;

/** How a node joins its filters, by name or by its place in the contract's list. @throws WrongFilter */
function logicOf(raw: unknown): (typeof LOGIC)[number] {
  const name =
    typeof raw === 'number' ? LOGIC[raw] : typeof raw === 'string' ? raw.toLowerCase() : (raw ?? 'and');
  const found = LOGIC.find((each) => each === name);
  if (!found) throw new WrongFilter('filter', 'logic', { allowed: [...LOGIC] });
  return found;
}

/** The recursive filter of the contract's paging family: a node is a leaf, or joins others by and, or, xor's family. */
function tree(
  compiled: Compiled,
  raw: unknown,
  depth: number,
  budget: { leaves: number },
): Condition | undefined {
  refuseLostNode(compiled, raw);
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return undefined;
  if (depth > DEEPEST) throw new WrongFilter('filter', 'depth', { limit: DEEPEST });
  const node = raw as Node;
  if (Array.isArray(node.filters) && node.filters.length > 0) {
    const parts = node.filters
      .map((inner) => tree(compiled, inner, depth + 1, budget))
      .filter((part): part is Condition => part !== undefined);
    if (parts.length === 0) return undefined;
    return { op: logicOf(node.logic), parts };
  }
  if (!node.field) return undefined;
  budget.leaves -= 1;
  if (budget.leaves < 0) throw new WrongFilter('filter', 'size', { limit: LEAVES_MOST });
  return leaf(compiled, node);
}

/** What a number is compared with, so that its case counts for nothing. */
const spellings = (definition: Field | undefined, text: string): string[] =>
  definition?.caseless ? [text] : spellingsOf(text);

/** A name that holds the text; a number that starts or ends with it, in capitals or small letters. */
export function matching(field: string, definition: Field | undefined, text: string): Condition[] {
  if (definition?.filter === 'contains') return [{ op: 'contains', field, value: text }];
  return spellings(definition, text).flatMap((value): Condition[] => [
    { op: 'prefix', field, value },
    ...(definition?.ending && isEnding(value) ? [{ op: 'suffix' as const, field, value }] : []),
  ]);
}

/** The any-id box: numbers that begin or end with a text, names that hold it; of a list, pasted or an array, each exactly. */
export function anyId(compiled: Compiled, raw: unknown): Condition | undefined {
  const requested = Array.isArray(raw) ? raw : [raw ?? ''];
  if (requested.some((each) => typeof each !== 'string' && typeof each !== 'number'))
    throw new WrongFilter('anyId', 'text');
  const given = [...new Set(requested.map(String))].filter((text) => text !== '');
  const list: AnyId = given.length > 1 ? { exact: given, start: undefined } : { exact: [], start: given[0] };
  const { exact, start } = Array.isArray(raw) ? list : anyIdOf(given[0] ?? '');
  const { anyId: names, fields } = compiled.resource;
  if (exact.length > FILTER_NUMBERS_MAX) throw tooManyNumbers(exact.length);
  const begins = start?.slice(0, 200);
  const parts = names.flatMap((field): Condition[] => {
    const value = exact.flatMap((each) => spellings(fields[field], each));
    return [
      ...(exact.length > 0 ? [{ op: 'in' as const, field, value }] : []),
      ...(begins === undefined ? [] : matching(field, fields[field], begins)),
    ];
  });
  return parts.length === 0 ? undefined : { op: 'or', parts };
}

/** The quick search: identifiers by prefix, names by any part. */
function keyword(compiled: Compiled, text: string, among?: readonly string[]): Condition | undefined {
  if (text === '') return undefined;
  const parts: Condition[] = [];
  for (const column of compiled.columns.values()) {
    if (column.type !== 'text' || (among && !among.includes(column.name))) continue;
    const named = column.field.filter === 'contains' || column.field.filter === 'prefix';
    if (named || (among && column.field.filter))
      parts.push({ op: 'contains', field: column.name, value: text });
    else if (compiled.resource.anyId.includes(column.name))
      parts.push({ op: 'prefix', field: column.name, value: text });
  }
  return { op: 'or', parts };
}

/** Everything a query body filters by; its search texts may name merchants. @throws Refused validation, in words */
export function parseFilter(
  compiled: Compiled,
  body: Readonly<Record<string, unknown>>,
  names: NameMatches = new Map(),
): Condition[] {
  const search = (body.search ?? {}) as { fields?: unknown };
  const texts = readSearchTexts(body);
  const among = Array.isArray(search.fields)
    ? search.fields.filter((name): name is string => typeof name === 'string')
    : undefined;
  const fields = among && among.length > 0 ? among : undefined;
  const ofFields = !fields || fields.includes('merchantId') ? names.get(texts.search) : undefined;
  const found = inWords(compiled, () => {
    refuseLostSearch(compiled, body);
    return [
      ...flatFilters(compiled, body),
      orByMerchant(anyId(compiled, body.anyId), names.get(texts.box)),
      orByMerchant(keyword(compiled, texts.keyword), names.get(texts.keyword)),
      orByMerchant(keyword(compiled, texts.search, fields), ofFields),
      tree(compiled, body.filter, 0, { leaves: LEAVES_MOST }),
    ];
  });
  return found.filter((part): part is Condition => part !== undefined);
}
