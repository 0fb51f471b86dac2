import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { transact } from '../platform/db/transaction.ts';

/** order_log row by row; ledger entry by entry, each with its legs. */
export const CHAINS = ['order_log', 'ledger'] as const;
export type Chain = (typeof CHAINS)[number];

interface Source {
  /** The rows with their leaves: 24 bytes a row, its id and half its hash, so that the verifier can name the row. */
  view: string;
  table: string;
  sequence: string;
  lock: number;
}

export const SOURCES: Readonly<Record<Chain, Source>> = {
  order_log: {
    view: 'seal_order_log',
    table: 'order_log',
    sequence: 'order_log_seal_no',
    lock: 730074001,
  },
  ledger: {
    view: 'seal_ledger',
    table: 'journal_entry',
    sequence: 'journal_entry_seal_no',
    lock: 730074002,
  },
};

/** Rows a seal covers at most. */
export const SEAL_ROWS = 5_000;
/** How long a round waits for transactions that may still commit a number it wants to seal; the next round goes on. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 50;
/** A backlog is worked off in rounds of this length. */
const ROUND_MS = 30_000;

/** What a seal's hash covers in addition to the seal before it, as an SQL expression over `row`'s columns. */
export const sealedContent = (row: string): string =>
  `int8send(${row}.from_no) || int8send(${row}.to_no)
    || int8send(coalesce((extract(epoch from ${row}.closed_at) * 1000000)::bigint, -1)) || ${row}.leaves`;

const DRAWN_SQL = `select coalesce(pg_sequence_last_value($1::regclass), 0)::text as no, clock_timestamp()::text as at`;

/**
 * A new mark, where the one before is used up. A mark whose transaction id lies in the future is of another cluster,
 * from which this database was copied.
 */
const MARK_SQL = ({ table }: Source) => `
insert into seal_mark as mark (chain, seal_no, xid, drawn_at) values ($1, $2, pg_current_xact_id(), $3)
on conflict (chain) do update set seal_no = excluded.seal_no, xid = excluded.xid, drawn_at = excluded.drawn_at
where mark.xid > excluded.xid or pg_snapshot_xmin(pg_current_snapshot()) >= mark.xid and not exists (
  select from ${table} where seal_no <= mark.seal_no
    and seal_no > coalesce((select max(to_no) from seal where chain = $1), 0))`;

/**
 * Seals the next numbers up to the mark, once every transaction that may hold one of them has ended: what commits later
 * has a later number, however its server's clock runs.
 */
const SEAL_SQL = (chain: Chain, { view }: Source) => `
with mark as (
  select seal_no, drawn_at from seal_mark
  where chain = '${chain}' and pg_snapshot_xmin(pg_current_snapshot()) >= xid
), last as (
  select coalesce(max(to_no), 0) as to_no, coalesce(max(to_id), 0) as to_id,
    coalesce((array_agg(hash order by id desc))[1], sha256('${chain}')) as hash
  from (select * from seal where chain = '${chain}' order by id desc limit 1) newest
), found as (
  select count(*)::int as rows, min(id) as from_id, max(id) as to_id, max(seal_no) as to_no,
    string_agg(leaf, ''::bytea order by seal_no) as leaves
  from (
    select row.* from last, mark, lateral (
      select id, seal_no, leaf from ${view}
      where seal_no > last.to_no and seal_no <= mark.seal_no order by seal_no limit $1) row) open
), next as (
  select found.rows, found.from_id, greatest(last.to_id, found.to_id) as to_id, last.to_no + 1 as from_no,
    case when found.rows < $1 then mark.seal_no else found.to_no end as to_no,
    case when found.rows < $1 or found.to_no = mark.seal_no then mark.drawn_at end as closed_at,
    found.leaves, last.hash as previous_hash
  from found, last, mark where found.rows > 0
), sealed as (
  insert into seal (chain, from_id, to_id, from_no, to_no, closed_at, rows, previous_hash, leaves, hash)
  select '${chain}', from_id, to_id, from_no, to_no, closed_at, rows, previous_hash, leaves,
    sha256(previous_hash || ${sealedContent('next')})
  from next
  returning rows::int, encode(hash, 'hex') as hash
)
select exists (select from mark) as reached, coalesce(sealed.rows, 0) as rows, sealed.hash
from (values (1)) one left join sealed on true`;

interface Sealed {
  /** Every number up to the mark is committed or will never be. */
  reached: boolean;
  rows: number;
  hash: string | null;
}

async function locked<T>(
  pool: Pool,
  chain: Chain,
  work: (tx: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  return transact(pool, async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      SOURCES[chain].lock,
    ]);
    return rows[0]?.mine ? work(tx) : undefined;
  });
}

/** The number is read in a statement of its own, before the transaction has an id: no later one may be below it. */
async function markChain(pool: Pool, chain: Chain): Promise<void> {
  await locked(pool, chain, async (tx) => {
    const source = SOURCES[chain];
    const { rows } = await tx.query<{ no: string; at: string }>(DRAWN_SQL, [source.sequence]);
    await tx.query(MARK_SQL(source), [chain, rows[0]?.no, rows[0]?.at]);
  });
}

const sealRange = (pool: Pool, chain: Chain): Promise<Sealed | undefined> =>
  locked(pool, chain, async (tx) => {
    const { rows } = await tx.query<Sealed>(SEAL_SQL(chain, SOURCES[chain]), [SEAL_ROWS]);
    return rows[0];
  });

/**
 * Seals what was drawn until now of one chain, one range at a time; one server at once. Answers the number of rows and
 * the newest hash.
 */
export async function sealChain(
  pool: Pool,
  chain: Chain,
  { patienceMs = PATIENCE_MS } = {},
): Promise<{ rows: number; head: string | undefined }> {
  const began = performance.now();
  const left = (ms: number) => performance.now() - began < ms;
  let rows = 0;
  let head: string | undefined;
  await markChain(pool, chain);
  while (left(ROUND_MS)) {
    const sealed = await sealRange(pool, chain);
    if (!sealed) break;
    if (!sealed.reached) {
      if (!left(patienceMs)) break;
      await sleep(LOOK_MS);
      continue;
    }
    rows += sealed.rows;
    head = sealed.hash ?? head;
    if (sealed.rows < SEAL_ROWS) break;
  }
  return { rows, head };
}
