import type { Pool } from 'pg';
import { ID_EPOCH } from '../platform/db/id.ts';
import { type Chain, sealedContent, SOURCES } from './seal.ts';

export interface SealFault {
  chain: Chain;
  /** Absent where no seal covers the row yet. */
  sealId?: string;
  fromId: string;
  toId: string;
  /** The edited, deleted or inserted row; absent where the seal itself was edited or is late. */
  rowId?: string;
  /** `late` is an operational fault: rows wait for their seal. Everything else is tampering. */
  problem: 'changed' | 'missing' | 'added' | 'seal edited' | 'chain broken' | 'late';
}

export interface VerifiedRange {
  faults: SealFault[];
  /** The last seal looked at: the next range starts after it, and so does the next check of what is new. */
  verified: string;
  /** `after` of the next range; null where this one reached the end of the chain and what is not sealed yet. */
  next: string | null;
}

/** Seals that one statement verifies: at most 20,000 rows, about a second. */
const VERIFIED = 4;
/** Rows that are named of one seal at most. */
const NAMED = 100;
/** Rows wait for their seal about a minute; from here on somebody has to look why. */
export const LATE_MINUTES = 10;
/**
 * A row's id and instant are older than its insert by no more than this: the clock of a server that takes commands is
 * right within 5 s and no command lasts so long. What is older was slipped in.
 */
export const BACKDATED_MINUTES = 10;

/** The id of an instant, as an SQL expression. */
const idOf = (instant: string): string =>
  `((extract(epoch from ${instant}) * 1000)::bigint - ${ID_EPOCH}) << 22`;
const BOUND = `closed.closed_at - interval '${BACKDATED_MINUTES} minutes'`;
const isBackdated = (row: string): string => `(${row}.id < ${idOf(BOUND)} or ${row}.created_at < ${BOUND})`;
/** When the newest seal that left no row behind was made up to its number, of those that the condition on `c` admits. */
const lastClosed = (chain: Chain, condition: string): string => `(
  select c.closed_at from seal c where c.chain = '${chain}' and c.closed_at is not null and ${condition}
  order by c.id desc limit 1)`;

interface SealRow {
  id: string;
  from_id: string;
  to_id: string;
  links: boolean;
  whole: boolean;
  same: boolean;
  slipped: string[];
}

const VERIFY_SQL = (chain: Chain) => {
  const { view, table } = SOURCES[chain];
  return `
select seal.id::text, seal.from_id::text, seal.to_id::text,
  previous_hash = coalesce(before.hash, sha256('${chain}'))
    and from_no = coalesce(before.to_no, 0) + 1 as links,
  seal.hash = sha256(previous_hash || ${sealedContent('seal')}) as whole,
  leaves = coalesce((select string_agg(leaf, ''::bytea order by seal_no) from ${view}
    where seal_no > coalesce(before.to_no, 0) and seal_no <= seal.to_no), ''::bytea) as same,
  array(
    (select id::text from ${table} row
      where seal_no > coalesce(before.to_no, 0) and seal_no <= seal.to_no and ${isBackdated('row')} limit ${NAMED})
    union all
    (select id::text from ${table} where seal_no is null and id > coalesce(before.to_id, 0) and id <= seal.to_id
      limit ${NAMED})) as slipped
from seal
left join lateral (
  select hash, to_id, to_no from seal b where b.chain = '${chain}' and b.id < seal.id order by b.id desc limit 1
) before on true
left join lateral ${lastClosed(chain, 'c.id < seal.id')} closed on true
where seal.chain = '${chain}' and seal.id > $1 order by seal.id limit $2`;
};

const NAME_SQL = (chain: Chain) => {
  const { view } = SOURCES[chain];
  return `
with seal as (
  select seal.*, coalesce(before.to_no, 0) as before_no
  from seal left join lateral (
    select to_no from seal b where b.chain = '${chain}' and b.id < seal.id order by b.id desc limit 1) before on true
  where seal.id = $1
), sealed as (
  select substring(leaves from at * 24 + 1 for 8) as id, substring(leaves from at * 24 + 1 for 24) as leaf
  from seal, generate_series(0, length(leaves) / 24 - 1) at
), now as (
  select int8send(row.id) as id, row.leaf from seal, lateral (
    select id, leaf from ${view} where seal_no > before_no and seal_no <= seal.to_no) row
)
select ('x' || encode(coalesce(sealed.id, now.id), 'hex'))::bit(64)::bigint::text as row_id,
  case when sealed.id is null then 'added' when now.id is null then 'missing' else 'changed' end as problem
from sealed full join now using (id)
where sealed.leaf is distinct from now.leaf order by 1 limit ${NAMED}`;
};

