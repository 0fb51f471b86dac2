import type { Pool } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { reckonerOf } from '../actions/reckoners.ts';
import { newId } from '../db/id.ts';
import { Rollback, transact } from '../db/transaction.ts';
import type { Caller } from '../http/caller.ts';
import { Refused } from '../http/refused.ts';
import { check } from '../http/validation.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { refuseCrowd } from '../jobs/jobStore.ts';
import type { AfterCommit } from './action.ts';
import type { Acted, Actor } from './actOnRow.ts';
import {
  claimKey,
  type Idempotent,
  idempotent,
  operationKey,
  storeAnswer,
  untilAnswered,
} from './idempotency.ts';
import { confirmed, spending, typedOf } from './input.ts';
import { attempt, type Operation, type Refusal, runOperation, waits } from './operation.ts';
import { HOLDER, holding, takeOver } from './operationHolder.ts';
import type { Reader } from './read.ts';
import { reckon } from './reckon.ts';
import { transactInTurn, turnsOfRows } from './inTurn.ts';
import { partsOf, refuseOtherRest, REST, restShown } from './restShown.ts';
import { withNames } from './rowNames.ts';
import { type ActionBody, actionBody, type Selection, selectRows } from './selection.ts';

export interface DryRunResult extends ActionResult {
  /** How many rows the command would act on; the preview covers the first of them. */
  total: number;
}

type Answer = ActionResult & { results?: Record<string, Record<string, unknown>> };

async function dryRun(
  actor: Actor,
  reader: Reader,
  selection: Selection,
  input: Record<string, unknown>,
): Promise<DryRunResult> {
  const shown: Record<string, string> = {};
  const result: DryRunResult = { done: [], refused: [], preview: [], total: selection.ids.length, shown };
  if (selection.token) result.token = selection.token;
  const { rowByRow } = reckonerOf(actor.compiled.resource.id, actor.name);
  if (selection.ids.length > 1 && !rowByRow) result.reckoned = await reckon(actor, reader, selection.ids);
  const rest = await restShown(actor, reader, selection.ids);
  if (rest !== undefined) shown[REST] = rest;
  const { run } = partsOf(actor, selection.ids);
  const turnOf = await turnsOfRows(actor.deps, reader, run);
  for (const id of run) {
    const command = { id, input, commandKey: `dry:${newId()}`, dryRun: true, later: [] };
    const outcome = await transactInTurn<Acted | Refusal>(
      actor.deps,
      turnOf(id),
      async (tx) => new Rollback(await attempt(actor, reader, tx, command)),
    );
    if ('code' in outcome) {
      result.refused.push(outcome);
      // What was said to be refused is not done because it has become possible meanwhile.
      shown[id] = outcome.code;
    } else {
      result.done.push(id);
      const { digest, ...changes } = outcome;
      if (digest !== undefined) shown[id] = digest;
      result.preview?.push({ id, ...changes });
    }
  }
  return withNames(actor.engine, reader, result);
}

/** What a command does with each row. */
type Asked = Pick<Operation, 'input' | 'shown'>;

