import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { newId } from '../db/id.ts';
import { transact } from '../db/transaction.ts';
import { announceFaults, announceFaultsCleared } from '../system/announce.ts';
import { type Fault, faultsAmong } from './check.ts';

/** One server at a time opens and clears alerts: each alert has one episode and is announced once. */
const LOCK = `select pg_advisory_xact_lock(hashtext('invariant_alert'))`;

const RAISE = `insert into invariant_alert (invariant, subject, problem, row_key, episode)
  select distinct on (f.invariant, f.subject) f.*,
    coalesce((select max(episode) from invariant_alert a where a.invariant = f.invariant), $5)
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) f (invariant, subject, problem, row_key)
  on conflict (invariant, subject) do update
    set problem = excluded.problem, row_key = excluded.row_key, last_seen = clock_timestamp()
  returning invariant, subject, xmax = 0 as fresh`;

const OPEN = `select invariant, episode::text, count(*)::int as count, array_agg(subject order by id) as subjects
  from invariant_alert where invariant = any($1) group by invariant, episode order by invariant`;

const CLEAR = `delete from invariant_alert where last_seen < $1 and ($2::bigint[] is null or id = any($2))
  returning invariant`;

const DUE = `select id::text, invariant, subject, row_key::text as key from invariant_alert
  where last_seen < $1 and row_key is not null`;

interface Alerted {
  invariant: string;
  subject: string;
  fresh: boolean;
}

/** Records faults; logs the rows that are new and announces an invariant's alert once, with the count of its rows. */
export async function raiseAlerts(pool: Pool, faults: readonly Fault[], log: Logger): Promise<void> {
  const fresh = await transact(pool, async (tx) => {
    await tx.query(LOCK);
    const { rows } = await tx.query<Alerted>(RAISE, [
      faults.map((fault) => fault.invariant),
      faults.map((fault) => fault.subject),
      faults.map((fault) => fault.problem),
      faults.map((fault) => fault.key ?? null),
      newId(),
    ]);
    const opened = rows.filter((row) => row.fresh);
    const { rows: alerts } = await tx.query(OPEN, [opened.map(({ invariant }) => invariant)]);
    for (const alert of alerts) await announceFaults(tx, alert, new Date());
    return new Set(opened.map(({ invariant, subject }) => `${invariant} ${subject}`));
  });
  for (const fault of faults)
    if (fresh.delete(`${fault.invariant} ${fault.subject}`))
      log.error({ alert: 'invariant', ...fault }, `${fault.invariant}: ${fault.subject}`);
}

async function clear(tx: PoolClient, before: Date, ids: string[] | null): Promise<string[]> {
  await tx.query(LOCK);
  const { rows } = await tx.query<{ invariant: string }>(CLEAR, [before, ids]);
  const touched = [...new Set(rows.map(({ invariant }) => invariant))].sort();
  const { rows: open } = await tx.query<{ invariant: string }>(OPEN, [touched]);
  const cleared = touched.filter((invariant) => !open.some((alert) => alert.invariant === invariant));
  if (cleared.length > 0) await announceFaultsCleared(tx, cleared, new Date());
  return cleared;
}

/** The alerts that were not seen since `before` and whose rows, asked by their keys, are right now. */
async function rightAgain(pool: Pool, before: Date): Promise<string[]> {
  const { rows: due } = await pool.query<{ id: string; invariant: string; subject: string; key: string }>(
    DUE,
    [before],
  );
  const still = await faultsAmong(pool, due);
  return due.filter((alert) => !still.has(`${alert.invariant} ${alert.subject}`)).map(({ id }) => id);
}

/**
 * Drops the alerts that a round begun at `before` no longer sees and says so once per invariant. After a full check
 * these are all it did not see; after a check of changes those whose rows turn out right when asked by key.
 */
export async function clearAlerts(pool: Pool, before: Date, full: boolean, log: Logger): Promise<void> {
  const ids = full ? null : await rightAgain(pool, before);
  if (ids?.length === 0) return;
  const cleared = await transact(pool, (tx) => clear(tx, before, ids));
  if (cleared.length > 0) log.info({ alert: 'invariant', cleared }, `cleared: ${cleared.join(', ')}`);
}
