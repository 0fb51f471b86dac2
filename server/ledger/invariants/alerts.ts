import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { announceFaults, announceFaultsCleared } from './faultNotices.ts';
import { type Fault, partOf, type Range, stillFaulty } from './ask.ts';
import { sealsStillFaulty } from './seals.ts';
import { withCheck } from './walk.ts';

/** One server at a time opens and clears alerts: each alert has one episode and is announced once. */
const LOCK = `select pg_advisory_xact_lock(hashtext('invariant_alert'))`;

const RAISE = `insert into invariant_alert (invariant, subject, problem, part, from_key, until_key, episode)
  select distinct on (f.invariant, f.subject) f.*,
    coalesce((select max(episode) from invariant_alert a where a.invariant = f.invariant), $7)
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    f (invariant, subject, problem, part, from_key, until_key)
  on conflict (invariant, subject) do update
    set problem = excluded.problem, part = excluded.part, from_key = excluded.from_key, until_key = excluded.until_key,
      last_seen = clock_timestamp()
  returning invariant, subject, xmax = 0 as fresh`;

const OPEN = `select invariant, episode::text, count(*)::int as count, array_agg(subject order by id) as subjects
  from invariant_alert where invariant = any($1) group by invariant, episode order by invariant`;

const CLEAR = `delete from invariant_alert where last_seen < $1 and id = any($2::bigint[]) returning invariant`;

const DUE = `select id::text, subject, part, from_key as "from", until_key as "until" from invariant_alert
  where last_seen < $1 order by part, from_key`;

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
      faults.map((fault) => fault.part),
      faults.map((fault) => fault.from),
      faults.map((fault) => fault.until),
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

async function clear(tx: PoolClient, before: Date, ids: readonly string[]): Promise<string[]> {
  await tx.query(LOCK);
  const { rows } = await tx.query<{ invariant: string }>(CLEAR, [before, ids]);
  const touched = [...new Set(rows.map(({ invariant }) => invariant))].sort();
  const { rows: open } = await tx.query<{ invariant: string }>(OPEN, [touched]);
  const cleared = touched.filter((invariant) => !open.some((alert) => alert.invariant === invariant));
  if (cleared.length > 0) await announceFaultsCleared(tx, cleared, new Date());
  return cleared;
}

interface Due extends Range {
  id: string;
  subject: string;
  part: string;
}

/** What is still wrong in the rows of an alert; nothing of a part that this version does not have any more. */
async function faultyNow(pool: Pool, db: PoolClient, due: Due): Promise<ReadonlySet<string>> {
  const part = partOf(due.part);
  const still = part ? await stillFaulty(db, part, [due]) : await sealsStillFaulty(pool, due.part, due.from);
  return still ?? new Set();
}

/** The alerts that were not seen since `before` and whose rows, asked by themselves, are right now. */
async function rightAgain(pool: Pool, before: Date): Promise<string[]> {
  const { rows: due } = await pool.query<Due>(DUE, [before]);
  if (due.length === 0) return [];
  return withCheck(pool, async ({ db }) => {
    const right = [];
    // Many alerts of one day or one seal ask the same.
    const asked = new Map<string, ReadonlySet<string>>();
    for (const alert of due) {
      const question = `${alert.part} ${alert.from} ${alert.until}`;
      const faulty = asked.get(question) ?? (await faultyNow(pool, db, alert));
      asked.set(question, faulty);
      if (!faulty.has(alert.subject)) right.push(alert.id);
    }
    return right;
  });
}

/**
 * Drops the alerts that a check begun at `before` did not see and that are not found when their own rows are asked, and
 * says so once per invariant.
 */
export async function clearAlerts(pool: Pool, before: Date, log: Logger): Promise<void> {
  const ids = await rightAgain(pool, before);
  if (ids.length === 0) return;
  const cleared = await transact(pool, (tx) => clear(tx, before, ids));
  if (cleared.length > 0) log.info({ alert: 'invariant', cleared }, `cleared: ${cleared.join(', ')}`);
}

/** The alerts that were seen since an instant, by invariant and in the order of their rows. */
export async function alertsSince(pool: Pool, since: Date): Promise<Fault[]> {
  const { rows } = await pool.query<Fault>(
    `select invariant, subject, problem, part, from_key as "from", until_key as "until" from invariant_alert
     where last_seen >= $1 order by invariant, id`,
    [since],
  );
  return rows;
}
