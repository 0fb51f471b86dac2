import type { PoolClient } from 'pg';
import * as z from 'zod';
import type { ActionResult } from '../../contract/calls.ts';
import { Rollback } from '../platform/db/transaction.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { check } from '../platform/http/validation.ts';
import type { MakeContext, MakeHandler } from './action.ts';
import type { Engine } from './engine.ts';
import { labelsOf } from './labels.ts';
import { idempotent, oncePerKey, operationKey } from './idempotency.ts';
import { callerTurn, namedTurn, transactInTurn } from './inTurn.ts';
import { inputWords } from './labels.ts';
import { confirmed, type Runnable, spending, typedOf } from './input.ts';
import { seesMerchant } from './scope.ts';
import { listReferences, refuseOutOfReach, tenantOfRow } from './references.ts';
import { digestsSchema } from './selection.ts';
import { digestOf, rehearsed } from './previewDigest.ts';

/** An action that makes a row, with everything it runs on. */
export interface Maker extends Runnable {
  engine: Engine;
  make: MakeHandler;
}

const makeBody = z.strictObject({
  input: z.record(z.string(), z.unknown()).optional(),
  dryRun: z.boolean().optional(),
  previewDigests: digestsSchema,
});

/** The row that is not there yet, in the answer of a dry run. */
const NEW = 'new';

/** What is shown once goes out with the first answer, and is not stored with its key. */
const withSecrets = (answer: ActionResult, results: Record<string, Record<string, unknown>>): ActionResult =>
  Object.assign({}, answer, { results });

/** @throws Refused validation where an input names a row that the caller does not read */
async function checkReferences(
  { engine, deps, compiled, action }: Maker,
  caller: Caller,
  tx: PoolClient,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const references = listReferences(action.input ?? {}, input);
  if (references.length === 0) return;
  const naming = {
    caller,
    visible: await engine.scopes.writable(caller),
    tenantId: await tenantOfRow(tx, compiled, caller, input),
  };
  const { label } = inputWords(deps.locales, caller.locale, compiled.resource);
  await refuseOutOfReach(tx, engine, naming, references, label);
}

/** POST /api/<resource>/<action> of an action that makes a row: refused as a whole, by field where one is wrong. */
export async function runMake(
  maker: Maker,
  caller: Caller,
  header: unknown,
  raw: unknown,
): Promise<ActionResult> {
  const { engine, deps, compiled, name } = maker;
  const parsed = check(makeBody, raw ?? {}, caller.locale, labelsOf(maker, caller));
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  const { dryRun = false } = parsed.data;
  const typed = typedOf(maker, caller, parsed.data);
  const visible = await engine.scopes.writable(caller);
  let secrets: Record<string, unknown> | undefined;
  const shared = {
    deps,
    showOnce: (values) => void (secrets = { ...secrets, ...values }),
    caller,
    input: typed.input,
    now: deps.clock.now(),
    dryRun,
    seesMerchant: (id: string) => seesMerchant(visible, id),
  } satisfies Partial<MakeContext>;
  const make = async (context: MakeContext): ReturnType<MakeHandler> => {
    await checkReferences(maker, caller, context.tx, context.input);
    return maker.make(context);
  };
  const owner = caller.merchantId ?? typed.input.merchantId;
  const turn = typeof owner === 'string' ? namedTurn(caller, visible, owner) : callerTurn(caller);
  if (dryRun) {
    const after = await transactInTurn(deps, turn, async (tx) => {
      const preview = await rehearsed(tx, () => make({ ...shared, tx, commandKey: 'dry' }));
      if (typed.isComplete) await make({ ...shared, dryRun: false, tx, commandKey: 'dry' });
      return new Rollback(preview);
    });
    const previewDigests = { [NEW]: digestOf(maker.action, {}, after) };
    return { done: [NEW], refused: [], preview: [{ id: NEW, before: {}, after }], previewDigests };
  }
  const request = { command: `${compiled.resource.id}/${name}`, input: typed.input };
  const known = idempotent(caller.userId, header, request);
  const work = async (tx: PoolClient): Promise<ActionResult> => {
    const seen = parsed.data.previewDigests?.[NEW];
    if (seen !== undefined) {
      const after = await rehearsed(tx, () => make({ ...shared, dryRun: true, tx, commandKey: 'dry' }));
      if (digestOf(maker.action, {}, after) !== seen) throw new Refused('figuresChanged');
    }
    const made = await make({ ...shared, tx, commandKey: operationKey(known) });
    return { done: [made.id], refused: [] };
  };
  const once = (tx: PoolClient) => {
    secrets = undefined;
    return oncePerKey(tx, known, () => work(tx));
  };
  // What is refused whatever the code is refused before it is looked at.
  if (typed.otp !== undefined) await transactInTurn(deps, turn, async (tx) => new Rollback(await once(tx)));
  const spent = await confirmed(maker, caller, known, typed);
  const answer = await spending(deps, spent, () => transactInTurn(deps, turn, once));
  const [id] = answer.done;
  return secrets && id !== undefined ? withSecrets(answer, { [id]: secrets }) : answer;
}
