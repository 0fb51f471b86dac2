import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { CHAINS, SOURCES } from '../ledger/seal.ts';
import { LATE_MINUTES, verifyWholeChain } from '../ledger/verifySeals.ts';
import { clearAlerts, raiseAlerts } from './alerts.ts';
import { checkInvariants, type Fault } from './check.ts';

/** A transaction may commit this long after it drew its ids and instants; each check looks back as far. */
const OVERLAP_MS = 120_000;
/** Another server was here a moment ago. */
const TWIN_MS = 45_000;
/** Local hour of the full check. */
const NIGHT = 3;

export type Mode = 'changes' | 'all';

async function mark(pool: Pool, mode: Mode, checkedTo: Date, faults: number): Promise<void> {
  await pool.query(
    `insert into invariant_mark (name, checked_to, faults) values ($1, $2, $3)
     on conflict (name) do update set checked_to = excluded.checked_to, faults = excluded.faults`,
    [mode, checkedTo, faults],
  );
}

/** Edits of sealed history, and apart from them seals that are late, in the form of the other faults. */
async function sealFaults(pool: Pool): Promise<Fault[]> {
  const faults = [];
  for (const chain of CHAINS) faults.push(...(await verifyWholeChain(pool, chain)));
  return faults.map(({ chain, sealId, fromId, toId, rowId, problem }) => ({
    invariant: problem === 'late' ? 'sealLate' : 'seal',
    subject: rowId ? `${SOURCES[chain].table} ${rowId}` : sealId ? `seal ${sealId}` : `seals of ${chain}`,
    problem:
      problem === 'late'
        ? `rows ${fromId}–${toId} wait for their seal for more than ${LATE_MINUTES} minutes`
        : `${problem}, in the range ${fromId}–${toId}`,
  }));
}

/** Every fault of the invariants and of the seals; nothing is written. */
export const allFaults = async (pool: Pool): Promise<Fault[]> => [
  ...(await checkInvariants(pool)),
  ...(await sealFaults(pool)),
];

/**
 * One round of the monitor. `changes` checks what changed since the last round, `all` checks everything, seals
 * too. An alert is raised once, names its rows in the log, and is cleared once by a round that finds them right.
 */
export async function monitorRound(pool: Pool, mode: Mode, log: Logger): Promise<Fault[]> {
  const { rows } = await pool.query<{ now: Date; checked_to: Date | null }>(
    `select clock_timestamp() as now, (select checked_to from invariant_mark where name = 'changes') as checked_to`,
  );
  const { now, checked_to: last } = rows[0]!;
  const from = last ?? new Date(now.getTime() - OVERLAP_MS);
  const since = mode === 'changes' ? new Date(from.getTime() - OVERLAP_MS) : undefined;
  const faults = since ? await checkInvariants(pool, { since }) : await allFaults(pool);
  if (faults.length > 0) await raiseAlerts(pool, faults, log);
  await clearAlerts(pool, now, mode === 'all', log);
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

/** The minute's round, unless another server did it. */
export async function watch(pool: Pool, log: Logger): Promise<void> {
  if ((await ageOf(pool, 'changes')) > TWIN_MS) await monitorRound(pool, 'changes', log);
}

/** Everything once a night. */
export async function nightly(pool: Pool, log: Logger, now: Date): Promise<void> {
  if (now.getHours() === NIGHT && (await ageOf(pool, 'all')) > 20 * 3_600_000)
    await monitorRound(pool, 'all', log);
}
