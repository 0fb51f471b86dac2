import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { JOB_KIND, TRIGGER } from '../../../contract/jobBoard.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { newId } from '../../platform/db/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { RegularWork } from '../../platform/jobs/task.ts';
import { changingEach, changingJob, recordRun } from './changes.ts';
import { keeping, opened, requestOf, sealed } from './httpJob.ts';
import { queueRun, runKey } from './work.ts';

const name = z.string().trim().min(1).max(80);
const text = (most: number) => z.string().max(most).nullish();
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish();

export const jobBody = z.looseObject({
  jobId: name,
  groupName: z.string().trim().max(80).nullish(),
  createType: z.coerce.number().int().default(JOB_KIND.request),
  concurrent: flag,
  includeAnnotation: flag,
  description: text(500),
  properties: z.unknown().optional(),
});
export const namedJob = z.looseObject({ jobId: name });

type JobBody = z.output<typeof jobBody>;

export interface Locked {
  createType: number;
  concurrent: boolean;
}

/** The job, locked, its change counted. @throws Refused notFound */
export async function touchJob(tx: PoolClient, jobId: string, userId: string): Promise<Locked> {
  const { rows } = await tx.query<Locked>(
    `update sys_job set version = version + 1, updated_at = now(), updated_by = $2 where job_id = $1
     returning create_type as "createType", concurrent`,
    [jobId, userId],
  );
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

/** What the product runs is the product's. @throws Refused notOffered */
export function demandOwn({ createType }: Locked): void {
  if (createType === JOB_KIND.builtIn) throw new Refused('notOffered', { says: 'jobBuiltIn' });
}

/** The request of a job that somebody sets up. @throws Refused where it is none, or goes where nothing may go */
async function checkRequest(
  deps: AppDeps,
  { createType, properties }: JobBody,
  stored?: string | null,
): Promise<string> {
  if (createType === JOB_KIND.script) throw new Refused('notOffered', { says: 'jobScript' });
  if (createType !== JOB_KIND.request) throw new Refused('notOffered', { says: 'jobBuiltIn' });
  const given = requestOf(properties);
  const request = stored ? keeping(given, opened(deps, stored)) : given;
  const refused = await deps.outbound.refuses(request.url);
  if (refused) throw refused;
  return sealed(deps, request);
}

const isOn = (value: unknown, otherwise: boolean): boolean =>
  value === null || value === undefined ? otherwise : value === true || value === 1;

const valuesOf = ({ jobId, groupName, description, concurrent, includeAnnotation }: JobBody) => [
  jobId,
  groupName || 'default',
  description ?? '',
  isOn(concurrent, true),
  isOn(includeAnnotation, false),
];

/** Jobs that people set up: requests and nothing else, since no code is compiled from a form. */
export function mountJobWrites(app: FastifyInstance, deps: AppDeps): void {
  const by = (caller: Caller) => ({ caller, now: deps.clock.now(), deps });
  writeRoute(app, deps, {
    url: '/api/sysJob/addJobDetail',
    permission: { anyOf: ['sysJob:add'] },
    body: jobBody,
    summary: 'Adds a job that sends an HTTP request; scripts are refused',
    prepare: ({ body }) => checkRequest(deps, body),
    handler: async ({ tx, body, caller, prepared }) => {
      const add = () =>
        tx.query(
          `insert into sys_job (job_id, group_name, description, concurrent, include_annotation, id, create_type, properties, created_by)
         values ($1, $2, $3, $4, $5, $6, ${JOB_KIND.request}, $7, $8) on conflict (job_id) do nothing`,
          [...valuesOf(body), newId(), prepared, caller.userId],
        );
      const { rowCount } = await changingJob(tx, body.jobId, by(caller), add);
      if (rowCount === 0) throw new Refused('duplicate', { field: 'jobId' });
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/updateJobDetail',
    permission: { anyOf: ['sysJob:update'] },
    body: jobBody,
    summary:
      'Changes the request of a job, keeping what is sent back masked; those of the product are refused',
    async prepare({ body }) {
      const { rows } = await deps.pool.query<{ properties: string | null }>(
        'select properties from sys_job where job_id = $1',
        [body.jobId],
      );
      return checkRequest(deps, body, rows[0]?.properties);
    },
    handler: async ({ tx, body, caller, prepared }) => {
      demandOwn(await touchJob(tx, body.jobId, caller.userId));
      await changingJob(tx, body.jobId, by(caller), () =>
        tx.query(
          `update sys_job set group_name = $2, description = $3, concurrent = $4, include_annotation = $5, properties = $6
         where job_id = $1`,
          [...valuesOf(body), prepared],
        ),
      );
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/deleteJobDetail',
    permission: { anyOf: ['sysJob:delete'] },
    body: namedJob,
    summary: 'Deletes a job with its triggers and history; those of the product are refused',
    handler: async ({ tx, body, caller }) => {
      demandOwn(await touchJob(tx, body.jobId, caller.userId));
      await cancelRuns(tx, body.jobId);
      await changingJob(tx, body.jobId, by(caller), () =>
        tx.query('delete from sys_job where job_id = $1', [body.jobId]),
      );
      return true;
    },
  });
}

/** Takes back what waits in the queue; what already runs looks whether it was cancelled. */
async function cancelRuns(tx: PoolClient, jobId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'select trigger_id as id from sys_job_trigger where job_id = $1',
    [jobId],
  );
  for (const { id } of [...rows, { id: '' }])
    await tx.query('select 1 from graphile_worker.remove_job($1)', [runKey(jobId, id)]);
}

const PAUSE = `update sys_job_trigger t set status = ${TRIGGER.paused}, updated_at = now()
  from sys_job j where j.job_id = t.job_id and j.create_type = ${JOB_KIND.request} and t.status <> ${TRIGGER.ended}
    and ($1::text is null or t.job_id = $1) and ($2::text is null or t.trigger_id = $2)`;
/** What gave up begins to count its errors again. */
const START = `update sys_job_trigger t set status = ${TRIGGER.ready}, updated_at = now(), number_of_errors = 0,
    next_run_time = coalesce(t.next_run_time, now())
  from sys_job j where j.job_id = t.job_id and j.create_type = ${JOB_KIND.request} and t.status in (${TRIGGER.paused}, ${TRIGGER.broken})
    and ($1::text is null or t.job_id = $1) and ($2::text is null or t.trigger_id = $2)`;

/** One trigger, those of a job, or all that people set up. */
const setTriggers = (tx: PoolClient, paused: boolean, jobId: string | null, triggerId: string | null) =>
  tx.query(paused ? PAUSE : START, [jobId, triggerId]);

/** @throws Refused notFound, notOffered where it has ended */
async function demandGoing(tx: PoolClient, jobId: string, triggerId: string): Promise<void> {
  const { rows } = await tx.query<{ status: number }>(
    'select status from sys_job_trigger where job_id = $1 and trigger_id = $2',
    [jobId, triggerId],
  );
  if (!rows[0]) throw new Refused('notFound');
  if (rows[0].status === TRIGGER.ended) throw new Refused('notOffered', { says: 'jobEnded' });
}

/** Pausing and starting one's own triggers, or a work of the product that may pause. @throws Refused notFound, notOffered */
async function setPaused(
  tx: PoolClient,
  { jobId, triggerId = null }: { jobId: string; triggerId?: string | null },
  job: Locked,
  paused: boolean,
  works: ReadonlyMap<string, RegularWork>,
): Promise<void> {
  if (triggerId !== null) await demandGoing(tx, jobId, triggerId);
  if (job.createType === JOB_KIND.builtIn) {
    if (paused && works.get(jobId)?.pausable !== true) throw new Refused('notOffered', { says: 'jobVital' });
    await tx.query('update sys_job set paused = $2 where job_id = $1', [jobId, paused]);
  } else await setTriggers(tx, paused, jobId, triggerId);
}

export const namedTrigger = z.looseObject({ jobId: name, triggerId: name });

/** Running a job, and taking back what waits. */
export function mountJobStates(app: FastifyInstance, deps: AppDeps): void {
  const permission = { anyOf: ['sysJob:run'] } as const;
  writeRoute(app, deps, {
    url: '/api/sysJob/runJob',
    permission,
    body: namedJob,
    summary: 'Runs a job now, once',
    handler: async ({ tx, body, caller }) => {
      const { concurrent } = await touchJob(tx, body.jobId, caller.userId);
      await queueRun(tx, { jobId: body.jobId, triggerId: '', retry: 0, runId: newId() }, concurrent);
      await recordRun(tx, body.jobId, 'asked', { caller, now: deps.clock.now() });
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/cancelJob',
    permission,
    body: namedJob,
    summary: 'Takes back runs that wait, and stops those that run',
    handler: async ({ tx, body, caller }) => {
      demandOwn(await touchJob(tx, body.jobId, caller.userId));
      await cancelRuns(tx, body.jobId);
      await tx.query('update sys_job set cancels = cancels + 1 where job_id = $1', [body.jobId]);
      await tx.query(
        `update sys_job_trigger set status = case when next_run_time is null then ${TRIGGER.ended} else ${TRIGGER.ready} end
         where job_id = $1 and status = ${TRIGGER.running}`,
        [body.jobId],
      );
      await recordRun(tx, body.jobId, 'takenBack', { caller, now: deps.clock.now() });
      return true;
    },
  });
}

/** Pausing and starting one job or one trigger. */
export function mountPauses(
  app: FastifyInstance,
  deps: AppDeps,
  works: ReadonlyMap<string, RegularWork>,
): void {
  const permission = { anyOf: ['sysJob:run'] } as const;
  const change = async (
    tx: PoolClient,
    caller: Caller,
    body: { jobId: string; triggerId?: string },
    paused: boolean,
  ) => {
    const job = await touchJob(tx, body.jobId, caller.userId);
    const by = { caller, now: deps.clock.now(), deps };
    await changingJob(tx, body.jobId, by, () => setPaused(tx, body, job, paused, works));
    return true;
  };
  writeRoute(app, deps, {
    url: '/api/sysJob/startJob',
    permission,
    body: namedJob,
    summary: 'Starts a paused job',
    handler: ({ tx, body: { jobId }, caller }) => change(tx, caller, { jobId }, false),
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/pauseJob',
    permission,
    body: namedJob,
    summary: 'Pauses a job; works that keep money, orders or logs right are refused',
    handler: ({ tx, body: { jobId }, caller }) => change(tx, caller, { jobId }, true),
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/startTrigger',
    permission,
    body: namedTrigger,
    summary: 'Starts a paused trigger',
    handler: ({ tx, body, caller }) => change(tx, caller, body, false),
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/pauseTrigger',
    permission,
    body: namedTrigger,
    summary: 'Pauses a trigger',
    handler: ({ tx, body, caller }) => change(tx, caller, body, true),
  });
}

const EVERY = `update sys_job set version = version + 1, updated_at = now(), updated_by = $1 where create_type = ${JOB_KIND.request}`;

/** The same of every job that people set up: the product's own go on. */
export function mountAllStates(app: FastifyInstance, deps: AppDeps): void {
  const permission = { anyOf: ['sysJob:run'] } as const;
  const changeAll = async (tx: PoolClient, caller: Caller, paused: boolean) => {
    await tx.query(EVERY, [caller.userId]);
    await changingEach(tx, { caller, now: deps.clock.now(), deps }, () =>
      setTriggers(tx, paused, null, null),
    );
    return true;
  };
  writeRoute(app, deps, {
    url: '/api/sysJob/startAllJob',
    permission,
    summary: 'Starts every job that people set up',
    handler: ({ tx, caller }) => changeAll(tx, caller, false),
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/pauseAllJob',
    permission,
    summary: 'Pauses every job that people set up',
    handler: ({ tx, caller }) => changeAll(tx, caller, true),
  });
}