/** One row: its effect, its log and the answer to a repeated call commit together. */
async function actOnOne(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  id: string,
  { input, shown }: Asked,
): Promise<Answer> {
  const later: AfterCommit[] = [];
  const turnOf = await turnsOfRows(actor.deps, reader, [id]);
  const answer = await transactInTurn(actor.deps, turnOf(id), async (tx): Promise<Answer> => {
    later.length = 0;
    const commandKey = `${operationKey(known)}:${id}`;
    const command = { id, input, commandKey, dryRun: false, shown: shown?.[id], later };
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

interface Accepted {
  operation: Operation;
  /** Accepted by an earlier request, which may still have it in hand. */
  repeated?: boolean;
  answer?: ActionResult;
}

/** Accepts the command once: the job that remembers its rows is made with the idempotency key. */
async function accept(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  ids: string[],
  asked: Asked,
  later: boolean,
): Promise<Accepted> {
  const { caller } = reader;
  const operation: Operation = { jobId: newId(), key: operationKey(known), ids, ...asked };
  return transact(actor.deps.pool, async (tx): Promise<Accepted> => {
    const stored = (await claimKey(tx, known)) as (ActionResult & { operation?: string }) | undefined;
    if (stored && !stored.operation) return { operation, answer: stored };
    if (stored?.operation) return { operation: { ...operation, jobId: stored.operation }, repeated: true };
    if (later) await refuseCrowd(tx, caller.userId, 'bulkAction');
    const payload = {
      resource: actor.compiled.resource.id,
      action: actor.name,
      ...operation,
      holder: HOLDER,
      locale: caller.locale,
      timeZone: caller.timeZone,
      ip: caller.ip,
      sessionId: caller.sessionId,
    };
    await tx.query(
      'insert into job (id, user_id, kind, payload, status, total) values ($1, $2, $3, $4::jsonb, $5, $6)',
      [
        operation.jobId,
        caller.userId,
        later ? 'bulkAction' : 'action',
        JSON.stringify(payload),
        later ? 'queued' : 'running',
        ids.length,
      ],
    );
    if (!later) {
      await storeAnswer(tx, known, { operation: operation.jobId });
      return { operation };
    }
    const answer: ActionResult = { done: [], refused: [], jobId: operation.jobId };
    await storeAnswer(tx, known, answer);
    await enqueueJob(tx, 'bulkAction', operation.jobId, caller.userId);
    return { operation, answer };
  });
}

async function actOnMany(
  actor: Actor,
  reader: Reader,
  known: Idempotent,
  ids: string[],
  asked: Asked,
): Promise<ActionResult> {
  const later = ids.length > actor.engine.options.bulkFrom;
  const { operation, answer } = await untilAnswered(async () => {
    const accepted = await accept(actor, reader, known, ids, asked, later);
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

/** What a command asks for, however its body was written. */
function askedOf(actor: Actor, body: ActionBody, input: Record<string, unknown>): unknown {
  const { ids, all, except = [], snapshot, token } = body;
  const selected = all ? { all, except: [...new Set(except)], snapshot, token } : { ids: [...new Set(ids)] };
  return { command: `${actor.compiled.resource.id}/${actor.name}`, ...selected, input };
}

/** POST /api/<resource>/<action> */
export async function runAction(
  actor: Actor,
  caller: Caller,
  header: unknown,
  raw: unknown,
): Promise<ActionResult> {
  const parsed = check(actionBody, raw ?? {}, caller.locale);
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  const body = parsed.data;
  const { engine, compiled, action } = actor;
  if (action.on === 'one' && (body.all || (body.ids?.length ?? 0) > 1)) throw new Refused('selectOne');
  const reader: Reader = { compiled, caller, visible: await engine.scopes.writable(caller) };
  const typed = typedOf(actor, caller, body);
  const { input } = typed;
  const known = body.dryRun ? undefined : idempotent(caller.userId, header, askedOf(actor, body, input));
  // A repeated command on everything finds its rows where it put them: what a dry run saw may be forgotten by then.
  const before = known && body.all ? await acceptedIds(engine.pool, known) : undefined;
  const asked: Asked = { input, shown: body.shown };
  if (known && before) return actOnMany(actor, reader, known, before, asked);
  const selection = await selectRows(actor, caller, body);
  const [first] = selection.ids;
  if (first === undefined) throw new Refused('selectSome');
  if (!known) return dryRun(actor, reader, selection, input);
  await refuseOtherRest(actor, selection.ids, body.shown);
  const spent = await confirmed(actor, caller, known, typed);
  return spending(actor.deps, spent, () =>
    selection.ids.length === 1
      ? actOnOne(actor, reader, known, first, asked)
      : actOnMany(actor, reader, known, selection.ids, asked),
  );
}
