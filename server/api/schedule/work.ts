import * as z from 'zod';
import { JOB_KIND, TRIGGER } from '../../../contract/jobBoard.ts';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { failureText } from '../../platform/jobs/regularLog.ts';
import type { RegularWork, Work } from '../../platform/jobs/task.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { reportZone } from '../../platform/settings.ts';
import { announceGivenUp } from './gaveUp.ts';
import { opened, sendRequest } from './httpJob.ts';
import { nextRun } from './triggers.ts';

const LOOK_MS = 1_000;
const RECORDS_KEPT = '30 days';
/** A run that says nothing for so long has lost its server. */
const LOST = '5 minutes';
const DUE_MOST = 50;
/** The second try is for a server that died during the first. */
const TRIES = 2;

const run = z.object({
  jobId: z.string(),
  triggerId: z.string(),
  retry: z.number().default(0),
  /** The same for every try of a run: whoever is asked knows one that comes twice by it. */
  runId: z.string().default(newId),
});
type Run = z.output<typeof run>;

export const runKey = (jobId: string, triggerId: string): string => `sysJob:${jobId}:${triggerId}`;

const DUE = `select t.id::text, t.job_id as "jobId", t.trigger_id as "triggerId", t.kind, t.args, t.end_time as "endTime", j.concurrent
  from sys_job_trigger t join sys_job j on j.job_id = t.job_id
  where t.next_run_time <= $1 and j.create_type = ${JOB_KIND.request} and not j.paused
    and (t.status in (${TRIGGER.ready}, ${TRIGGER.failed})
      or (t.status = ${TRIGGER.running} and (j.concurrent or t.updated_at < now() - interval '${LOST}')))
  order by t.next_run_time limit ${DUE_MOST} for update of t skip locked`;

interface Due {
  id: string;
  jobId: string;
  triggerId: string;
  kind: string;
  args: string;
  endTime: Date | null;
  concurrent: boolean;
}

/** Queues what is due. Of many servers one takes a trigger: its row is locked until its next time is written. */
export const runDue = (deps: AppDeps): Promise<number> =>
  transact(deps.pool, async (tx) => {
    const now = deps.clock.now();
    const { rows } = await tx.query<Due>(DUE, [now]);
    if (rows.length === 0) return 0;
    const zone = zoneFrom(await reportZone(deps.pool));
    for (const { id, jobId, triggerId, kind, args, endTime, concurrent } of rows) {
      const next = nextRun({ kind: kind === 'cron' ? 'cron' : 'period', args }, now, zone);
      const later = next && endTime && next > endTime ? null : next;
      await tx.query(
        'update sys_job_trigger set status = $2, next_run_time = $3, updated_at = now() where id = $1',
        [id, TRIGGER.running, later],
      );
      await queueRun(tx, { jobId, triggerId, retry: 0, runId: newId() }, concurrent);
    }
    return rows.length;
  });

/** A job whose runs do not overlap has a queue of its own; a run that still waits is not queued twice. */
export const queueRun = (
  tx: Parameters<typeof enqueue>[0],
  given: Run,
  concurrent: boolean,
  delayMs = 0,
): Promise<void> =>
  enqueue(tx, 'sysJobRun', given, {
    key: runKey(given.jobId, given.triggerId),
    ...(!concurrent && { queue: `sysJob:${given.jobId}` }),
    delayMs,
    maxAttempts: TRIES,
  });

interface Known {
  createType: number;
  properties: string | null;
  concurrent: boolean;
  cancels: number;
  numRetries: number | null;
  retryTimeout: number | null;
}

const KNOWN = `select j.create_type as "createType", j.properties, j.concurrent, j.cancels, t.num_retries as "numRetries", t.retry_timeout as "retryTimeout"
  from sys_job j left join sys_job_trigger t on t.job_id = j.job_id and t.trigger_id = $2 where j.job_id = $1`;

/** A trigger that ran as often, or failed as often, as it may does not run again. */
const ENDED = `update sys_job_trigger set number_of_runs = number_of_runs + 1, number_of_errors = number_of_errors + $3::int,
    last_run_time = $4, result = $5, elapsed_time = $6, updated_at = now(),
    status = case when status = ${TRIGGER.paused} then status
      when max_number_of_errors > 0 and number_of_errors + $3::int >= max_number_of_errors then ${TRIGGER.broken}
      when (max_number_of_runs > 0 and number_of_runs + 1 >= max_number_of_runs) or next_run_time is null then ${TRIGGER.ended}
      when $3::int = 1 then ${TRIGGER.failed} else ${TRIGGER.ready} end,
    next_run_time = case when (max_number_of_errors > 0 and number_of_errors + $3::int >= max_number_of_errors)
      or (max_number_of_runs > 0 and number_of_runs + 1 >= max_number_of_runs) then null else next_run_time end
  where job_id = $1 and trigger_id = $2 returning status`;

