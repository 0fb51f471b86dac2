import type { Pool, PoolClient } from 'pg';
import { isOutage, outlastOutage } from '../db/outage.ts';
import { SERVER_NAME } from '../db/pool.ts';
import { perDatabase } from '../db/pools.ts';
import { transact } from '../db/transaction.ts';
import type { AppDeps } from '../http/deps.ts';
import { callSeconds, deferredCalls, runningGauge } from './callMetrics.ts';
import type { Endpoint } from './endpoint.ts';
import {
  type CallJob,
  callNext,
  joinLongLine,
  keepLearned,
  loadOf,
  lockEndpoint,
  PLACE_MS,
  removeCall,
  start,
  startKept,
  waitInLine,
} from './line.ts';
import { type CallKind, learn, limitOf, type PoolLoad, ruleOf } from './share.ts';

export type CallDeps = Pick<AppDeps, 'pool' | 'env' | 'log'>;

/** A job as its worker gets it: `turn` names the place that was kept while it was queued. */
export interface TurnJob extends CallJob {
  turn?: string | undefined;
}

/** What a call came to; without a duration where nothing was sent. */
export interface Called<T> {
  value: T;
  milliseconds?: number;
}

type Running = Record<CallKind, number>;
/** Calls that this process runs against a database, by kind. */
export const runningCalls = perDatabase((): Running => ({ callback: 0, upstream: 0, merchant: 0 }));

/** Counts a call that starts. @returns what is to be run as it ends */
export function countRunning(pool: Pool, kind: CallKind): () => void {
  const running = runningCalls(pool);
  running[kind] += 1;
  runningGauge.inc({ kind });
  return () => {
    running[kind] -= 1;
    runningGauge.dec({ kind });
  };
}

const poolLoad = ({ pool, env }: CallDeps, kind: CallKind): PoolLoad => ({
  size: env.outboundConcurrency,
  running: runningCalls(pool)[kind],
});

/** Calls those who wait, as far as the endpoint has room; its lock must be held. */
async function callWaiting(
  deps: CallDeps,
  tx: PoolClient,
  { name, kind }: Endpoint,
  learned: { share: number; baselineMs: number | null },
): Promise<void> {
  const load = await loadOf(tx, name, learned.baselineMs);
  if (!load.waiting) return;
  const limit = limitOf({ ...load, share: learned.share }, ruleOf(kind, deps.env), poolLoad(deps, kind));
  await callNext(tx, name, limit - load.open);
}

/** Calls those who wait for an endpoint of which nobody's end will: its server died, or its share was all taken. */
export const callStalled = (deps: CallDeps, endpoint: Endpoint): Promise<void> =>
  transact(deps.pool, async (tx) => {
    const learned = await lockEndpoint(tx, endpoint, ruleOf(endpoint.kind, deps.env).first);
    await callWaiting(deps, tx, endpoint, learned);
  });

const PLACE = 'select endpoint as name, kind from outbound_call where id = $1';

/** Whose line a call waits in, or has a place of; undefined where it has ended or expired. */
export const placeOf = async ({ pool }: CallDeps, id: string): Promise<Endpoint | undefined> =>
  (await pool.query<Endpoint>(PLACE, [id])).rows[0];

/** Gives up the place that was kept for a job which has nothing to call any more, or calls another endpoint. */
export async function giveUpTurn(deps: CallDeps, turn: string | undefined): Promise<void> {
  if (turn === undefined) return;
  const place = await placeOf(deps, turn);
  if (place) await endCall(deps, place, turn);
}

/** Frees the place of a call, lets its duration count where it has one, and calls those who wait. */
async function endCall(deps: CallDeps, endpoint: Endpoint, id: string, tookMs?: number): Promise<void> {
  const rule = ruleOf(endpoint.kind, deps.env);
  await transact(deps.pool, async (tx) => {
    let learned = await lockEndpoint(tx, endpoint, rule.first);
    await removeCall(tx, id);
    if (tookMs !== undefined) {
      learned = learn(learned, tookMs, rule);
      await keepLearned(tx, endpoint.name, learned);
    }
    await callWaiting(deps, tx, endpoint, learned);
  });
}

/**
 * The same after work whose outcome is valid even if this fails. After an outage, which the work does not wait for, the
 * place is free again at once; after anything else it expires.
 */
export async function releaseCall(...call: Parameters<typeof endCall>): Promise<void> {
  const failed = (error: unknown) => call[0].log.error({ err: error }, 'end of an outgoing call');
  try {
    await endCall(...call);
  } catch (error) {
    if (!isOutage(error)) return failed(error);
    void outlastOutage(() => endCall(...call), AbortSignal.timeout(PLACE_MS)).catch(failed);
  }
}

/** Starts the call, or leaves its job in the endpoint's line. @returns the call; undefined where it waits */
async function begin(deps: CallDeps, endpoint: Endpoint, job: TurnJob): Promise<string | undefined> {
  const { name, kind } = endpoint;
  const { turn } = job;
  if (turn !== undefined) {
    if (await transact(deps.pool, (tx) => startKept(tx, turn, name, SERVER_NAME))) return turn;
    await giveUpTurn(deps, turn);
  }
  if (await joinLongLine(deps.pool, endpoint, job)) return undefined;
  const rule = ruleOf(kind, deps.env);
  return transact(deps.pool, async (tx) => {
    const learned = await lockEndpoint(tx, endpoint, rule.first);
    const load = await loadOf(tx, name, learned.baselineMs);
    const limit = limitOf({ ...load, share: learned.share }, rule, poolLoad(deps, kind));
    // Whoever waits goes first.
    if (!load.waiting && load.open < limit) return start(tx, endpoint, job, SERVER_NAME);
    await waitInLine(tx, endpoint, job);
    await callNext(tx, name, limit - load.open);
    return undefined;
  });
}

/**
 * Runs a call to an endpoint within the endpoint's share, which is counted over all servers. Where the endpoint is full,
 * the job goes to the end of its line and is queued again once a call has ended: until then it holds no worker, no
 * connection, and has spent no attempt. `work` must write nothing before it is called.
 * @returns what came of it; undefined where it waits
 */
export async function callInTurn<T>(
  deps: CallDeps,
  endpoint: Endpoint,
  job: TurnJob,
  work: () => Promise<Called<T>>,
): Promise<{ value: T } | undefined> {
  const { kind } = endpoint;
  const id = await begin(deps, endpoint, job);
  if (id === undefined) {
    deferredCalls.inc({ kind });
    return undefined;
  }
  const ended = countRunning(deps.pool, kind);
  let tookMs: number | undefined;
  try {
    const { value, milliseconds } = await work();
    tookMs = milliseconds;
    if (milliseconds !== undefined) callSeconds.observe({ kind }, milliseconds / 1_000);
    return { value };
  } finally {
    ended();
    await releaseCall(deps, endpoint, id, tookMs);
  }
}
