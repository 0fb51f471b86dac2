import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { demand } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { exportFileOf } from '../../platform/jobs/exportFile.ts';
import { startJobNow, takeBack, undoJob } from '../../engine/hold.ts';
import { cancelJob, exportedBy, ownJob, ownJobs } from '../../platform/jobs/jobStore.ts';
import { sendExport } from '../../platform/jobs/sendExport.ts';

const byId = z.object({ id: idSchema });

/** Long work as its owner sees it: progress, cancel, result, file. Another's job is like none. */
export function mountJobs(app: FastifyInstance, deps: AppDeps): void {
  const { pool } = deps;

  route(app, {
    method: 'GET',
    url: '/api/jobs/detail',
    permission: { session: EVERYONE },
    query: byId,
    summary: 'A job of the caller: status, progress and result',
    handler: ({ caller, query }) => ownJob(pool, caller.userId, query.id),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/jobs/mine',
    permission: { session: EVERYONE },
    summary: 'The latest jobs of the caller',
    handler: ({ caller }) => ownJobs(pool, caller.userId),
  });
  writeRoute(app, deps, {
    url: '/api/jobs/cancel',
    anyClock: true,
    permission: { session: EVERYONE },
    body: byId,
    summary: 'Stops a job; rows already handled stay handled',
    handler: async ({ caller, body, tx }) => {
      await takeBack(tx, caller, body.id);
      return cancelJob(tx, caller.userId, body.id);
    },
  });
  writeRoute(app, deps, {
    url: '/api/jobs/undo',
    anyClock: true,
    permission: { session: EVERYONE },
    body: byId,
    summary: 'Takes back a held job before it starts; nothing is changed',
    handler: ({ caller, body, tx }) => undoJob(tx, caller, body.id),
  });
  writeRoute(app, deps, {
    url: '/api/jobs/startNow',
    anyClock: true,
    permission: { session: EVERYONE },
    body: byId,
    summary: 'Starts a held job before its hold ends',
    handler: ({ caller, body, tx }) => startJobNow(tx, caller, body.id),
  });
  route(app, {
    method: 'GET',
    url: '/api/jobs/file',
    permission: { session: EVERYONE },
    query: byId,
    longLived: true,
    summary: 'The file of a finished export, or a range of its bytes, for its owner',
    handler: async ({ caller, query, request, reply }) => {
      const job = await ownJob(pool, caller.userId, query.id);
      if (job.kind !== 'exportRows' || job.status !== 'done') throw new Refused('notFound');
      const resource = await exportedBy(pool, job.id);
      for (const right of [`${resource}:export`, `${resource}:page`]) demand(caller, [right]);
      const file = await exportFileOf(pool, job.id);
      if (!file) throw new Refused('notFound');
      const { name } = (job.result ?? {}) as { name?: string };
      const fileName = (name ?? `${job.id}.csv`).replace(/[^\w.-]/g, '_');
      return sendExport(pool, file, fileName, request, reply);
    },
  });
}
