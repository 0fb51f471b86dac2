import type { Pool } from 'pg';
import type { Job } from '../../contract/calls.ts';
import { isId } from '../db/id.ts';
import { Refused } from '../http/refused.ts';

const COLUMNS = `id::text, kind, status, done::int, total::int, result, error,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

export interface StoredJob {
  id: string;
  userId: string;
  status: Job['status'];
  payload: Record<string, unknown>;
}

/** The caller's own job; another's is like none. */
export async function ownJob(pool: Pool, userId: string, id: unknown): Promise<Job> {
  if (!isId(id)) throw new Refused('notFound');
  const { rows } = await pool.query<Job>(`select ${COLUMNS} from job where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  if (!rows[0]) throw new Refused('notFound');
  return rows[0];
}

/** The latest jobs a person started; short commands on a few rows are no jobs to them. */
export async function ownJobs(pool: Pool, userId: string): Promise<Job[]> {
  const { rows } = await pool.query<Job>(
    `select ${COLUMNS} from job where user_id = $1 and kind <> 'action' order by id desc limit 50`,
    [userId],
  );
  return rows;
}

export async function cancelJob(pool: Pool, userId: string, id: unknown): Promise<Job> {
  const job = await ownJob(pool, userId, id);
  await pool.query(
    "update job set status = 'cancelled', updated_at = now() where id = $1 and status in ('queued', 'running')",
    [job.id],
  );
  return ownJob(pool, userId, id);
}

/** Takes up a queued job, or one whose server died; undefined when it is over. */
export async function beginJob(pool: Pool, id: string): Promise<StoredJob | undefined> {
  const { rows } = await pool.query<StoredJob>(
    `update job set status = 'running', updated_at = now() where id = $1 and status in ('queued', 'running')
     returning id::text, user_id::text as "userId", status, payload`,
    [id],
  );
  return rows[0];
}

/** True while nobody has cancelled it. */
export async function tellProgress(pool: Pool, id: string, done: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update job set done = $2, total = greatest(total, $2), updated_at = now() where id = $1 and status = 'running'",
    [id, done],
  );
  return rowCount === 1;
}

export async function finishJob(pool: Pool, id: string, done: number, result: unknown): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update job set status = 'done', done = $2, total = $2, result = $3::jsonb, updated_at = now()
     where id = $1 and status = 'running'`,
    [id, done, JSON.stringify(result)],
  );
  return rowCount === 1;
}

/** `error` is a text for its owner. */
export async function failJob(pool: Pool, id: string, error: string): Promise<void> {
  await pool.query(
    "update job set status = 'failed', error = $2, updated_at = now() where id = $1 and status in ('queued', 'running')",
    [id, error],
  );
}
