import type { PoolClient } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { transact } from '../db/transaction.ts';
import type { Caller } from '../http/caller.ts';
import { refusalText } from '../http/envelope.ts';
import { Refused } from '../http/refused.ts';
import { type Actor, type Acted, actOnRow, type Command } from './actOnRow.ts';
import type { Reader } from './read.ts';

/** One accepted command on many rows; its rows are remembered one by one, so that it resumes and never doubles. */
export interface Operation {
  jobId: string;
  /** Begins every row's command key. */
  key: string;
  ids: readonly string[];
  input: Record<string, unknown>;
}

const PROGRESS_EVERY_MS = 1_000;

export type Refusal = ActionResult['refused'][number];

export function refusalOf(actor: Actor, caller: Caller, id: string, refused: Refused): Refusal {
  return {
    id,
    code: refused.code,
    message: refusalText(actor.deps.locales, caller.locale, refused.code, refused.values),
  };
}

/** Runs the row behind a savepoint: a refused row undoes itself and leaves the transaction usable. */
export async function attempt(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  command: Command,
): Promise<Acted | Refusal> {
  await tx.query('savepoint row');
  try {
    return await actOnRow(actor, reader, tx, command);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint row');
    return refusalOf(actor, reader.caller, command.id, error);
  }
}

/** The row and the note that it was handled commit together. */
async function handle(actor: Actor, reader: Reader, operation: Operation, id: string): Promise<void> {
  const command = { id, input: operation.input, commandKey: `${operation.key}:${id}`, dryRun: false };
  await transact(actor.engine.pool, async (tx) => {
    const mine = await tx.query({
      name: 'job-row-take',
      text: 'insert into job_row (job_id, row_id) values ($1, $2) on conflict do nothing',
      values: [operation.jobId, id],
    });
    if (mine.rowCount === 0) return;
    const outcome = await attempt(actor, reader, tx, command);
    if (!('code' in outcome)) return;
    await tx.query({
      name: 'job-row-refuse',
      text: 'update job_row set code = $3, message = $4 where job_id = $1 and row_id = $2',
      values: [operation.jobId, id, outcome.code, outcome.message],
    });
  });
}

/** True while nobody has cancelled it. */
async function progress(actor: Actor, jobId: string, done: number): Promise<boolean> {
  const { rowCount } = await actor.engine.pool.query({
    name: 'job-progress',
    text: "update job set done = $2, updated_at = now() where id = $1 and status = 'running'",
    values: [jobId, done],
  });
  return rowCount === 1;
}

/** A fault in one row is noted on it: the others do not wait for somebody to repair it. */
async function handleOrNote(actor: Actor, reader: Reader, operation: Operation, id: string): Promise<void> {
  try {
    await handle(actor, reader, operation, id);
  } catch (error) {
    actor.deps.log.error({ err: error, job: operation.jobId, row: id }, 'a row of an operation failed');
    const { code, message } = refusalOf(actor, reader.caller, id, new Refused('internal'));
    await actor.engine.pool.query(
      'insert into job_row (job_id, row_id, code, message) values ($1, $2, $3, $4) on conflict do nothing',
      [operation.jobId, id, code, message],
    );
  }
}

export async function resultOf(actor: Actor, jobId: string): Promise<ActionResult> {
  const { rows } = await actor.engine.pool.query<{ id: string; code: string | null; message: string | null }>(
    'select row_id::text as id, code, message from job_row where job_id = $1 order by row_id',
    [jobId],
  );
  const refused = rows.flatMap(({ id, code, message }) =>
    code === null ? [] : [{ id, code, message: message ?? code }],
  );
  return { done: rows.filter((row) => row.code === null).map((row) => row.id), refused };
}

/** Handles every row not handled yet; undefined when it was cancelled on the way. */
export async function runOperation(
  actor: Actor,
  reader: Reader,
  operation: Operation,
): Promise<ActionResult | undefined> {
  const { pool } = actor.engine;
  const { jobId, ids } = operation;
  const handled = await pool.query<{ id: string }>(
    'select row_id::text as id from job_row where job_id = $1',
    [jobId],
  );
  const known = new Set(handled.rows.map((row) => row.id));
  let told = Date.now();
  for (const id of ids) {
    if (known.has(id)) continue;
    await handleOrNote(actor, reader, operation, id);
    known.add(id);
    if (Date.now() - told < PROGRESS_EVERY_MS) continue;
    told = Date.now();
    if (!(await progress(actor, jobId, known.size))) return undefined;
  }
  const result = await resultOf(actor, jobId);
  await pool.query(
    "update job set status = 'done', done = total, result = $2::jsonb, updated_at = now() where id = $1 and status = 'running'",
    [jobId, JSON.stringify(result)],
  );
  return result;
}
