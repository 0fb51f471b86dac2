import type { FastifyInstance } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { ZodType, output } from 'zod';
import type { Spent } from '../identity/session/otp/giveBack.ts';
import { newId } from '../platform/db/id.ts';
import { Rollback, transact } from '../platform/db/transaction.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { type Call, type CallSpec, route } from '../platform/http/route.ts';
import { didNothing } from './input.ts';
import { checkBody } from './bodyReferences.ts';
import {
  claimKey,
  type Idempotent,
  keyIfSent,
  oncePerKey,
  operationKey,
  storedAnswer,
  untilAnswered,
} from './idempotency.ts';

/** A call that writes, inside the transaction that also keeps its key and answer. */
export interface Write<B = unknown, Q = unknown, P = unknown> extends Call<B, Q> {
  tx: PoolClient;
  /** What `prepare` made. */
  prepared: P;
  /** Runs once the transaction is committed, never for a repeat: only what may be lost with this process. */
  onCommit: (work: () => void | Promise<void>) => void;
}

export interface WriteSpec<B extends ZodType, Q extends ZodType, P> extends Omit<CallSpec<B, Q>, 'handler'> {
  /** Outside the transaction, and not for a repeat: proofs that are counted, work that takes long. */
  prepare?: (call: Call<output<B>, output<Q>>) => Promise<P>;
  /**
   * Takes the one-time password of a write that needs one, once everything else is known to be accepted: what the handler
   * would refuse is refused before, and spends neither a try nor a code. A repeat of the same call has the same key.
   */
  confirm?: (call: Call<output<B>, output<Q>>, commandKey: string) => Promise<Spent | undefined>;
  /** What a repeat must have in common with the first call, where that is not the body and the query. */
  asked?: (call: Call<output<B>, output<Q>>) => unknown;
  /** The answer is kept with the key as JSON; secrets go into a ShownOnce. */
  handler: (write: Write<output<B>, output<Q>, P>) => Promise<unknown>;
  /** Puts words to an answer, the first one or a repeated one. */
  present?: (answer: unknown, call: Call<output<B>, output<Q>>) => unknown;
}

/** An answer that is given to the first call alone; a repeat gets what is kept of it. */
export class ShownOnce {
  readonly shown: unknown;
  readonly kept: unknown;

  constructor(shown: unknown, kept: unknown) {
    this.shown = shown;
    this.kept = kept;
  }
}

/** The answer of the same call, if there is one by now. @throws Refused idempotencyBusy while it is in flight */
function answerByNow(pool: Pool, known: Idempotent): Promise<unknown> {
  return transact(pool, async (tx) => new Rollback(await claimKey(tx, known)));
}

async function prepared<P>(pool: Pool, known: Idempotent | undefined, prepare: () => Promise<P>) {
  if (!known) return { value: await prepare() };
  const answer = await storedAnswer(pool, known);
  if (answer !== undefined) return { answer };
  try {
    return { value: await prepare() };
  } catch (error) {
    // Of two at once the first may have changed what the second had to prove.
    const late = error instanceof Refused ? await answerByNow(pool, known) : undefined;
    if (late === undefined) throw error;
    return { answer: late };
  }
}

/** @throws Refused validation where the call names a row that the caller does not read */
async function checkIds(
  deps: AppDeps,
  tx: Pick<PoolClient, 'query'>,
  { body, query }: Pick<CallSpec<ZodType, ZodType>, 'body' | 'query'>,
  { caller, request }: Pick<Call, 'caller' | 'request'>,
): Promise<void> {
  await checkBody(deps, tx, caller, body, request.body);
  await checkBody(deps, tx, caller, query, request.query);
}

/** Does the write for its refusals alone, and then takes the code. */
async function confirmWrite<B extends ZodType, Q extends ZodType, P>(
  deps: AppDeps,
  spec: WriteSpec<B, Q, P>,
  write: Omit<Write<output<B>, output<Q>, P>, 'tx' | 'onCommit'>,
  known: Idempotent | undefined,
): Promise<Spent | undefined> {
  const { handler, confirm } = spec;
  if (!confirm) return undefined;
  const isAnswered = await transact(deps.pool, async (tx) => {
    if (known && (await claimKey(tx, known)) !== undefined) return true;
    await checkIds(deps, tx, spec, write);
    await handler({ ...write, tx, onCommit: () => undefined });
    return new Rollback(false);
  });
  return isAnswered ? undefined : confirm(write, known ? operationKey(known) : newId());
}

async function write<B extends ZodType, Q extends ZodType, P>(
  deps: AppDeps,
  spec: WriteSpec<B, Q, P>,
  call: Call<output<B>, output<Q>>,
): Promise<unknown> {
  const asked = spec.asked?.(call) ?? { body: call.body, query: call.query };
  const known = keyIfSent(
    call.caller.userId,
    call.headers['idempotency-key'],
    { command: spec.url, asked },
    deps.env.secretsKey ?? '',
  );
  const attempt = async (): Promise<unknown> => {
    const prepare = async (): Promise<P> => {
      await checkIds(deps, deps.pool, spec, call);
      return spec.prepare!(call);
    };
    const ready = spec.prepare && (await prepared(deps.pool, known, prepare));
    if (ready && 'answer' in ready) return ready.answer;
    const later: (() => void | Promise<void>)[] = [];
    let once: ShownOnce | undefined;
    const work = { ...call, prepared: ready?.value as P };
    const spent = await confirmWrite(deps, spec, work, known);
    const commit = transact(deps.pool, (tx) => {
      // Of a try that was rolled back nothing counts, also where its repeat finds the key answered by another call.
      later.length = 0;
      once = undefined;
      return oncePerKey(tx, known, async () => {
        const onCommit = (work: () => void | Promise<void>) => void later.push(work);
        await checkIds(deps, tx, spec, call);
        const made = await spec.handler({ ...work, tx, onCommit });
        once = made instanceof ShownOnce ? made : undefined;
        return once ? once.kept : made;
      });
    });
    const answer = await commit.catch(async (error: unknown) => {
      if (spent && didNothing(error)) await deps.modules.identity.giveBack(deps.pool, spent);
      throw error;
    });
    for (const run of later) await run();
    return once ? once.shown : answer;
  };
  return untilAnswered(attempt);
}

/**
 * The one way to serve a write that the engine does not derive from a definition: under one Idempotency-Key it happens once
 * and every repeat gets the same answer; without a key it happens each time.
 */
export function writeRoute<B extends ZodType, Q extends ZodType, P = undefined>(
  app: FastifyInstance,
  deps: AppDeps,
  spec: WriteSpec<B, Q, P>,
): void {
  const { prepare: _prepare, confirm: _confirm, asked: _asked, handler: _handler, present, ...served } = spec;
  route<B, Q>(app, {
    ...served,
    method: 'POST',
    effect: 'keyed',
    handler: async (call) => {
      const answer = await write(deps, spec, call);
      return present ? present(answer, call) : answer;
    },
  });
}
