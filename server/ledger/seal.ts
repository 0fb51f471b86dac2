import type { Pool, PoolClient } from 'pg';
import { transact } from '../db/transaction.ts';

/** order_log row by row; ledger entry by entry, each with its legs. */
export const CHAINS = ['order_log', 'ledger'] as const;
export type Chain = (typeof CHAINS)[number];

const VIEW: Readonly<Record<Chain, string>> = { order_log: 'seal_order_log', ledger: 'seal_ledger' };
const LOCK: Readonly<Record<Chain, number>> = { order_log: 730074001, ledger: 730074002 };

/** Seals that one statement verifies. */
const VERIFIED = 20;
/** Rows a seal covers at most. */
export const SEAL_ROWS = 5_000;
/** Younger rows wait: an id drawn earlier may still be on its way to its commit. */
export const SETTLE_SECONDS = 60;

/**
 * Seals the next range: its rows older than every transaction still open (and a margin for clocks that differ), and
 * the seal before it. 24 bytes a row are kept, so that the verifier can name the row.
 */
const SEAL_SQL = (chain: Chain) => `
with last as (
  select coalesce(max(to_id), 0) as to_id,
    coalesce((select hash from seal where chain = '${chain}' order by id desc limit 1), sha256('${chain}')) as hash
  from seal where chain = '${chain}'
), horizon as (
  select least(now(), min(xact_start)) - make_interval(secs => $1) as at
  from pg_stat_activity where xact_start is not null and datname = current_database()
), bound as (
  select (extract(epoch from at - timestamptz '2024-01-01 00:00:00Z') * 1000)::bigint << 22 as id from horizon
), open as (
  select row.id, row.leaf from last, horizon, bound, lateral (
    select id, leaf from ${VIEW[chain]}
    where id > last.to_id and id < bound.id and created_at < horizon.at
    order by id limit $2) row
), leaves as (
  select min(id) as from_id, max(id) as to_id, count(*) as rows, string_agg(leaf, ''::bytea order by id) as leaves
  from open
)
insert into seal (chain, from_id, to_id, rows, previous_hash, leaves, hash)
select '${chain}', leaves.from_id, leaves.to_id, leaves.rows, last.hash, leaves.leaves, sha256(last.hash || leaves.leaves)
from leaves, last where leaves.rows > 0
returning rows::int, encode(hash, 'hex') as hash`;

/** Seals what may be sealed of one chain, one range at a time; one server at once. Answers the number of rows. */
export async function sealChain(
  pool: Pool,
  chain: Chain,
  options: { settleSeconds?: number; ranges?: number } = {},
): Promise<{ rows: number; head: string | undefined }> {
  let rows = 0;
  let head: string | undefined;
  for (let range = 0; range < (options.ranges ?? 20); range += 1) {
    const sealed = await transact(pool, (tx) =>
      sealRange(tx, chain, options.settleSeconds ?? SETTLE_SECONDS),
    );
    if (!sealed) break;
    rows += sealed.rows;
    head = sealed.hash;
    if (sealed.rows < SEAL_ROWS) break;
  }
  return { rows, head };
}

async function sealRange(tx: PoolClient, chain: Chain, settleSeconds: number) {
  const lock = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    LOCK[chain],
  ]);
  if (!lock.rows[0]?.mine) return undefined;
  const { rows } = await tx.query<{ rows: number; hash: string }>(SEAL_SQL(chain), [
    settleSeconds,
    SEAL_ROWS,
  ]);
  return rows[0];
}

export interface SealFault {
  chain: Chain;
  sealId: string;
  fromId: string;
  toId: string;
  /** The edited, deleted or inserted row; absent where the seal itself was edited. */
  rowId?: string;
  problem: 'changed' | 'missing' | 'added' | 'seal edited' | 'chain broken';
}

interface SealRow {
  id: string;
  from_id: string;
  to_id: string;
  links: boolean;
  whole: boolean;
  same: boolean;
}

const VERIFY_SQL = (chain: Chain) => `
select seal.id::text, seal.from_id::text, seal.to_id::text,
  previous_hash = coalesce(before.hash, sha256('${chain}')) as links,
  seal.hash = sha256(previous_hash || leaves) as whole,
  coalesce((select string_agg(leaf, ''::bytea order by id) from ${VIEW[chain]}
    where id > coalesce(before.to_id, 0) and id <= seal.to_id), ''::bytea) = leaves as same
from seal left join lateral (
  select hash, to_id from seal b where b.chain = '${chain}' and b.id < seal.id order by b.id desc limit 1) before on true
where seal.chain = '${chain}' and seal.id > $1 order by seal.id limit ${VERIFIED}`;

const NAME_SQL = (chain: Chain) => `
with sealed as (
  select substring(leaves from at * 24 + 1 for 8) as id, substring(leaves from at * 24 + 1 for 24) as leaf
  from seal, generate_series(0, length(leaves) / 24 - 1) at where seal.id = $1
), now as (
  select int8send(row.id) as id, row.leaf from ${VIEW[chain]} row
  where row.id <= (select to_id from seal where id = $1)
    and row.id > coalesce((select max(to_id) from seal where chain = '${chain}' and id < $1), 0)
)
select ('x' || encode(coalesce(sealed.id, now.id), 'hex'))::bit(64)::bigint::text as row_id,
  case when sealed.id is null then 'added' when now.id is null then 'missing' else 'changed' end as problem
from sealed full join now using (id)
where sealed.leaf is distinct from now.leaf order by 1 limit 100`;

/** Recomputes every seal of a chain and names each range and row that is no longer what was sealed. */
export async function verifyChain(pool: Pool, chain: Chain): Promise<SealFault[]> {
  const faults: SealFault[] = [];
  for (let last = '0'; ; ) {
    const { rows } = await pool.query<SealRow>(VERIFY_SQL(chain), [last]);
    for (const seal of rows) {
      const range = { chain, sealId: seal.id, fromId: seal.from_id, toId: seal.to_id };
      if (!seal.links) faults.push({ ...range, problem: 'chain broken' });
      if (!seal.whole) faults.push({ ...range, problem: 'seal edited' });
      if (seal.same) continue;
      const named = await pool.query<{ row_id: string; problem: SealFault['problem'] }>(NAME_SQL(chain), [
        seal.id,
      ]);
      faults.push(...named.rows.map((row) => ({ ...range, rowId: row.row_id, problem: row.problem })));
    }
    const end = rows.at(-1);
    if (!end || rows.length < VERIFIED) return faults;
    last = end.id;
  }
}
