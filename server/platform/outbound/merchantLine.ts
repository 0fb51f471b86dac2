import { SERVER_NAME } from '../db/pool.ts';
import { transact } from '../db/transaction.ts';
import { MerchantBusy } from '../db/merchantTransaction.ts';
import { type CallDeps, countRunning, giveUpTurn, placeOf, releaseCall } from './callInTurn.ts';
import { deferredCalls } from './callMetrics.ts';
import { type Endpoint, merchantEndpoint } from './endpoint.ts';
import { type CallJob, keepLearned, lockEndpoint, startKept, waitAgain, waitInLine } from './line.ts';
import { learn, ruleOf } from './share.ts';

const KIND = 'merchant';

async function joinLine({ pool }: CallDeps, { merchantId }: MerchantBusy, job: CallJob): Promise<void> {
  deferredCalls.inc({ kind: KIND });
  await waitInLine(pool, merchantEndpoint(merchantId), job);
}

/**
 * Runs what needs a merchant's rows; where they are held, leaves `job` in the merchant's line to do it later.
 * @returns what came of it; undefined where it waits
 */
export async function orWait<T>(
  deps: CallDeps,
  job: CallJob,
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof MerchantBusy)) throw error;
    await joinLine(deps, error, job);
    return undefined;
  }
}

/** The line whose next place is due is called by the regular look alone: called at once it would find the rows held. */
const putBack = (deps: CallDeps, endpoint: Endpoint, id: string): Promise<void> =>
  transact(deps.pool, async (tx) => {
    const rule = ruleOf(KIND, deps.env);
    const learned = await lockEndpoint(tx, endpoint, rule.first);
    await keepLearned(tx, endpoint.name, learn(learned, Number.POSITIVE_INFINITY, rule));
    await waitAgain(tx, id);
  });

interface Place {
  endpoint: Endpoint;
  id: string;
}

async function startPlace(deps: CallDeps, id: string | undefined): Promise<Place | undefined> {
  const endpoint = id === undefined ? undefined : await placeOf(deps, id);
  if (!endpoint || id === undefined) return undefined;
  if (await transact(deps.pool, (tx) => startKept(tx, id, endpoint.name, SERVER_NAME)))
    return { endpoint, id };
  // Its place was given to others meanwhile: left in the line, the job would run twice.
  await giveUpTurn(deps, id);
  return undefined;
}

/** Places that a job had been kept while it was queued, of its merchant and of its endpoint. */
interface Kept {
  place?: string;
  turn?: string;
}

/**
 * Runs a worker's job. Where it finds its merchant busy it goes into the merchant's line, oldest first, and ends without
 * having spent a try: until it is queued again it holds no worker and no connection.
 */
export async function runQueued(
  deps: CallDeps,
  { task, payload, key }: { task: string; payload: unknown; key: string | null },
  run: (payload: unknown) => Promise<void>,
): Promise<void> {
  const { place: id, ...rest } = payload as Kept;
  const place = await startPlace(deps, id);
  const ended = place && countRunning(deps.pool, KIND);
  let busy: MerchantBusy | undefined;
  try {
    await run(rest);
  } catch (error) {
    if (!(error instanceof MerchantBusy)) throw error;
    busy = error;
  } finally {
    ended?.();
    // That the job ran at all says that the merchant is free, however long its call took.
    if (place && !busy) await releaseCall(deps, place.endpoint, place.id, 0);
  }
  if (!busy) return;
  const { turn, ...again } = rest;
  await giveUpTurn(deps, turn);
  if (place) await putBack(deps, place.endpoint, place.id);
  else await joinLine(deps, busy, { task, payload: again, key: key ?? undefined });
}
