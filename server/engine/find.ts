import { type Caller, can } from '../platform/http/caller.ts';
import { isId } from '../../contract/id.ts';
import { type Compiled, viewOf } from './compile.ts';
import { compiledOf, type Engine, readingAs } from './engine.ts';
import type { Condition } from './filter.ts';
import { matching } from './filterTree.ts';
import { scopeClause } from './scope.ts';
import { and, Params, snake } from './sql.ts';
import { conditionSql } from './where.ts';

export interface Found {
  resource: string;
  id: string;
  label: string;
  hint: string;
}

const EACH = 8;
const SHORTEST = 2;
/** What the palette finds: the column that hints at which one it is. */
const HINTS: Readonly<Record<string, string>> = {
  collectOrder: 'merchantOrderNo',
  payOrder: 'merchantOrderNo',
  withdrawal: 'merchantOrderNo',
  merchant: 'code',
};

/**
 * Of many that match, the newest are meant. Our own numbers begin with the time, and their index is walked from its end;
 * what ends alike is few enough to be sorted. Elsewhere any will do, or the index would not be used.
 */
function newestFirst({ resource }: Compiled, name: string, { op }: Condition): string {
  if (op === 'suffix') return ' order by t.id desc';
  return op === 'prefix' && name === resource.label ? ` order by t.${snake(name)} desc` : '';
}

/**
 * Which rows match, found by their indexes. Row security keeps a pattern from using one, so it guards the second
 * statement, which reads what is shown.
 */
async function idsIn(engine: Engine, caller: Caller, compiled: Compiled, text: string): Promise<string[]> {
  const visible = await engine.scopes.visible(caller);
  const arms: string[] = [];
  const params = new Params();
  // An arm for each way to match a column, each by its own index; a union of them is never a walk through the table.
  for (const name of compiled.resource.anyId) {
    for (const match of matching(name, compiled.resource.fields[name], text)) {
      const conditions = [
        conditionSql(compiled, match, params),
        ...scopeClause(compiled, caller, visible, params),
      ];
      const order = newestFirst(compiled, name, match);
      arms.push(`(select t.id from ${compiled.table} t where ${and(conditions)}${order} limit ${EACH})`);
    }
  }
  if (isId(text)) {
    const conditions = scopeClause(compiled, caller, visible, params);
    arms.push(
      `(select t.id from ${compiled.table} t where t.id = ${params.add(text)}::bigint and ${and(conditions)})`,
    );
  }
  const { rows } = await engine.pool.query<{ id: string }>(
    `select id::text from (${arms.join(' union ')}) x order by x.id desc limit ${EACH}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

async function findIn(engine: Engine, caller: Caller, resource: string, text: string): Promise<Found[]> {
  const compiled = viewOf(compiledOf(engine, resource), caller);
  const ids = await idsIn(engine, caller, compiled, text);
  if (ids.length === 0) return [];
  const { pool } = readingAs(engine, compiled, caller);
  const label = snake(compiled.resource.label);
  const hint = snake(HINTS[resource] ?? compiled.resource.label);
  const { rows } = await pool.query<Omit<Found, 'resource'>>(
    `select id::text, ${label} as label, coalesce(${hint}, '') as hint from ${compiled.table}
     where id = any($1::bigint[]) order by ${compiled.table}.id desc`,
    [ids],
  );
  return rows.map((row) => ({ resource, ...row }));
}

/** GET /api/find?q=: orders by any of their numbers, merchants by id, code or name; what the caller may not page is left out. */
export async function find(engine: Engine, caller: Caller, query: unknown): Promise<Found[]> {
  const text = typeof query === 'string' ? query.trim().slice(0, 100) : '';
  if (text.length < SHORTEST) return [];
  const among = Object.keys(HINTS).filter((resource) => can(caller, `${resource}:page`));
  return (await Promise.all(among.map((resource) => findIn(engine, caller, resource, text)))).flat();
}