/** What no seal covers yet: rows slipped in, and whether the seals are late. */
const OPEN_SQL = (chain: Chain) => {
  const { table, sequence } = SOURCES[chain];
  return `
with last as (
  select coalesce(max(to_id), 0) as to_id, coalesce(max(to_no), 0) as to_no,
    coalesce(max(created_at), (select drawn_at from seal_mark where chain = '${chain}')) as progress
  from (select * from seal where chain = '${chain}' order by id desc limit 1) newest
), closed as ${lastClosed(chain, 'true')}, slipped as (
  (select id from last, ${table} where seal_no is null and id > last.to_id limit ${NAMED})
  union all
  (select id from ${table} where seal_no > coalesce(pg_sequence_last_value('${sequence}'), 0) limit ${NAMED})
  union all
  (select row.id from closed, last, ${table} row where seal_no > last.to_no and ${isBackdated('row')} limit ${NAMED})
)
select 'added' as problem, id::text as row_id, id::text as from_id, id::text as to_id
from (select distinct id from slipped) each
union all
select 'late', null, first.id::text, newest.id::text
from last, lateral (select id, created_at from ${table} where seal_no > last.to_no order by seal_no limit 1) first,
  lateral (select id from ${table} where seal_no > last.to_no order by seal_no desc limit 1) newest
where greatest(first.created_at, last.progress) < now() - interval '${LATE_MINUTES} minutes'
  and last.progress is not null`;
};

interface OpenRow {
  problem: 'added' | 'late';
  row_id: string | null;
  from_id: string;
  to_id: string;
}

async function openFaults(pool: Pool, chain: Chain): Promise<SealFault[]> {
  const { rows } = await pool.query<OpenRow>(OPEN_SQL(chain));
  return rows.map(({ problem, row_id, from_id, to_id }) => ({
    chain,
    fromId: from_id,
    toId: to_id,
    ...(row_id !== null && { rowId: row_id }),
    problem,
  }));
}

async function faultsOf(pool: Pool, chain: Chain, seal: SealRow): Promise<SealFault[]> {
  const range = { chain, sealId: seal.id, fromId: seal.from_id, toId: seal.to_id };
  const faults: SealFault[] = [];
  if (!seal.links) faults.push({ ...range, problem: 'chain broken' });
  if (!seal.whole) faults.push({ ...range, problem: 'seal edited' });
  const named = seal.same
    ? []
    : (await pool.query<{ row_id: string; problem: SealFault['problem'] }>(NAME_SQL(chain), [seal.id])).rows;
  faults.push(...named.map((row) => ({ ...range, rowId: row.row_id, problem: row.problem })));
  const slipped = seal.slipped.filter((id) => !named.some((row) => row.row_id === id));
  faults.push(...slipped.map((rowId) => ({ ...range, rowId, problem: 'added' as const })));
  return faults;
}

/**
 * Recomputes the next seals of a chain and names each range and row that is no longer what was sealed. One statement
 * covers at most `limit` seals, so that a check of everything is a sequence of short ones that can be resumed: pass
 * `next` as `after` until it is null.
 */
export async function verifyChain(
  pool: Pool,
  chain: Chain,
  { after = '0', limit = VERIFIED }: { after?: string; limit?: number } = {},
): Promise<VerifiedRange> {
  const { rows } = await pool.query<SealRow>(VERIFY_SQL(chain), [after, limit]);
  const faults: SealFault[] = [];
  for (const seal of rows) faults.push(...(await faultsOf(pool, chain, seal)));
  const verified = rows.at(-1)?.id ?? after;
  if (rows.length === limit) return { faults, verified, next: verified };
  faults.push(...(await openFaults(pool, chain)));
  return { faults, verified, next: null };
}

/** Every fault of a chain from its first seal on, range by range. */
export async function verifyWholeChain(pool: Pool, chain: Chain): Promise<SealFault[]> {
  const faults: SealFault[] = [];
  for (let after: string | null = '0'; after !== null; ) {
    const range: VerifiedRange = await verifyChain(pool, chain, { after });
    faults.push(...range.faults);
    after = range.next;
  }
  return faults;
}
