import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { numberSetting } from '../../platform/settings.ts';
import { alertsSince, clearAlerts, raiseAlerts } from './alerts.ts';
import { checkChanges, type Fault } from './check.ts';
import { CheckUnderWay } from './progress.ts';
import { rollingCheck } from './rolling.ts';
import { withCheck } from './walk.ts';

/** A transaction may commit this long after it drew its ids and instants; each check looks back as far. */
const OVERLAP_MS = 120_000;
/** Another server was here a moment ago. */
const TWIN_MS = 45_000;
/** Local hour of the daily check. */
const NIGHT = 3;

/** `changes` is the minute's round, `daily` the nightly one. */
export type Mode = 'changes' | 'daily';

async function mark(pool: Pool, mode: Mode, checkedTo: Date, faults: number): Promise<void> {
  await pool.query(
    `insert into invariant_mark (name, checked_to, faults) values ($1, $2, $3)
     on conflict (name) do update set checked_to = excluded.checked_to, faults = excluded.faults`,
    [mode, checkedTo, faults],
  );
}

/**
 * Checks what changed since the last round of its kind. An alert is raised once, names its rows in the log, and is
 * cleared once by a round that finds them right. A round that is cut off leaves its mark where it was.
 */
export async function monitorRound(
  pool: Pool,
  mode: Mode,
  log: Logger,
  stopping?: AbortSignal,
): Promise<Fault[]> {
  const { rows } = await pool.query<{ now: Date; checked_to: Date | null }>(
    `select clock_timestamp() as now, coalesce(
       (select checked_to from invariant_mark where name = $1),
       (select checked_to from invariant_mark where name = 'changes')) as checked_to`,
    [mode],
  );
  const { now, checked_to: last } = rows[0]!;
  const since = new Date((last ?? new Date(now.getTime() - OVERLAP_MS)).getTime() - OVERLAP_MS);
  const raise = async (faults: readonly Fault[]) => {
    if (faults.length > 0) await raiseAlerts(pool, faults, log);
  };
  await withCheck(
    pool,
    (check) => checkChanges(check, since, raise, mode === 'daily'),
    stopping && { stopping },
  );
  await clearAlerts(pool, now, log);
  const faults = await alertsSince(pool, now);
  await mark(pool, mode, now, faults.length);
  return faults;
}

async function ageOf(pool: Pool, mode: Mode): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    `select extract(epoch from clock_timestamp() - checked_to) * 1000 as ms from invariant_mark where name = $1`,
    [mode],
  );
  return rows[0] ? Number(rows[0].ms) : Number.POSITIVE_INFINITY;
}

/** The minute's round, unless another server did it; the next server goes on from the mark where this one is stopping. */
export async function watch(pool: Pool, log: Logger, stopping: AbortSignal): Promise<void> {
  if ((await ageOf(pool, 'changes')) <= TWIN_MS) return;
  try {
    await monitorRound(pool, 'changes', log, stopping);
  } catch (error) {
    if (error !== stopping.reason) throw error;
  }
}

/** Once a night what changed since the last one, and a share of the rest; what was checked counts where it is cut off. */
export async function nightly(pool: Pool, log: Logger, now: Date, stopping: AbortSignal): Promise<void> {
  if (now.getHours() !== NIGHT || (await ageOf(pool, 'daily')) < 20 * 3_600_000) return;
  try {
    await rollingCheck(pool, { days: await numberSetting(pool, 'ledgerRecheckDays'), now, log, stopping });
    await monitorRound(pool, 'daily', log, stopping);
  } catch (error) {
    if (!(error instanceof CheckUnderWay) && error !== stopping.reason) throw error;
  }
}
