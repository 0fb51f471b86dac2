import type { Pool, PoolClient } from 'pg';
import { idAt } from '../../platform/db/id.ts';
import { askKeys, askRange, type Check, type Fault, type Range } from './ask.ts';
import type { Space } from './list.ts';
import { partsOf, SPACES } from './spaces.ts';
import { spaceWalk, type Step, takeSteps, touchedWalk, type Walk, withCheck } from './walk.ts';

export type { Fault } from './ask.ts';

/** What is done with the faults of each step. */
export type Report = (faults: readonly Fault[]) => Promise<void>;

const SPACE_NAMES = Object.keys(SPACES) as Space[];

/** Everything but the seals. */
export const spaceWalks = (): Walk[] => SPACE_NAMES.map((space) => spaceWalk(space));

async function walkThrough(check: Check, walk: Walk, from: string, report: Report): Promise<void> {
  await takeSteps(walk, check, from, async ({ faults }: Step) => {
    await report(faults);
    return true;
  });
}

/** The whole of a walk. */
export const walkAll = (check: Check, walk: Walk, report: Report): Promise<void> =>
  walkThrough(check, walk, walk.first, report);

/** Merchants whose details were written in a range of entries. */
const MERCHANTS = `select distinct merchant_id::text as id from fund_detail where entry_id >= $1`;

async function askMerchants(check: Check, since: string, report: Report): Promise<void> {
  const { rows } = await check.db.query<{ id: string }>(MERCHANTS, [since]);
  const ids = rows.map(({ id }) => id);
  for (const part of partsOf('merchants')) await report(await askKeys(check, part, part.column!, ids));
}

/** The days whose reports were made since then. */
const DAYS = `select distinct report_date::text as from, (report_date + 1)::text as until from (
    select report_date from daily_report where computed_at >= $1
    union all select report_date from upstream_report where computed_at >= $1
  ) made order by 1`;

async function askDays(check: Check, since: Date, report: Report): Promise<void> {
  const { rows } = await check.db.query<Range>(DAYS, [since]);
  for (const part of partsOf('days')) for (const day of rows) await report(await askRange(check, part, day));
}

/** The hour from which folded sums can have changed since then: late hours are folded as soon as nobody can post to them. */
async function hourBefore(db: PoolClient, since: Date): Promise<string> {
  const { rows } = await db.query<{ at: Date }>(
    `select least(date_trunc('hour', $1::timestamptz, 'UTC'), (select at from ledger_mark))::timestamptz
       - interval '2 hours' as at`,
    [since],
  );
  return rows[0]!.at.toISOString();
}

/**
 * What changed since an instant: new rows by their time-ordered ids, older orders by what was written about them, and the
 * accounts, hours and codes since then. `daily` asks of every account and of the reports that were made since, too.
 */
export async function checkChanges(check: Check, since: Date, report: Report, daily = false): Promise<void> {
  const id = idAt(since.getTime());
  await walkThrough(check, spaceWalk('rows'), id, report);
  await walkThrough(check, touchedWalk(id), id, report);
  if (daily) {
    await walkAll(check, spaceWalk('merchants'), report);
    await askDays(check, since, report);
  } else await askMerchants(check, id, report);
  await walkThrough(check, spaceWalk('hours'), await hourBefore(check.db, since), report);
  await walkThrough(check, spaceWalk('instants'), since.toISOString(), report);
}

/** Every fault of the invariants: of what changed since an instant, or of everything. Empty is the only good answer. */
export function checkInvariants(
  pool: Pool,
  options: { since?: Date; daily?: boolean } = {},
): Promise<Fault[]> {
  return withCheck(pool, async (check) => {
    const faults = new Map<string, Fault>();
    const report: Report = async (found) => {
      for (const fault of found) faults.set(`${fault.invariant} ${fault.subject}`, fault);
    };
    if (options.since) await checkChanges(check, options.since, report, options.daily);
    else for (const walk of spaceWalks()) await walkAll(check, walk, report);
    return [...faults.values()];
  });
}
