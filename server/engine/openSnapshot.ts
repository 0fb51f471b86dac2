import { conditionsOf, type Reading } from './engine.ts';
import { longReads } from './longReads.ts';
import { newestSql } from './newest.ts';
import type { ListQuestion } from './plan.ts';
import { rowsSql } from './rowsSql.ts';
import { idsFromBytes, type Snapshot } from './snapshots.ts';
import { orderSql } from './sort.ts';
import { and, Params } from './sql.ts';
import { within } from './timed.ts';

export const snapshotToken = (bound: string, hash: string): string => `s.${bound}.${hash}`;

interface Most {
  rows: number;
  /** Milliseconds. */
  ms: number;
}

/** Why there is no snapshot. */
type Unopened = 'tooMany' | 'tooLong';

async function read(
  engine: Reading,
  question: ListQuestion,
  most: Most,
  bound: string | undefined,
): Promise<Snapshot | Unopened> {
  const { compiled, visible, sort, hash } = question;
  const params = new Params();
  const conditions = conditionsOf(question, params);
  if (bound !== undefined) conditions.push(`t.id <= ${params.add(bound)}::bigint`);
  const columns = [...new Set(['id', ...sort.map((key) => key.column)])].map((column) => `t.${column}`);
  // The order is made after the match, or the planner would walk an index in that order looking for matches.
  const from = rowsSql(compiled, visible, params);
  const text = `with m as materialized (select ${columns.join(', ')} from ${from} t where ${and(conditions)} limit ${most.rows + 1})
    select (${newestSql(question, params)}) as bound, count(*)::int as n,
      string_agg(int8send(m.id), ''::bytea order by ${orderSql(sort, 'm')}) as ids from m`;
  const answer = await within(engine.pool, most.ms, async (client) => {
    await client.query("set local work_mem = '32MB'");
    const { rows } = await client.query<{ bound: string; n: number; ids: Buffer | null }>(
      text,
      params.values,
    );
    return rows[0];
  });
  if (!answer) return 'tooLong';
  if (answer.n > most.rows) return 'tooMany';
  const snapshot = {
    token: snapshotToken(bound ?? answer.bound, hash),
    ids: idsFromBytes(answer.ids ?? Buffer.alloc(0)),
  };
  engine.snapshots.put(snapshot);
  return snapshot;
}

/** What a short list may take. */
const short = ({ options: { snapshotRows, openTimeoutMs } }: Reading): Most => ({
  rows: snapshotRows,
  ms: openTimeoutMs,
});

/**
 * Reads the ordered ids of all matches at once; undefined when there are too many or it takes too long.
 * With `bound` it is the snapshot of that moment again: rows made later stay out.
 */
export async function openSnapshot(
  engine: Reading,
  question: ListQuestion,
  bound?: string,
): Promise<Snapshot | undefined> {
  const opened = await read(engine, question, short(engine), bound);
  return typeof opened === 'string' ? undefined : opened;
}

/** A long list may take so many times as long as a short one. */
const WIDE_TIMES = 4;
const inTurn = longReads(1);

/**
 * As `openSnapshot`, of a list that anchors do not serve: of many more rows, one such list at a time, so that opening
 * them takes one connection from everybody else's lists. `isLong` where it is known to be none of the short ones.
 * @throws Refused busy where several of the caller's wait already
 */
export async function openWideSnapshot(
  engine: Reading,
  question: ListQuestion,
  isLong: boolean,
  bound?: string,
): Promise<Snapshot | undefined> {
  const opened = isLong ? 'tooMany' : await read(engine, question, short(engine), bound);
  if (typeof opened !== 'string') return opened;
  const { wideSnapshotRows: rows, snapshotRows, openTimeoutMs } = engine.options;
  if (opened === 'tooLong' || rows <= snapshotRows) return undefined;
  const limits = { rows, ms: openTimeoutMs * WIDE_TIMES };
  const wide = await inTurn(engine, question.caller, () => read(engine, question, limits, bound));
  return typeof wide === 'string' ? undefined : wide;
}
