import type { Pool } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { transact } from '../platform/db/transaction.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { check } from '../platform/http/validation.ts';
import { accept, type CommandRequest, type Pace } from './accept.ts';
import type { AfterCommit } from './action.ts';
import type { Actor } from './actOnRow.ts';
import { dryRun } from './dryRun.ts';
import {
  claimKey,
  type Idempotent,
  idempotent,
  operationKey,
  storeAnswer,
  untilAnswered,
} from './idempotency.ts';
import { confirmed, spending, type Typed, typedOf } from './input.ts';
import { labelsOf } from './labels.ts';
import { isHeld } from './large.ts';
import { attempt, runOperation, waits } from './operation.ts';
import { holding, takeOver } from './operationHolder.ts';
import type { Reader } from './read.ts';
import { transactInTurn, turnsOfRows } from './inTurn.ts';
import { refusalsBeforeCode } from './rehearseRow.ts';
import { refuseOtherRest } from './restDigest.ts';
import { withNames } from './rowNames.ts';
import { type ActionBody, actionBody, selectRows, tokenOf } from './selection.ts';

type Answer = ActionResult & { results?: Record<string, Record<string, unknown>> };

/** One row: its effect, its log and the answer to a repeated call commit together. */
async function actOnOne(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  id: string,
  { input, coded = false, previewDigests }: CommandRequest,
): Promise<Answer> {
  const later: AfterCommit[] = [];
  const turnOf = await turnsOfRows(actor.deps, reader, [id]);
  const answer = await transactInTurn(actor.deps, turnOf(id), async (tx): Promise<Answer> => {
    later.length = 0;
    const commandKey = `${operationKey(known)}:${id}`;
    const seen = { alone: true, previewDigest: previewDigests?.[id] };
    const command = { id, input, coded, commandKey, dryRun: false, ...seen, later };
    const stored = await claimKey(tx, known);
    if (stored !== undefined) return stored as Answer;
    const outcome = await attempt(actor, reader, tx, command);
    if ('code' in outcome) {
      const refused: Answer = { done: [], refused: [outcome] };
      await storeAnswer(tx, known, refused);
      return refused;
    }
    const { after, once } = outcome;
    const done: Answer = { done: [id], refused: [], ...(waits(outcome) && { waiting: [id] }) };
    await storeAnswer(tx, known, { ...done, results: { [id]: after } });
    return { ...done, results: { [id]: { ...after, ...once } } };
  });
  for (const work of later) await work();
  return withNames(actor.engine, reader, answer);
}

async function actOnMany(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  ids: string[],
  request: CommandRequest,
  held = false,
): Promise<ActionResult> {
  const job = ids.length > actor.engine.options.bulkFrom ? 'job' : 'now';
  const pace: Pace = held ? 'held' : job;
  const { operation, answer } = await untilAnswered(async () => {
    const accepted = await accept(actor, reader, known, ids, request, pace);
    if (accepted.repeated && !(await takeOver(actor.deps.pool, accepted.operation.jobId)))
      throw new Refused('idempotencyBusy');
    return accepted;
  });
  if (answer) return answer;
  return holding(actor.deps.pool, operation.jobId, async () => {
    const result = await runOperation(actor, reader, operation);
    if (!result) throw new Refused('jobCancelled');
    await transact(actor.deps.pool, (tx) => storeAnswer(tx, known, result));
    return result;
  });
}

/** The rows of a command that was accepted before, whether or not it has been answered. */
async function acceptedIds(pool: Pool, known: Idempotent): Promise<string[] | undefined> {
  const { rows } = await pool.query<{ ids: string[] | null }>(
    `select coalesce(j.payload -> 'ids', i.answer -> 'done') as ids from idempotency i
     left join job j on j.id = coalesce(i.answer ->> 'operation', i.answer ->> 'jobId')::bigint
     where i.user_id = $1 and i.key = $2`,
    [known.userId, known.key],
  );
  return rows[0] && (rows[0].ids ?? []);
}

/** What a command asks for, however its body was written; a repeat of one without a code brings none. */
function askedOf(actor: Actor, body: ActionBody, { input, otp }: Typed): unknown {
  const { ids, all, except = [], snapshot } = body;
  // Every look at the same rows has a token of its own.
  const rows = tokenOf(actor, body)?.rows;
  const selected = all ? { all, except: [...new Set(except)], snapshot, rows } : { ids: [...new Set(ids)] };
  const command = `${actor.compiled.resource.id}/${actor.name}`;
  return { command, ...selected, input, ...(actor.action.otp === 'byRow' && { coded: otp !== undefined }) };
}

/** POST /api/<resource>/<action> */
export async function runAction(
  actor: Actor,
  caller: Caller,
  header: unknown,
  raw: unknown,
): Promise<ActionResult> {
  const parsed = check(actionBody, raw ?? {}, caller.locale, labelsOf(actor, caller));
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  const body = parsed.data;
  const { engine, compiled, action } = actor;
  if (action.on === 'one' && (body.all || (body.ids?.length ?? 0) > 1)) throw new Refused('selectOne');
  const reader: Reader = { compiled, caller, visible: await engine.scopes.writable(caller) };
  const typed = typedOf(actor, caller, body);
  const { input } = typed;
  const known = body.dryRun ? undefined : idempotent(caller.userId, header, askedOf(actor, body, typed));
  // A repeated command on many is about the rows it was accepted for: what a dry run showed of them may be forgotten by
  // then, and their figures may be others.
  const isMany = body.all !== undefined || (body.ids?.length ?? 0) > 1;
  const before = known && isMany ? await acceptedIds(engine.pool, known) : undefined;
  const coded = typed.otp !== undefined;
  const request: CommandRequest = { input, coded, previewDigests: body.previewDigests };
  if (known && before) return actOnMany(actor, reader, known, before, request);
  const selection = await selectRows(actor, caller, body);
  const [first] = selection.ids;
  if (first === undefined) throw new Refused('selectSome');
  if (!known) return dryRun(actor, reader, selection, typed);
  await refuseOtherRest(actor, selection.ids, body.previewDigests);
  const held = await isHeld(actor, reader, selection.ids, body);
  const refusals = coded && (await refusalsBeforeCode(actor, reader, known, selection.ids, request));
  if (refusals) return refusals;
  const spent = await confirmed(actor, caller, known, typed);
  return spending(actor.deps, spent, () =>
    selection.ids.length === 1
      ? actOnOne(actor, reader, known, first, request)
      : actOnMany(actor, reader, known, selection.ids, { ...request, confirmed: body.confirmed }, held),
  );
}
