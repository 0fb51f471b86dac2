import type { Compiled } from './compile.ts';
import type { Condition } from './filter.ts';
import { endsWith, likeText, type Params } from './sql.ts';
import { drawnCondition } from './drawnFilter.ts';
import { relatedFilter } from './relatedFilter.ts';

const COMPARE = { eq: '=', neq: 'is distinct from', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const SQL_TYPE: Readonly<Record<string, string>> = { bpchar: 'text', varchar: 'text' };

function joined(
  compiled: Compiled,
  condition: Extract<Condition, { parts: Condition[] }>,
  params: Params,
): string {
  const parts = condition.parts.map((part) => conditionSql(compiled, part, params));
  // What cannot be compared, since it is null, does not hold: so its opposite does.
  if (condition.op === 'not') return `((${parts.join(' and ')}) is not true)`;
  // An odd number of them holds.
  if (condition.op === 'xor') return parts.reduce((odd, part) => `(${odd} <> ((${part}) is true))`, 'false');
  if (parts.length === 0) return condition.op === 'and' ? 'true' : 'false';
  return `(${parts.join(condition.op === 'and' ? ' and ' : ' or ')})`;
}

/** One condition over alias t; values travel as parameters, names were checked by the parser. */
export function conditionSql(compiled: Compiled, condition: Condition, params: Params): string {
  if ('parts' in condition) return joined(compiled, condition, params);
  const column = compiled.columns.get(condition.field);
  if (column?.drawn) return drawnCondition(column.drawn, column.type, condition, params);
  const elsewhere = relatedFilter(compiled, condition);
  return elsewhere
    ? elsewhere((name) => compared(compiled, condition, name, params))
    : compared(compiled, condition, undefined, params);
}

function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** `name` represents the field where its value is in another table. */
function compared(
  compiled: Compiled,
  condition: Extract<Condition, { field: string }>,
  elsewhere: string | undefined,
  params: Params,
): string {
  const column = condition.field === 'id' ? undefined : compiled.columns.get(condition.field);
  const caseless = column?.field.caseless === true;
  const written = elsewhere ?? `t.${column?.column ?? 'id'}`;
  const name = caseless ? `lower(${written})` : written;
  const type = SQL_TYPE[column?.type ?? 'int8'] ?? column?.type ?? 'int8';
  const { op } = condition;
  const value = caseless ? inLowerCase(condition.value) : condition.value;
  switch (op) {
    case 'null':
      return `${name} is null`;
    case 'notNull':
      return `${name} is not null`;
    case 'in':
      return `${name} = any(${params.add(value)}::${type}[])`;
    case 'prefix':
      return `${name} like ${params.add(`${likeText(String(value))}%`)}`;
    case 'suffix':
      return endsWith(name, String(value), params);
    case 'contains':
      return `${name} ilike ${params.add(`%${likeText(String(value))}%`)}`;
    default:
      return `${name} ${COMPARE[op]} ${params.add(value)}::${type}`;
  }
}

export function whereOf(compiled: Compiled, conditions: readonly Condition[], params: Params): string[] {
  return conditions.map((condition) => conditionSql(compiled, condition, params));
}
