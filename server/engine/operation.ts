import type { PoolClient } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { isOutage } from '../platform/db/outage.ts';
import type { Caller } from '../platform/http/caller.ts';
import { refusalText } from '../platform/http/envelope.ts';
import { Refused } from '../platform/http/refused.ts';
import { resultOf, takeRow, tellProgress, WAITING } from '../platform/jobs/jobStore.ts';
import type { Actor, Acted, Command } from './actOnRow.ts';
import { actThrough } from './actThrough.ts';
import { CALLER_CHECK_MS, jobCaller, endRefused } from './jobCaller.ts';
import type { AfterCommit } from './action.ts';
import { transactInTurn, turnsOfRows } from './inTurn.ts';
import type { Reader } from './read.ts';
import { withNames } from './rowNames.ts';
import { restRefused } from './restDigest.ts';
import type { PreviewDigests } from './previewDigest.ts';
import { verifyPreview } from './verifyPreview.ts';

/** One accepted command on many rows; its rows are remembered one by one, so that it resumes and never doubles. */
export interface Operation {
  jobId: string;
  /** The prefix of every row's command key. */
  key: string;
  ids: readonly string[];
  input: Record<string, unknown>;
  previewDigests?: PreviewDigests | undefined;
  /** A one-time password was spent on it. */
  coded?: boolean | undefined;
  /** Of a held one: how many rows will be done, as the caller typed it. */
  confirmed?: number | undefined;
}

/** Under way, with the rows that its dry run counted as refused. */
interface Running extends Operation {
  restRefused: ReadonlySet<string>;
  /** In whose turn a row is handled. */
  turnOf: (id: string) => string;
}

export type Refusal = ActionResult['refused'][number];

export function refusalOf(actor: Actor, caller: Caller, id: string, refused: Refused): Refusal {
  const { code, values } = refused;
  const field = String(values.field ?? '');
  return {
    id,
    code,
    message: refusalText(actor.deps.locales, caller.locale, code, values),
    ...(actor.action.input?.[field] && { field }),
  };
}

/** True where the row was only asked about. */
export const waits = ({ after }: Acted): boolean => after.waiting === true;

/** Runs the row behind a savepoint: a refused row undoes itself and leaves the transaction usable. */
export async function attempt(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  command: Command,
): Promise<Acted | Refusal> {
  await tx.query('savepoint row');
  try {
    await verifyPreview(actor, reader, tx, command);
    const acted = await actThrough(actor, reader, tx, command);
    // What was shown as refused is not done because it has become possible meanwhile.
    if (command.previewRefused) throw new Refused('figuresChanged');
    return acted;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint row');
    command.later.length = 0;
    return refusalOf(actor, reader.caller, command.id, error);
  }
}

/** The row and the note that it was handled commit together; false when the job no longer runs. */
async function handle(actor: Actor, reader: Reader, operation: Running, id: string): Promise<boolean> {
  const later: AfterCommit[] = [];
  const goesOn = await transactInTurn(actor.deps, operation.turnOf(id), async (tx) => {
    later.length = 0;
    const commandKey = `${operation.key}:${id}`;
    const { input, coded = false, previewDigests, restRefused: refusedBefore } = operation;
    const seen = { previewDigest: previewDigests?.[id], previewRefused: refusedBefore.has(id) };
    const command = { id, input, coded, commandKey, dryRun: false, ...seen, later };
    const mine = await takeRow(tx, operation.jobId, id);
    if (!mine) return mine !== undefined;
    const outcome = await attempt(actor, reader, tx, command);
    const refused = 'code' in outcome;
    if (refused || waits(outcome)) {
      await tx.query({
        name: 'job-row-note',
        text: 'update job_row set code = $3, message = $4 where job_id = $1 and row_id = $2',
        values: [operation.jobId, id, refused ? outcome.code : null, refused ? outcome.message : WAITING],
      });
    }
    return true;
  });
  for (const work of later) await work();
  return goesOn;
}

/** A fault in one row is noted on it: the others do not wait for somebody to repair it. An outage is no row's fault. */
async function handleOrNote(actor: Actor, reader: Reader, operation: Running, id: string): Promise<boolean> {
  try {
    return await handle(actor, reader, operation, id);
  } catch (error) {
    if (isOutage(error)) throw error;
    const refused = error instanceof Refused ? error : new Refused('internal');
    if (refused !== error)
      actor.deps.log.error({ err: error, job: operation.jobId, row: id }, 'a row of an operation failed');
    const noted = refusalOf(actor, reader.caller, id, refused);
    return (await takeRow(actor.deps.pool, operation.jobId, id, noted)) !== undefined;
  }
}

/** The same person as of now: still active, still permitted, with the scope of this moment. */
async function askAgain(actor: Actor, { compiled, caller }: Reader): Promise<Reader> {
  const permission = `${compiled.resource.id}:${actor.name}`;
  const now = await jobCaller(actor.deps, caller.userId, caller, permission);
  return { compiled, caller: now, visible: await actor.engine.scopes.writable(now) };
}

/** Writes the progress and asks again; undefined when the job is over, or its owner may no longer do this. */
async function goOn(actor: Actor, reader: Reader, jobId: string, done: number): Promise<Reader | undefined> {
  if (!(await tellProgress(actor.deps.pool, jobId, done))) return undefined;
  try {
    return await askAgain(actor, reader);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await endRefused(actor.deps, jobId, reader.caller.locale, error);
    return undefined;
  }
}

/** Handles every row not handled yet; undefined when it was cancelled on the way. */
export async function runOperation(
  actor: Actor,
  firstReader: Reader,
  operation: Operation,
): Promise<ActionResult | undefined> {
  const { pool } = actor.deps;
  const { jobId, ids } = operation;
  const handled = await pool.query<{ id: string }>(
    'select row_id::text as id from job_row where job_id = $1',
    [jobId],
  );
  const known = new Set(handled.rows.map((row) => row.id));
  const running: Running = {
    ...operation,
    restRefused: restRefused(actor, ids, operation.previewDigests),
    turnOf: await turnsOfRows(actor.deps, firstReader, ids),
  };
  let reader = firstReader;
  let checkedAt = Date.now();
  for (const id of ids) {
    if (known.has(id)) continue;
    if (Date.now() - checkedAt >= CALLER_CHECK_MS) {
      const fresh = await goOn(actor, reader, jobId, known.size);
      if (!fresh) return undefined;
      reader = fresh;
      checkedAt = Date.now();
    }
    if (!(await handleOrNote(actor, reader, running, id))) return undefined;
    known.add(id);
  }
  const result = await withNames(actor.engine, reader, await resultOf(pool, jobId));
  await pool.query(
    "update job set status = 'done', done = total, result = $2::jsonb, updated_at = now() where id = $1 and status = 'running'",
    [jobId, JSON.stringify(result)],
  );
  return result;
}
