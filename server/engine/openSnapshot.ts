import { conditionsOf, type Reading } from './engine.ts';
import { newestSql } from './newest.ts';
import type { ListQuestion } from './plan.ts';
import { rowsSql } from './rowsSql.ts';
import { idsFromBytes, type Snapshot } from './snapshots.ts';
import { orderSql } from './sort.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';

export const snapshotToken = (bound: string, hash: string): string => `s.${bound}.${hash}`;

/**
 * Reads the ordered ids of all matches at once; undefined when there are too many or it takes too long.
 * With `bound` it is the snapshot of that moment again: rows made later stay out.
 */
export async function openSnapshot(
  engine: Reading,
  question: ListQuestion,
  bound?: string,
): Promise<Snapshot | undefined> {
  const { compiled, visible, sort, hash } = question;
  const { openTimeoutMs, snapshotRows } = engine.options;
  const params = new Params();
  const conditions = conditionsOf(question, params);
  if (bound !== undefined) conditions.push(`t.id <= ${params.add(bound)}::bigint`);
  const columns = [...new Set(['id', ...sort.map((key) => key.column)])].map((column) => `t.${column}`);
  // The order is made after the match, or the planner would walk an index in that order looking for matches.
  const from = rowsSql(compiled, visible, params);
  const text = `with m as materialized (select ${columns.join(', ')} from ${from} t where ${and(conditions)} limit ${snapshotRows + 1})
    select (${newestSql(question, params)}) as bound, count(*)::int as n,
      string_agg(int8send(m.id), ''::bytea order by ${orderSql(sort, 'm')}) as ids from m`;
  const answer = await within(engine.pool, openTimeoutMs, async (client) => {
    await client.query("set local work_mem = '32MB'");
    const { rows } = await client.query<{ bound: string; n: number; ids: Buffer | null }>(
      text,
      params.values,
    );
    return rows[0];
  });
  if (!answer || answer.n > snapshotRows) return undefined;
  const snapshot = {
    token: snapshotToken(bound ?? answer.bound, hash),
    ids: idsFromBytes(answer.ids ?? Buffer.alloc(0)),
  };
  engine.snapshots.put(snapshot);
  return snapshot;
}
