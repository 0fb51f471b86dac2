import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { alertsSince, clearAlerts, raiseAlerts } from './alerts.ts';
import type { Fault } from './ask.ts';
import { spaceWalks } from './check.ts';
import { alone, beginWalk, keepStep, type Progress, readProgress } from './progress.ts';
import { sealWalks } from './seals.ts';
import { takeSteps, type Walk, withCheck } from './walk.ts';

/** How far a check has come, over all its walks. */
export interface Way {
  /** Rows and seals, so far and in all. */
  checked: number;
  total: number;
  faults: number;
}

export interface FullOptions {
  log: Logger;
  /** Goes on where the last full check ended, if it did not come to its end. */
  resume?: boolean;
  /** Walks that are checked side by side. */
  lanes?: number;
  /** Rows of a first step, where the walk's own are not wanted. */
  size?: number;
  onWay?: (way: Way) => void;
}

/** Every walk there is, the ones that take longest first, so that the lanes end together. */
export function allWalks(pool: Pool): Walk[] {
  const [rows, ...others] = spaceWalks();
  return [rows!, ...sealWalks(pool).reverse(), ...others];
}

async function begin(pool: Pool, walks: readonly Walk[], resume: boolean): Promise<Map<string, Progress>> {
  const before = await readProgress(pool, 'all');
  const unfinished = [...before.values()].some(({ done }) => !done);
  for (const walk of walks)
    if (!(resume && unfinished && before.has(walk.name))) await beginWalk(pool, 'all', walk);
  return readProgress(pool, 'all');
}

/** Where one lane fails, the others end behind their step. */
interface Lane extends FullOptions {
  stopped: AbortSignal;
}

interface Job {
  walk: Walk;
  progress: Progress;
  /** Rows or seals still to check, by an estimate until the walk has come to its end. */
  left: number;
}

/** Checks one walk to its end from where it is; each step is kept once its faults are. */
async function runWalk(pool: Pool, job: Job, way: Way, options: Lane): Promise<void> {
  const { walk, progress } = job;
  let left = job.left;
  await withCheck(pool, (check) =>
    takeSteps(
      walk,
      check,
      progress.reached ?? walk.first,
      async (step) => {
        if (step.faults.length > 0) await raiseAlerts(pool, step.faults, options.log);
        await keepStep(pool, 'all', walk, step);
        way.checked += step.checked * walk.weight;
        left -= step.checked;
        if (step.next === undefined || left < 0) {
          way.total -= left * walk.weight;
          left = 0;
        }
        way.faults += step.faults.length;
        options.onWay?.(way);
        return !options.stopped.aborted;
      },
      options.size ?? walk.size,
    ),
  );
}

/** What is left of each walk. */
const jobsOf = (pool: Pool, walks: readonly Walk[], kept: ReadonlyMap<string, Progress>): Promise<Job[]> =>
  withCheck(pool, async (check) => {
    const jobs: Job[] = [];
    for (const walk of walks) {
      const progress = kept.get(walk.name)!;
      const left = progress.done ? 0 : await walk.left(check, progress.reached ?? walk.first);
      jobs.push({ walk, progress, left });
    }
    return jobs;
  });

function wayOf(jobs: readonly Job[]): Way {
  const way = { checked: 0, total: 0, faults: 0 };
  for (const { walk, progress, left } of jobs) {
    way.checked += progress.checked * walk.weight;
    way.total += (progress.checked + left) * walk.weight;
  }
  return way;
}

/**
 * Checks every invariant and every seal by ranges, raises what it finds, and clears the alerts that are right again. It
 * may be stopped anywhere: with `resume` the next one goes on behind the last range.
 * @returns the faults that were found since the check began, however often it was resumed
 * @throws CheckUnderWay where somebody else does the same
 */
export function fullCheck(pool: Pool, options: FullOptions): Promise<Fault[]> {
  return alone(pool, 'all', async () => {
    const walks = allWalks(pool);
    const progress = await begin(pool, walks, options.resume ?? false);
    const jobs = await jobsOf(pool, walks, progress);
    const startedAt = new Date(Math.min(...jobs.map((job) => job.progress.startedAt.getTime())));
    const way = wayOf(jobs);
    const queue = jobs.filter((job) => !job.progress.done);
    const stop = new AbortController();
    const lane = async () => {
      for (let job = queue.shift(); job && !stop.signal.aborted; job = queue.shift())
        await runWalk(pool, job, way, { ...options, stopped: stop.signal });
    };
    const lanes = Array.from({ length: options.lanes ?? 1 }, () =>
      lane().catch((error: unknown) => {
        stop.abort();
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(lanes)).find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
    await clearAlerts(pool, startedAt, options.log);
    return alertsSince(pool, startedAt);
  });
}
