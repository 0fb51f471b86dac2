import { isId } from '../db/id.ts';
import type { Caller } from '../http/caller.ts';
import type { Compiled } from './compile.ts';
import type { Engine } from './engine.ts';
import { scopeClause } from './scope.ts';
import { and, likeText, Params, snake } from './sql.ts';

export interface Choice {
  value: string;
  label: string;
}

const MOST = 200;

/** POST /api/<resource>/options: what a picker offers, by label, under the caller's scope. */
export async function readOptions(
  engine: Engine,
  compiled: Compiled,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Choice[]> {
  const params = new Params();
  const label = `t.${snake(compiled.resource.label)}`;
  const conditions = scopeClause(compiled, caller, await engine.scopes.visible(caller), params);
  const keyword = typeof body.keyword === 'string' ? body.keyword.trim().slice(0, 100) : '';
  const rank = keyword === '' ? 'true' : `lower(${label}::text) = lower(${params.add(keyword)})`;
  if (Array.isArray(body.ids)) {
    conditions.push(`t.id = any(${params.add(body.ids.map(String).filter(isId).slice(0, MOST))}::bigint[])`);
  } else if (keyword !== '') {
    const pattern = params.add(`%${likeText(keyword)}%`);
    const texts = new Set([label, ...compiled.resource.anyId.map((name) => `t.${snake(name)}`)]);
    conditions.push(`(${[...texts].map((text) => `${text}::text ilike ${pattern}`).join(' or ')})`);
  }
  const asked = Number(body.limit ?? 50);
  const limit = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MOST) : 50;
  const { rows } = await engine.pool.query<Choice>(
    `select t.id::text as value, ${label}::text as label from ${compiled.table} t where ${and(conditions)}
     order by (${rank}) desc, ${label}, t.id limit ${params.add(limit)}`,
    params.values,
  );
  return rows;
}
