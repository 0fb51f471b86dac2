import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { timeText } from '../../platform/http/zone.ts';
import { descriptionOf, nextOf } from './board.ts';
import { propertiesOf, shownTo } from './httpJob.ts';
import { type JobRow, jobsIn, recordsOf, type TriggerRow, triggersIn } from './store.ts';
import { familyTiming } from './triggers.ts';

const PERMISSION = { anyOf: ['sysJob:page'] } as const;
const SIZE_MOST = 1_000;
const ASSEMBLY = 'paydesk';

const text = z.string().max(200).nullish();
const paging = {
  page: z.coerce.number().int().min(1).catch(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, SIZE_MOST))
    .catch(20),
};
const asked = z.looseObject({ ...paging, jobId: text, groupName: text, description: text });
const askedRecords = z.looseObject({ ...paging, jobId: text, triggerId: text });
const namedQuery = z.looseObject({
  jobId: z.string().max(80).optional(),
  JobId: z.string().max(80).optional(),
});

const timeIn = (at: Date | null, { timeZone }: Caller): string | null => (at ? timeText(at, timeZone) : null);

function paged<T>(items: readonly T[], page: number, pageSize: number, total: number) {
  const totalPages = Math.ceil(total / pageSize);
  return { page, pageSize, total, totalPages, items, hasPrevPage: page > 1, hasNextPage: page < totalPages };
}

const triggerFor = (caller: Caller, job: JobRow, trigger: TriggerRow) => ({
  id: trigger.id,
  triggerId: trigger.triggerId,
  jobId: trigger.jobId,
  ...familyTiming(trigger),
  assemblyName: ASSEMBLY,
  description: trigger.description,
  status: job.paused ? 3 : trigger.status,
  startTime: timeIn(trigger.startTime, caller),
  endTime: timeIn(trigger.endTime, caller),
  lastRunTime: timeIn(trigger.lastRunTime, caller),
  nextRunTime: timeIn(nextOf(job, job.paused, trigger), caller),
  numberOfRuns: trigger.runs,
  maxNumberOfRuns: trigger.runsMost,
  numberOfErrors: trigger.errors,
  maxNumberOfErrors: trigger.errorsMost,
  numRetries: trigger.numRetries,
  retryTimeout: trigger.retryTimeout,
  startNow: trigger.startNow,
  runOnStart: trigger.runOnStart,
  resetOnlyOnce: trigger.resetOnlyOnce,
  updatedTime: timeIn(trigger.updatedAt, caller),
});

/** As the family's clients read a request; the product's own works have none. */
function propertiesFor(deps: AppDeps, caller: Caller, { properties }: JobRow): string {
  const request = properties === null ? null : shownTo(deps, caller, properties);
  return request ? propertiesOf(request) : '{}';
}

const jobFor = (deps: AppDeps, caller: Caller, job: JobRow) => ({
  id: job.id,
  jobId: job.jobId,
  groupName: job.groupName,
  jobType: job.createType === 0 ? job.jobId : 'HttpJob',
  assemblyName: ASSEMBLY,
  description: descriptionOf(deps, caller, job),
  concurrent: job.concurrent,
  includeAnnotation: job.includeAnnotation,
  properties: propertiesFor(deps, caller, job),
  createType: job.createType,
  scriptCode: null,
  updatedTime: timeIn(job.updatedAt ?? job.createdAt, caller),
});

const has = (whole: string, part: string | null | undefined): boolean =>
  !part || whole.toLowerCase().includes(part.toLowerCase());

function mountLists(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysJob/pageJobDetail',
    permission: PERMISSION,
    body: asked,
    summary: 'Jobs with their triggers',
    handler: async ({ caller, body: { page, pageSize, jobId, groupName, description } }) => {
      const triggers = Map.groupBy(await triggersIn(deps.pool), (each) => each.jobId);
      const found = (await jobsIn(deps.pool)).flatMap((job) => {
        const jobDetail = jobFor(deps, caller, job);
        const fits =
          has(job.jobId, jobId) &&
          (!groupName || job.groupName === groupName) &&
          has(jobDetail.description, description);
        const own = (triggers.get(job.jobId) ?? []).map((each) => triggerFor(caller, job, each));
        return fits ? [{ jobDetail, jobTriggers: own }] : [];
      });
      return paged(found.slice((page - 1) * pageSize, page * pageSize), page, pageSize, found.length);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysJob/pageJobTriggerRecord',
    permission: PERMISSION,
    body: askedRecords,
    summary: 'Runs of a job, or of all, the newest first',
    handler: async ({ caller, body: { page, pageSize, jobId, triggerId } }) => {
      const { rows, total } = await recordsOf(
        deps.pool,
        jobId || null,
        triggerId || null,
        pageSize,
        (page - 1) * pageSize,
      );
      const items = rows.map((row) => ({
        id: row.id,
        jobId: row.jobId,
        triggerId: row.triggerId,
        numberOfRuns: row.runs,
        lastRunTime: timeIn(row.at, caller),
        nextRunTime: timeIn(row.nextRunTime, caller),
        status: row.status,
        result: row.result,
        elapsedTime: row.elapsedTime,
        createdTime: timeIn(row.createdAt, caller),
      }));
      return paged(items, page, pageSize, total);
    },
  });
}

const CLUSTERS = `select holder as id, max(expires_at) as until, coalesce(bool_or(expires_at > now()), false) as alive
  from lease where name like 'worker:%' group by holder order by 1`;

/** Jobs as the family's clients read them. */
export function mountFamilyJobs(app: FastifyInstance, deps: AppDeps): void {
  mountLists(app, deps);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysJob/listJobGroup',
    permission: PERMISSION,
    summary: 'The groups that jobs are in',
    handler: async () => [...new Set((await jobsIn(deps.pool)).map(({ groupName }) => groupName))].sort(),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysJob/jobTriggerList',
    permission: PERMISSION,
    query: namedQuery,
    summary: 'The triggers of a job',
    handler: async ({ caller, query }) => {
      const jobId = query.jobId ?? query.JobId ?? '';
      const job = (await jobsIn(deps.pool)).find((each) => each.jobId === jobId);
      return job ? (await triggersIn(deps.pool, jobId)).map((each) => triggerFor(caller, job, each)) : [];
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysJob/jobClusterList',
    permission: PERMISSION,
    summary: 'Servers that run jobs',
    handler: async ({ caller }) => {
      const { rows } = await deps.pool.query<{ id: string; until: Date | null; alive: boolean }>(CLUSTERS);
      return rows.map(({ id, until, alive }) => ({
        clusterId: id,
        description: '',
        status: alive ? 1 : 0,
        updatedTime: timeIn(until, caller),
      }));
    },
  });
  const noted = { method: 'POST', effect: 'none', permission: { anyOf: ['sysJob:run'] } } as const;
  route(app, {
    ...noted,
    url: '/api/sysJob/cancelSleep',
    summary: 'Nothing to do: what is due is looked for every second',
    handler: async () => null,
  });
  route(app, {
    ...noted,
    url: '/api/sysJob/persistAll',
    summary: 'Nothing to do: what is set up is stored at once',
    handler: async () => null,
  });
}
