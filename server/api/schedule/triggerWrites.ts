import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { TRIGGER } from '../../../contract/jobBoard.ts';
import { type Write, writeRoute } from '../../engine/writeRoute.ts';
import { newId } from '../../platform/db/id.ts';
import { instantAt } from '../../platform/localTime.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { reportZone } from '../../platform/settings.ts';
import { changingJob } from './changes.ts';
import { nextRun, timingOf } from './triggers.ts';
import { demandOwn, namedTrigger, touchJob } from './writes.ts';

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/;
const count = (most: number) => z.coerce.number().int().min(0).max(most).nullish();

const triggerBody = namedTrigger.extend({
  triggerType: z.unknown(),
  args: z.unknown(),
  startTime: z.string().max(40).nullish(),
  endTime: z.string().max(40).nullish(),
  maxNumberOfRuns: count(1e9),
  maxNumberOfErrors: count(1e9),
  numRetries: count(20),
  retryTimeout: count(3_600_000),
  startNow: z.boolean().nullish(),
  runOnStart: z.boolean().nullish(),
  resetOnlyOnce: z.boolean().nullish(),
  description: z.string().max(500).nullish(),
});
type TriggerBody = z.output<typeof triggerBody>;

/** A time of the caller's clock, or an instant. @throws Refused where it is neither */
function instantOf(value: string | null | undefined, zone: string): Date | null {
  if (!value) return null;
  const [, ...parts] = LOCAL.exec(value) ?? [];
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0));
  const at =
    parts.length > 0
      ? instantAt(
          { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! },
          zone,
        )
      : new Date(value);
  if (!at || Number.isNaN(at.getTime())) throw new Refused('validation', { says: 'jobTime' });
  return at;
}

/** Of a new trigger, `startNow` and `runOnStart` say how it begins; an edit begins nothing. */
async function columnsOf(
  deps: AppDeps,
  body: TriggerBody,
  callerZone: string,
  isNew: boolean,
): Promise<unknown[]> {
  const timing = timingOf(body.triggerType, body.args);
  const [start, end] = [instantOf(body.startTime, callerZone), instantOf(body.endTime, callerZone)];
  const now = deps.clock.now();
  const from = start && start > now ? start : now;
  const zone = zoneFrom(await reportZone(deps.pool));
  const first = isNew && body.runOnStart === true ? from : nextRun(timing, from, zone);
  const next = first && end && first > end ? null : first;
  const going = next ? TRIGGER.ready : TRIGGER.ended;
  const status = isNew && body.startNow === false ? TRIGGER.paused : going;
  return [
    body.jobId,
    body.triggerId,
    timing.kind,
    timing.args,
    body.description ?? '',
    status,
    start,
    end,
    next,
    body.maxNumberOfRuns ?? 0,
    body.maxNumberOfErrors ?? 0,
    body.numRetries ?? 0,
    body.retryTimeout ?? 1_000,
    body.startNow ?? true,
    body.runOnStart ?? false,
    body.resetOnlyOnce ?? true,
  ];
}

const ADD = `insert into sys_job_trigger (job_id, trigger_id, kind, args, description, status, start_time, end_time, next_run_time,
    max_number_of_runs, max_number_of_errors, num_retries, retry_timeout, start_now, run_on_start, reset_only_once, id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (job_id, trigger_id) do nothing`;
/** What is paused, has given up or runs just now stays so; the next time moves where what it follows from was changed. */
const UPDATE = `update sys_job_trigger set kind = $3, args = $4, description = $5, start_time = $7, end_time = $8,
    status = case when status in (${TRIGGER.paused}, ${TRIGGER.running}, ${TRIGGER.broken}) then status
      when $10::bigint > 0 and number_of_runs >= $10 then ${TRIGGER.ended} else $6 end,
    next_run_time = case when status = ${TRIGGER.broken} or ($10::bigint > 0 and number_of_runs >= $10) then null
      when next_run_time is not null and (kind, args) = ($3, $4) and start_time is not distinct from $7
        and end_time is not distinct from $8 then next_run_time else $9 end,
    max_number_of_runs = $10, max_number_of_errors = $11, num_retries = $12, retry_timeout = $13,
    start_now = $14, run_on_start = $15, reset_only_once = $16, updated_at = now()
  where job_id = $1 and trigger_id = $2`;

/** Writes a trigger of a job that somebody set up. @throws Refused `none` where no row was written */
async function write(
  { tx, body, caller }: Write<{ jobId: string }>,
  deps: AppDeps,
  none: Refused,
  statement: () => Promise<{ rowCount: number | null }>,
): Promise<true> {
  demandOwn(await touchJob(tx, body.jobId, caller.userId));
  const { rowCount } = await changingJob(tx, body.jobId, { caller, now: deps.clock.now(), deps }, statement);
  if (rowCount === 0) throw none;
  return true;
}

/** When a job runs. */
export function mountTriggerWrites(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/sysJob/addJobTrigger',
    permission: { anyOf: ['sysJob:update'] },
    body: triggerBody,
    summary: 'Adds a trigger: a period or a cron expression',
    handler: async (call) => {
      const columns = await columnsOf(deps, call.body, call.caller.timeZone, true);
      const twice = new Refused('duplicate', { field: 'triggerId' });
      return write(call, deps, twice, () => call.tx.query(ADD, [...columns, newId()]));
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/updateJobTrigger',
    permission: { anyOf: ['sysJob:update'] },
    body: triggerBody,
    summary: 'Changes a trigger; one that is paused stays so, and none runs for the change',
    handler: async (call) => {
      const columns = await columnsOf(deps, call.body, call.caller.timeZone, false);
      return write(call, deps, new Refused('notFound'), () => call.tx.query(UPDATE, columns));
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysJob/deleteJobTrigger',
    permission: { anyOf: ['sysJob:update'] },
    body: namedTrigger,
    summary: 'Deletes a trigger',
    handler: async (call) =>
      write(call, deps, new Refused('notFound'), () =>
        call.tx.query('delete from sys_job_trigger where job_id = $1 and trigger_id = $2', [
          call.body.jobId,
          call.body.triggerId,
        ]),
      ),
  });
}
