import type { Connections } from '../platform/db/rowSecurity.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { IS_OUT } from '../../contract/calls.ts';
import { type Compiled, viewOf } from './compile.ts';
import type { Condition } from './filter.ts';
import { whereOf } from './where.ts';
import { JsonText } from './json.ts';
import { rowsSql } from './rowsSql.ts';
import { scopeClause, type Visible } from './scope.ts';
import { labelJoins, selectSql } from './selectSql.ts';
import { and, named, Params } from './sql.ts';
import { localizeRow, localizeRows } from './localizedRow.ts';

export interface Reader {
  compiled: Compiled;
  caller: Caller;
  visible: Visible;
}

export interface Runner {
  query: Connections['query'];
}

/** A JSON array of the list's rows; `from` yields alias t, in the order `order`. */
export function arrayOf(reader: Reader, params: Params, from: string, order: string, more = ''): string {
  const list = selectSql(reader.compiled, 'list', reader, params);
  const joins = labelJoins(reader.compiled, reader, params);
  return `select coalesce(json_agg(x), '[]')::text as items from (select ${list}${more} from ${from} ${joins} order by ${order}) x`;
}

export async function jsonOf(runner: Runner, text: string, values: unknown[]): Promise<JsonText> {
  const { rows } = await runner.query<{ items: string }>(named(text, values));
  return new JsonText(rows[0]?.items ?? '[]');
}

/** These rows in this order; what is gone or out of scope is left out. `within`: each says whether it is out of these filters. */
export async function rowsByIds(
  runner: Runner,
  reader: Reader,
  ids: readonly string[],
  within: readonly Condition[] = [],
): Promise<JsonText> {
  if (ids.length === 0) return new JsonText('[]');
  const params = new Params();
  const list = params.add(ids);
  const scope = scopeClause(reader.compiled, reader.caller, reader.visible, params);
  const rowsOf = rowsSql(reader.compiled, reader.visible, params);
  const from = `unnest(${list}::bigint[]) with ordinality k(id, n) join ${rowsOf} t on t.id = k.id and ${and(scope)}`;
  const known = viewOf(reader.compiled, reader.caller);
  const fits = whereOf(known, within, params);
  const isOut = fits.length === 0 ? '' : `, (${fits.join(' and ')}) is not true as "${IS_OUT}"`;
  const rows = await jsonOf(
    runner,
    arrayOf({ ...reader, compiled: known }, params, from, 'k.n', isOut),
    params.values,
  );
  return localizeRows(known, reader.caller, rows);
}

/** One row with everything its form needs, as parsed JSON. @throws Refused notFound where missing or out of scope */
export async function detailRow(
  runner: Runner,
  reader: Reader,
  id: string,
): Promise<Record<string, unknown> & { id: string }> {
  const { caller, visible } = reader;
  const compiled = viewOf(reader.compiled, caller);
  const params = new Params();
  const key = params.add(id);
  const scope = scopeClause(compiled, caller, visible, params);
  const known: Reader = { ...reader, compiled };
  const list = selectSql(compiled, 'detail', known, params);
  const joins = labelJoins(compiled, known, params);
  const text = `select row_to_json(x) as row from (select ${list} from ${rowsSql(compiled, visible, params)} t ${joins}
    where t.id = ${key}::bigint and ${and(scope)}) x`;
  const { rows } = await runner.query<{ row: Record<string, unknown> & { id: string } }>(
    named(text, params.values),
  );
  const found = rows[0]?.row;
  if (!found) throw new Refused('notFound');
  return localizeRow(compiled, caller, found);
}
