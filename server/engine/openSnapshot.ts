import { conditionsOf, type Reading } from './engine.ts';
import type { ListQuestion } from './plan.ts';
import { rowsSql } from './rowsSql.ts';
import { scopeClause } from './scope.ts';
import { idsFromBytes, type Snapshot } from './snapshots.ts';
import { orderSql } from './sort.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';

/** A larger snapshot may take longer: a refusal for its time would call a list too long that is not. */
const SCOPED_PATIENCE = 4;

export const snapshotToken = (bound: string, hash: string): string => `s.${bound}.${hash}`;

/**
 * A scope of several merchants has no index of its own, so nothing scrolls it but a snapshot: staff of a branch get a
 * larger one (8 bytes a row), or their plain list would be refused.
 */
export function snapshotMost(engine: Reading, question: ListQuestion): number {
  const { snapshotRows, scopedRows } = engine.options;
  return question.visible && question.visible.length > 1 ? Math.max(snapshotRows, scopedRows) : snapshotRows;
}

/**
 * Reads the ordered ids of all matches at once; undefined when there are too many or it takes too long.
 * With `bound` it is the snapshot of that moment again: rows made later stay out.
 */
export async function openSnapshot(
  engine: Reading,
  question: ListQuestion,
  bound?: string,
): Promise<Snapshot | undefined> {
  const { compiled, caller, visible, sort, hash } = question;
  const { openTimeoutMs, snapshotRows } = engine.options;
  const most = snapshotMost(engine, question);
  const patience = most > snapshotRows ? openTimeoutMs * SCOPED_PATIENCE : openTimeoutMs;
  const params = new Params();
  const conditions = conditionsOf(question, params);
  if (bound !== undefined) conditions.push(`t.id <= ${params.add(bound)}::bigint`);
  // Of what the asker sees, or row security would have the index of all ids searched for it.
  const scope = scopeClause(compiled, caller, visible, params);
  const columns = [...new Set(['id', ...sort.map((key) => key.column)])].map((column) => `t.${column}`);
  // The order is made after the match, or the planner would walk an index in that order looking for matches.
  const from = rowsSql(compiled, visible, params);
  const text = `with m as materialized (select ${columns.join(', ')} from ${from} t where ${and(conditions)} limit ${most + 1})
    select (select coalesce(max(t.id), 0)::text from ${compiled.table} t where ${and(scope)}) as bound, count(*)::int as n,
      string_agg(int8send(m.id), ''::bytea order by ${orderSql(sort, 'm')}) as ids from m`;
  const answer = await within(engine.pool, patience, async (client) => {
    await client.query("set local work_mem = '32MB'");
    const { rows } = await client.query<{ bound: string; n: number; ids: Buffer | null }>(
      text,
      params.values,
    );
    return rows[0];
  });
  if (!answer || answer.n > most) return undefined;
  const snapshot = {
    token: snapshotToken(bound ?? answer.bound, hash),
    ids: idsFromBytes(answer.ids ?? Buffer.alloc(0)),
  };
  engine.snapshots.put(snapshot);
  return snapshot;
}