const RECORD = `insert into sys_job_record (id, job_id, trigger_id, number_of_runs, last_run_time, next_run_time, status, result, elapsed_time)
  select $3, j.job_id, $2, coalesce(t.number_of_runs, 0), $4, t.next_run_time, $5, $6, $7
  from sys_job j left join sys_job_trigger t on t.job_id = j.job_id and t.trigger_id = $2 where j.job_id = $1`;

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return `${error.code} ${String(error.values.reason ?? '')}`.trim();
  return failureText(error) || 'failed';
}

const regularOf = ({ modules }: AppDeps, name: string): RegularWork | undefined =>
  modules.works.flatMap(({ regular = [] }) => regular).find((work) => work.name === name);

class Cancelled extends Error {}
/** Its server stops. */
class Interrupted extends Error {}

const CANCELS = 'select cancels from sys_job where job_id = $1';

/** Aborts once somebody has cancelled or deleted the job since it was read. @returns what ends the looking */
function watchCancels(deps: AppDeps, jobId: string, { cancels }: Known, stop: AbortController): () => void {
  const look = async () => {
    const { rows } = await deps.pool.query<{ cancels: number }>(CANCELS, [jobId]);
    if (rows[0]?.cancels !== cancels) stop.abort(new Cancelled('cancelled'));
  };
  // A look that fails is made again a second later.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return () => clearInterval(timer);
}

async function carryOut(
  deps: AppDeps,
  { jobId, runId }: Run,
  known: Known,
  stopping: AbortSignal | undefined,
): Promise<string> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Interrupted('interrupted'));
  if (stopping?.aborted) interrupt();
  stopping?.addEventListener('abort', interrupt, { once: true });
  const end = watchCancels(deps, jobId, known, stop);
  try {
    if (known.createType === JOB_KIND.request)
      return await sendRequest(deps, opened(deps, known.properties), { runId, signal: stop.signal });
    const work = regularOf(deps, jobId);
    if (!work) throw new Error(`no such work: ${jobId}`);
    await work.run(deps, stop.signal);
    return 'ok';
  } finally {
    end();
    stopping?.removeEventListener('abort', interrupt);
  }
}

interface Outcome {
  result: string;
  failed: 0 | 1;
  /** Neither tried again nor counted as an error. */
  cancelled?: true;
  /** Taken again, under the same id, and not counted. */
  interrupted?: true;
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Cancelled) return { result: 'cancelled', failed: 0, cancelled: true };
  if (error instanceof Interrupted) return { result: 'interrupted', failed: 0, interrupted: true };
  return { result: reasonOf(error), failed: 1 };
}

/** So long the run of a server that stops waits: it is not for the same server to take. */
const TAKEN_AGAIN_MS = 2_000;

/** One run with its record; one that failed is tried again as its trigger says. */
async function runOnce(deps: AppDeps, given: Run, stopping?: AbortSignal): Promise<void> {
  const { rows } = await deps.pool.query<Known>(KNOWN, [given.jobId, given.triggerId]);
  const known = rows[0];
  if (!known) return;
  const at = deps.clock.now();
  const began = performance.now();
  const { result, failed, cancelled, interrupted } = await carryOut(deps, given, known, stopping).then(
    (text): Outcome => ({ result: text, failed: 0 }),
    outcomeOf,
  );
  const ms = Math.round(performance.now() - began);
  await transact(deps.pool, async (tx) => {
    const again = failed === 1 && given.retry < (known.numRetries ?? 0);
    if (interrupted) await queueRun(tx, given, known.concurrent, TAKEN_AGAIN_MS);
    else if (again) {
      await queueRun(tx, { ...given, retry: given.retry + 1 }, known.concurrent, known.retryTimeout ?? 0);
    } else {
      const values = [given.jobId, given.triggerId, failed, at, result, ms];
      const { rows: ended } = await tx.query<{ status: number }>(ENDED, values);
      if (failed === 1 && ended[0]?.status === TRIGGER.broken) await announceGivenUp(tx, given, result, at);
    }
    const status = failed === 1 || cancelled || interrupted ? TRIGGER.failed : TRIGGER.ready;
    await tx.query(RECORD, [given.jobId, given.triggerId, newId(), at, status, result, ms]);
  });
}

/** Jobs that run by time. */
export const scheduleWork: Work = {
  // A request may hang: it waits among those that only wait.
  callbacks: {
    sysJobRun: (deps) => (payload, _last, stopping) => runOnce(deps, run.parse(payload), stopping),
  },
  regular: [
    { name: 'runSchedules', everyMs: LOOK_MS, run: runDue },
    {
      name: 'dropJobRecords',
      everyMs: 3_600_000,
      pausable: true,
      run: ({ pool }) =>
        pool.query(`delete from sys_job_record where created_at < now() - interval '${RECORDS_KEPT}'`),
    },
  ],
};
