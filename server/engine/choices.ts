import { idText, isId } from '../../contract/id.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Compiled, viewOf } from './compile.ts';
import type { Reading } from './engine.ts';
import { rowsSql } from './rowsSql.ts';
import { scopeClause } from './scope.ts';
import { localName, textIn } from './localizedRow.ts';
import { Refused } from '../platform/http/refused.ts';
import { and, likeText, Params, snake } from './sql.ts';
import { within } from './timed.ts';

export interface Choice {
  value: string;
  label: string;
}

const MOST = 200;
/** Whoever types waits no longer; more letters find fewer. */
const LONGEST_MS = 3_000;

/** POST /api/<resource>/options: what a picker offers, by label, under the caller's scope. */
export async function readOptions(
  engine: Reading,
  of: Compiled,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Choice[]> {
  const compiled = viewOf(of, caller);
  const params = new Params();
  const label = `t.${snake(compiled.resource.label)}`;
  const visible = await engine.scopes.visible(caller);
  const conditions = scopeClause(compiled, caller, visible, params);
  const keyword = typeof body.keyword === 'string' ? body.keyword.trim().slice(0, 100) : '';
  // An equal label comes first; a bare constant would be no order that SQL accepts.
  const rank = keyword === '' ? '' : `lower(${label}::text) = lower(${params.add(keyword)}) desc, `;
  if (Array.isArray(body.ids)) {
    conditions.push(`t.id = any(${params.add(body.ids.map(idText).filter(isId).slice(0, MOST))}::bigint[])`);
  } else if (keyword !== '') {
    const pattern = params.add(`%${likeText(keyword)}%`);
    const texts = new Set([label, ...compiled.resource.anyId.map((name) => `t.${snake(name)}`)]);
    conditions.push(`(${[...texts].map((text) => `${text}::text ilike ${pattern}`).join(' or ')})`);
  }
  const requested = typeof body.limit === 'object' ? 0 : Number(body.limit ?? 50);
  const limit = Number.isSafeInteger(requested) && requested > 0 ? Math.min(requested, MOST) : 50;
  const text = `select t.id::text as value, ${label}::text as label from ${rowsSql(compiled, visible, params)} t where ${and(conditions)}
     order by ${rank}${label}, t.id limit ${params.add(limit)}`;
  const found = await within(engine.pool, LONGEST_MS, (tx) => tx.query<Choice>(text, params.values));
  if (!found) throw new Refused('busy');
  const { rows } = found;
  if (!localName(compiled.resource)) return rows;
  const { fields, label: name } = compiled.resource;
  return rows.map((row) => ({
    ...row,
    label: textIn(engine.locales, caller.locale, fields[name]!, row.label),
  }));
}
