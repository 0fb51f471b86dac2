import type { Pool, PoolClient } from 'pg';
import type { ActionResult, Job, JobLine } from '../../../contract/calls.ts';
import { isId } from '../../../contract/id.ts';
import { transact } from '../db/transaction.ts';
import { Refused } from '../http/refused.ts';

/** Waiting or running jobs of one kind that a person may have at once. */
const MOST_EACH = 2;

const INSTANT = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const SHORT = `id::text, kind, status, done::int, total::int, error,
  ${INSTANT('created_at')} as "createdAt", case when status = 'held' then ${INSTANT('starts_at')} end as "startsAt",
  case when status = 'held'
    then greatest(0, ceil(extract(epoch from starts_at - clock_timestamp()) * 1000))::int end as "startsInMs",
  case when status = 'held' then coalesce((payload ->> 'confirmed')::int, total::int) end as confirmed,
  status = 'cancelled' and starts_at is not null
    and not exists (select from job_row where job_id = job.id) as undone`;
const COLUMNS = `${SHORT}, result`;

/** What has not ended. */
const OPEN = `('held', 'queued', 'running')`;

export interface StoredJob {
  id: string;
  userId: string;
  status: Job['status'];
  payload: Record<string, unknown>;
}

type Columns<T> = { [K in keyof T]: T[K] | null };

