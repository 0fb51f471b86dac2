import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { raiseAlerts } from './alerts.ts';
import type { Check } from './ask.ts';
import { allWalks } from './fullCheck.ts';
import { alone, beginWalk, keepStep, readProgress } from './progress.ts';
import { takeSteps, type Walk, withCheck } from './walk.ts';

const DAY_MS = 24 * 3_600_000;
/** The nightly runs begin within an hour of each other's time of day. */
const SLACK_MS = 2 * 3_600_000;

/**
 * The share of what is left that tonight takes, so that all is done within the days since the cycle began. What is left
 * is an estimate: the last night goes on to the end.
 */
export function shareOf(left: number, startedAt: Date, now: Date, days: number): number {
  const passed = Math.floor((now.getTime() - startedAt.getTime() + SLACK_MS) / DAY_MS);
  const nights = days - passed;
  return nights <= 1 ? Number.POSITIVE_INFINITY : Math.ceil(left / nights);
}

export interface Night {
  /** Within how many days everything is checked. */
  days: number;
  now: Date;
  log: Logger;
  stopping?: AbortSignal;
}

async function takeShare(pool: Pool, walk: Walk, night: Night): Promise<void> {
  const { days, now, log } = night;
  let progress = (await readProgress(pool, 'rolling')).get(walk.name);
  if (!progress || progress.done) {
    await beginWalk(pool, 'rolling', walk, now);
    progress = (await readProgress(pool, 'rolling')).get(walk.name)!;
  }
  const { reached, startedAt } = progress;
  const share = async (check: Check) => {
    const from = reached ?? walk.first;
    const size = shareOf(await walk.left(check, from), startedAt, now, days);
    let checked = 0;
    await takeSteps(
      walk,
      check,
      from,
      async (step) => {
        if (step.faults.length > 0) await raiseAlerts(pool, step.faults, log);
        await keepStep(pool, 'rolling', walk, step);
        checked += step.checked;
        return checked < size;
      },
      Math.min(walk.size, Math.max(1, size)),
    );
  };
  await withCheck(pool, share, night);
}

/** Checks tonight's share of everything and raises what it finds: all of it within so many days, whatever changed. */
export function rollingCheck(pool: Pool, night: Night): Promise<void> {
  return alone(pool, 'rolling', async () => {
    for (const walk of allWalks(pool)) await takeShare(pool, walk, night);
  });
}
