import type { Pool, PoolClient } from 'pg';

export interface JobRow {
  id: string;
  jobId: string;
  groupName: string;
  description: string;
  createType: number;
  concurrent: boolean;
  includeAnnotation: boolean;
  properties: string | null;
  paused: boolean;
  updatedAt: Date | null;
  createdAt: Date;
}

export interface TriggerRow {
  id: string;
  jobId: string;
  triggerId: string;
  kind: 'period' | 'cron';
  args: string;
  description: string;
  status: number;
  startTime: Date | null;
  endTime: Date | null;
  lastRunTime: Date | null;
  nextRunTime: Date | null;
  runs: number;
  runsMost: number;
  errors: number;
  errorsMost: number;
  numRetries: number;
  retryTimeout: number;
  startNow: boolean;
  runOnStart: boolean;
  resetOnlyOnce: boolean;
  result: string | null;
  elapsedTime: number | null;
  updatedAt: Date;
}

type Runner = Pool | PoolClient;

const JOBS = `select id::text, job_id as "jobId", group_name as "groupName", description, create_type as "createType", concurrent,
    include_annotation as "includeAnnotation", properties, paused, updated_at as "updatedAt", created_at as "createdAt"
  from sys_job order by create_type desc, job_id`;

/** Every job, what people set up first. There are some dozens. */
export const jobsIn = async (db: Runner): Promise<JobRow[]> => (await db.query<JobRow>(JOBS)).rows;

const TRIGGERS = `select id::text, job_id as "jobId", trigger_id as "triggerId", kind, args, description, status,
    start_time as "startTime", end_time as "endTime", last_run_time as "lastRunTime", next_run_time as "nextRunTime",
    number_of_runs::float8 as runs, max_number_of_runs::float8 as "runsMost", number_of_errors::float8 as errors,
    max_number_of_errors::float8 as "errorsMost", num_retries as "numRetries", retry_timeout as "retryTimeout",
    start_now as "startNow", run_on_start as "runOnStart", reset_only_once as "resetOnlyOnce", result,
    elapsed_time as "elapsedTime", updated_at as "updatedAt"
  from sys_job_trigger where $1::text is null or job_id = $1 order by job_id, trigger_id`;

type Loose<T> = { [K in keyof T]: K extends 'kind' ? string : T[K] };

/** Triggers of one job, or of all. */
export async function triggersIn(db: Runner, jobId: string | null = null): Promise<TriggerRow[]> {
  const { rows } = await db.query<Loose<TriggerRow>>(TRIGGERS, [jobId]);
  return rows.map((row) => ({ ...row, kind: row.kind === 'cron' ? 'cron' : 'period' }));
}

export interface RecordRow {
  id: string;
  jobId: string;
  triggerId: string;
  runs: number;
  at: Date;
  nextRunTime: Date | null;
  status: number;
  result: string;
  elapsedTime: number;
  createdAt: Date;
}

const RECORDS = `select id::text, job_id as "jobId", trigger_id as "triggerId", number_of_runs::float8 as runs, last_run_time as at,
    next_run_time as "nextRunTime", status, result, elapsed_time as "elapsedTime", created_at as "createdAt"
  from sys_job_record where ($1::text is null or job_id = $1) and ($2::text is null or trigger_id = $2) order by id desc limit $3 offset $4`;

/** Runs of a job, the newest first. */
export async function recordsOf(
  db: Pool,
  jobId: string | null,
  triggerId: string | null,
  limit: number,
  offset = 0,
): Promise<{ rows: RecordRow[]; total: number }> {
  const { rows } = await db.query<RecordRow>(RECORDS, [jobId, triggerId, limit, offset]);
  const counted = await db.query<{ n: number }>(
    'select count(*)::int as n from sys_job_record where ($1::text is null or job_id = $1) and ($2::text is null or trigger_id = $2)',
    [jobId, triggerId],
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}