/** A job as it goes out: what its row is null of is left out. */
const present = <T extends object>(row: Columns<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

/** The caller's own job; another's is like none. */
export async function ownJob(db: Pool | PoolClient, userId: string, id: unknown): Promise<Job> {
  if (!isId(id)) throw new Refused('notFound');
  const { rows } = await db.query<Columns<Job>>(`select ${COLUMNS} from job where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  if (!rows[0]) throw new Refused('notFound');
  return present(rows[0]);
}

/** What an export is of. */
export async function exportedBy(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ resource: string }>(
    "select payload ->> 'resource' as resource from job where id = $1",
    [id],
  );
  return rows[0]?.resource ?? '';
}

/** The latest jobs a person started; short commands on a few rows are no jobs to them. */
export async function ownJobs(pool: Pool, userId: string): Promise<JobLine[]> {
  const { rows } = await pool.query<Columns<JobLine>>(
    `select ${SHORT}, payload ->> 'resource' as resource, coalesce(payload ->> 'action', '') as action,
       coalesce(case when kind = 'exportRows' then result ->> 'name' end, '') as file,
       case when jsonb_typeof(result -> 'refused') = 'array' then jsonb_array_length(result -> 'refused') else 0 end as refused
     from job where user_id = $1 and kind <> 'action' order by id desc limit 50`,
    [userId],
  );
  return rows.map((row) => present(row));
}

/** The note on a row that is done as far as one person can do it. */
export const WAITING = 'waiting';

/** What became of an operation's rows, over alias j of job. */
const ACCOUNT = `(select jsonb_strip_nulls(jsonb_build_object(
    'waiting', coalesce(jsonb_agg(row_id::text order by row_id) filter (where code is null and message = '${WAITING}'), '[]'),
    'done', coalesce(jsonb_agg(row_id::text order by row_id) filter (where code is null), '[]'),
    'refused', coalesce(jsonb_agg(jsonb_build_object('id', row_id::text, 'code', code, 'message', coalesce(message, code))
      order by row_id) filter (where code is not null), '[]'))) from job_row where job_id = j.id)`;

export async function resultOf(pool: Pool, id: string): Promise<ActionResult> {
  const { rows } = await pool.query<{ result: ActionResult }>(
    `select ${ACCOUNT} as result from job j where id = $1`,
    [id],
  );
  return rows[0]?.result ?? { done: [], refused: [], waiting: [] };
}

/** True where the row is the caller's to handle; undefined when the job no longer runs. */
export async function takeRow(
  runner: Pool | PoolClient,
  id: string,
  row: string,
  refusal?: { code: string; message: string },
): Promise<boolean | undefined> {
  // The share lock makes a cancellation wait for the row in hand, so that what it counts is final.
  const { rows } = await runner.query<{ live: boolean; mine: boolean }>({
    name: 'job-row-take',
    text: `with live as (select id from job where id = $1 and status = 'running' for share),
      mine as (insert into job_row (job_id, row_id, code, message) select id, $2, $3, $4 from live
        on conflict do nothing returning row_id)
      select exists (select from live) as live, exists (select from mine) as mine`,
    values: [id, row, refusal?.code ?? null, refusal?.message ?? null],
  });
  return rows[0]?.live ? rows[0].mine : undefined;
}

/** True once a row of the job is handled. */
export async function hasHandled(pool: Pool, id: string): Promise<boolean> {
  return (await pool.query('select from job_row where job_id = $1 limit 1', [id])).rowCount === 1;
}

interface Ending {
  status: 'cancelled' | 'failed';
  /** A text for the owner. */
  why: string | null;
}

/** Ends jobs before their time, one or all of a person, and stores what was done of them. */
async function endJobs(tx: PoolClient, by: 'id' | 'user_id', key: string, ending: Ending): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    `update job set status = $2, error = $3, updated_at = now()
     where ${by} = $1 and status in ${OPEN} returning id`,
    [key, ending.status, ending.why],
  );
  if (ended.rowCount === 0) return;
  // A statement of its own: it sees the row that the first one waited for.
  await tx.query(
    `update job j set result = ${ACCOUNT}, done = (select count(*) from job_row where job_id = j.id)
     where id = any($1::bigint[]) and kind <> 'exportRows'`,
    [ended.rows.map((job) => job.id)],
  );
}

/** Ends a job because its owner may no longer do this. */
export const stopJob = (pool: Pool, id: string, why: string): Promise<void> =>
  transact(pool, (tx) => endJobs(tx, 'id', id, { status: 'cancelled', why }));

/** Ends everything a person has under way. */
export const stopJobsOf = (pool: Pool, userId: string, why: string): Promise<void> =>
  transact(pool, (tx) => endJobs(tx, 'user_id', userId, { status: 'cancelled', why }));

export const failJob = (pool: Pool, id: string, why: string): Promise<void> =>
  transact(pool, (tx) => endJobs(tx, 'id', id, { status: 'failed', why }));

export async function cancelJob(tx: PoolClient, userId: string, id: unknown): Promise<Job> {
  const job = await ownJob(tx, userId, id);
  await endJobs(tx, 'id', job.id, { status: 'cancelled', why: null });
  return ownJob(tx, userId, id);
}

/** What the worker runs as somebody's job. */
export type JobKind = 'bulkAction' | 'exportRows' | 'restat' | 'syncDirectory';

interface NewJob {
  id: string;
  userId: string;
  /** A short command on a few rows, which runs within its request, is none of the worker's. */
  kind: JobKind | 'action';
  status: 'held' | 'queued' | 'running';
  payload: Record<string, unknown>;
  total: number;
  /** Of a held one: how long. */
  delayMs?: number;
}

const INSERT = `insert into job (id, user_id, kind, payload, status, total, starts_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, now() + $7 * interval '1 ms')`;

/** Remembers a job; one that does not run within its request is queued by `enqueueJob`. */
export async function makeJob(tx: PoolClient, job: NewJob): Promise<void> {
  const { id, userId, kind, status, payload, total, delayMs } = job;
  await tx.query(INSERT, [id, userId, kind, JSON.stringify(payload), status, total, delayMs ?? null]);
}

/** Keeps one person's long work from filling the queue. @throws Refused busy where enough is under way */
export async function limitOpenJobs(tx: PoolClient, userId: string, kind: JobKind): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7302))', [`${userId}/${kind}`]);
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from job where user_id = $1 and kind = $2 and status in ${OPEN}`,
    [userId, kind],
  );
  if ((rows[0]?.n ?? 0) < MOST_EACH) return;
  throw new Refused('busy', { says: kind === 'exportRows' ? 'manyExports' : 'manyBulks', most: MOST_EACH });
}

/**
 * Takes up a queued job, one whose server died, or one whose hold has ended; undefined when it is over.
 * @throws Error where its hold goes on: the queue tries again
 */
export async function beginJob(pool: Pool, id: string): Promise<StoredJob | undefined> {
  const { rows } = await pool.query<StoredJob>(
    `update job set status = 'running', updated_at = now()
     where id = $1 and (status in ('queued', 'running') or (status = 'held' and starts_at <= clock_timestamp()))
     returning id::text, user_id::text as "userId", status, payload`,
    [id],
  );
  if (!rows[0]) await refuseEarly(pool, id);
  return rows[0];
}

/** The database's clock may have been set back since the job was queued. */
async function refuseEarly(pool: Pool, id: string): Promise<void> {
  const { rowCount } = await pool.query("select from job where id = $1 and status = 'held'", [id]);
  if (rowCount === 1) throw new Error(`the hold of job ${id} goes on`);
}

/** True while nobody has cancelled it. */
export async function tellProgress(pool: Pool, id: string, done: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update job set done = $2, total = greatest(total, $2), updated_at = now() where id = $1 and status = 'running'",
    [id, done],
  );
  return rowCount === 1;
}
