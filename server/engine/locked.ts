import type { PoolClient } from 'pg';
import { guardValue } from '../../contract/guard.ts';
import { Refused } from '../platform/http/refused.ts';
import type { LockedRow } from './action.ts';
import type { Compiled } from './compile.ts';
import type { Reader } from './read.ts';
import { scopeClause } from './scope.ts';
import { and, camel, named, Params, snake } from './sql.ts';

/** True where a field of alias t has one of these values as they are stored, null among them. */
export function anyOf(
  compiled: Compiled,
  field: string,
  values: readonly (string | number | boolean | null)[],
  params: Params,
): string {
  const column = compiled.columns.get(field);
  if (!column) throw new Error(`${compiled.resource.id}: guard on ${field}, which has no column`);
  const given = values.filter((value) => value !== null);
  const any = [`t.${column.column} = any(${params.add(given)}::${column.type}[])`];
  if (values.includes(null)) any.push(`t.${column.column} is null`);
  return `(${any.join(' or ')})`;
}

/** A guard as SQL over alias t: what greys the button is what the locked row is asked. */
export function guardSql(
  compiled: Compiled,
  guard: Compiled['resource']['actions'][string]['when'],
  params: Params,
): string {
  const parts = Object.entries(guard ?? {}).map(([field, expected]) => {
    const values = expected.map((value) => guardValue(compiled.resource.fields, field, value));
    return anyOf(compiled, field, values, params);
  });
  return and(parts);
}

export interface Locked {
  row: LockedRow;
  /** What the question came to; null where none was asked. */
  answer: string | null;
}

/** Numbers of any length stay text, without the zeros that the column's scale adds. */
function plain(value: unknown, type: string): unknown {
  return type === 'numeric' && typeof value === 'string' && value.includes('.')
    ? value.replace(/\.?0+$/, '')
    : value;
}

/** As the engine knows a row: names of the definition, numbers without added zeros. */
const rowOf = (compiled: Compiled, columns: Record<string, unknown>): LockedRow =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      camel(name),
      plain(value, compiled.all.get(name)?.type ?? ''),
    ]),
  ) as LockedRow;

/** A row as it is in this transaction, whoever sees it. */
export async function readRow(
  tx: PoolClient,
  compiled: Compiled,
  id: string,
): Promise<LockedRow | undefined> {
  const { rows } = await tx.query<Record<string, unknown>>(
    named(`select t.* from ${compiled.table} t where t.id = $1::bigint`, [id]),
  );
  return rows[0] && rowOf(compiled, rows[0]);
}

/** True for a row of a merchant below the caller, who sees it and does not change it. */
async function isBelow(tx: PoolClient, { compiled, caller }: Reader, id: string): Promise<boolean> {
  const { scope } = compiled.resource;
  if (caller.merchantId === null || (scope !== 'merchantId' && scope !== 'id')) return false;
  const owner = scope === 'id' ? 't.id' : 't.merchant_id';
  const text = `select from ${compiled.table} t join merchant m on m.id = ${owner}
    where t.id = $1 and m.agent_id = $2 and m.tenant_id = $3`;
  const { rows } = await tx.query(named(text, [id, caller.merchantId, caller.tenantId]));
  return rows.length > 0;
}

/**
 * No action changes a key, so the rows that refer to this one are written meanwhile: a posting to a merchant, with its
 * account locked, would otherwise wait for an action on the merchant that waits for the account.
 */
const ROW_LOCK = 'for no key update of t';

/**
 * Locks one row under the caller's scope and asks a question of it: SQL over alias t that comes to text. History has no
 * version: nobody changes it, so nobody waits.
 * @throws Refused notFound where missing or foreign, forbidden where it is for the caller to see alone
 */
export const lockRow = (
  tx: PoolClient,
  reader: Reader,
  id: string,
  question: (params: Params) => string = () => 'null',
): Promise<Locked> => rowInScope(tx, reader, id, question, reader.compiled.hasVersion ? ROW_LOCK : '');

/** The same without its lock: it may be another one by the time that something is done. @throws Refused */
export const seeRow = async (tx: PoolClient, reader: Reader, id: string): Promise<LockedRow> =>
  (await rowInScope(tx, reader, id, () => 'null', '')).row;

async function rowInScope(
  tx: PoolClient,
  reader: Reader,
  id: string,
  question: (params: Params) => string,
  lock: typeof ROW_LOCK | '',
): Promise<Locked> {
  const { compiled, caller, visible } = reader;
  const params = new Params();
  const key = params.add(id);
  const scope = scopeClause(compiled, caller, visible, params);
  const text = `select t.*, (${question(params)})::text as "answer?" from ${compiled.table} t
    where t.id = ${key}::bigint and ${and(scope)} ${lock}`;
  const { rows } = await tx.query<Record<string, unknown>>(named(text, params.values));
  const found = rows[0];
  if (!found) throw new Refused((await isBelow(tx, reader, id)) ? 'forbidden' : 'notFound');
  const { 'answer?': answer, ...columns } = found;
  return { row: rowOf(compiled, columns), answer: answer as string | null };
}

/** What the driver has to know: JSON columns take text, everything else as it is. */
export function stored(value: unknown, type: string): unknown {
  if (value === undefined) return null;
  return (type === 'jsonb' || type === 'json') && value !== null ? JSON.stringify(value) : value;
}

/** Sets columns of a locked row and adds one to its version; compare-and-set on the version it was locked with. */
export async function setColumns(
  tx: PoolClient,
  compiled: Compiled,
  row: LockedRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const params = new Params();
  const sets = Object.entries(values).map(([name, value]) => {
    const column = snake(name);
    const type = compiled.all.get(column)?.type;
    if (!type || column === 'id' || column === 'version')
      throw new Error(`${compiled.resource.id} has no column for ${name}`);
    return `${column} = ${params.add(stored(value, type))}::${type}`;
  });
  if (compiled.hasVersion) sets.push('version = version + 1');
  const where = [`id = ${params.add(row.id)}::bigint`];
  // Its place, where rows are distributed by merchant.
  if (compiled.all.has('merchant_id') && row.merchantId !== null)
    where.push(`merchant_id = ${params.add(row.merchantId)}::bigint`);
  if (compiled.hasVersion) where.push(`version = ${params.add(row.version)}::int`);
  const text = `update ${compiled.table} set ${sets.join(', ')} where ${and(where)}`;
  const { rowCount } = await tx.query(named(text, params.values));
  if (rowCount !== 1) throw new Refused('staleVersion');
  Object.assign(row, values);
  if (compiled.hasVersion) row.version = Number(row.version) + 1;
}
