import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { logDifference } from '../../engine/differences.ts';
import type { JobRun } from '../../../contract/jobBoard.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { boardOf, failedIn } from './board.ts';
import { keepBuiltIns, worksOf } from './builtIn.ts';
import { mountFamilyJobs } from './family.ts';
import { recordsOf } from './store.ts';
import { mountTriggerWrites } from './triggerWrites.ts';
import { mountAllStates, mountJobStates, mountJobWrites, mountPauses } from './writes.ts';

const RUNS_SHOWN = 50;

/** What runs by time and what failed in the queue: reading, running, pausing, and requests that people set up. */
export async function mountSchedule(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const works = worksOf(deps);
  await keepBuiltIns(deps.pool, works);
  mountFamilyJobs(app, deps);
  mountJobWrites(app, deps);
  mountTriggerWrites(app, deps);
  mountJobStates(app, deps);
  mountPauses(app, deps, works);
  mountAllStates(app, deps);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysJob/board',
    permission: { anyOf: ['sysJob:page'] },
    summary: 'Jobs with their triggers, and jobs of the queue that failed',
    handler: ({ caller }) => boardOf(deps, caller, works),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysJob/runs',
    permission: { anyOf: ['sysJob:page'] },
    body: z.strictObject({ jobId: z.string().max(80) }),
    summary: 'The latest runs of a job',
    handler: async ({ body }): Promise<JobRun[]> =>
      (await recordsOf(deps.pool, body.jobId, null, RUNS_SHOWN)).rows.map((row) => ({
        id: row.id,
        triggerId: row.triggerId,
        at: row.at.toISOString(),
        status: row.status,
        result: row.result,
        elapsedMs: row.elapsedTime,
      })),
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/retryFailed',
    permission: { anyOf: ['sysJob:run'] },
    body: z.looseObject({ id: idSchema }),
    summary: 'Queues a failed job again, with all its tries; what asks an upstream for money is refused',
    handler: async ({ tx, body, caller }) => {
      const failed = (await failedIn(deps.pool)).find(({ id }) => id === body.id);
      if (!failed) throw new Refused('notFound');
      if (!failed.retryable) throw new Refused('notOffered', { says: 'jobMoney' });
      await tx.query(
        `select 1 from graphile_worker.reschedule_jobs(array[$1]::bigint[], run_at := now(), attempts := 0)`,
        [body.id],
      );
      const change = { resource: 'sysJob', id: body.id, before: { run: null }, after: { run: 'again' } };
      await logDifference(tx, change, caller, deps.clock.now());
      return true;
    },
  });
}
