import type { PoolClient } from 'pg';
import { isLockTimeout, type Rollback, transact } from './transaction.ts';
import { type TurnLimits, turnsByPool } from './turns.ts';
import type { AppDeps } from '../http/deps.ts';

/** A merchant's rows are held by others: the transaction changed nothing. */
export class MerchantBusy extends Error {
  readonly merchantId: string;

  constructor(merchantId: string) {
    super(`rows of merchant ${merchantId} are held`);
    this.name = 'MerchantBusy';
    this.merchantId = merchantId;
  }
}

/** A job that waits here keeps its worker from others: nobody waits on once a lock did not come. */
const LIMITS: TurnLimits = { atOnce: 3, longestQueue: 24, patienceMs: 5_000 };
/** Longest wait for one lock in a background transaction on a merchant's rows. */
export const LOCK_MS = 3_000;

const turnsOf = turnsByPool(LIMITS);

/**
 * Runs a background transaction that locks rows of one merchant in that merchant's turn, which comes before its
 * connection: whatever waits for a held row keeps no connection from the work of others.
 * @throws MerchantBusy where the lock did not come within three seconds, or that of one before it did not
 */
export async function transactForMerchant<T>(
  { pool }: Pick<AppDeps, 'pool'>,
  merchantId: string,
  work: (tx: PoolClient) => Promise<T | Rollback<T>>,
): Promise<T> {
  const end = await turnsOf(pool).begin(merchantId);
  if (!end) throw new MerchantBusy(merchantId);
  let isHeld = false;
  try {
    return await transact(pool, work, LOCK_MS);
  } catch (error) {
    isHeld = isLockTimeout(error);
    throw isHeld ? new MerchantBusy(merchantId) : error;
  } finally {
    end(isHeld);
  }
}

/**
 * Does something for each row, a transaction each. The rows of a merchant that is busy are left out from the first one
 * on: the next round finds them again.
 * @returns what came of the others
 */
export async function forEachMerchantRow<R extends { merchantId: string }, T>(
  deps: Pick<AppDeps, 'pool'>,
  rows: readonly R[],
  work: (tx: PoolClient, row: R) => Promise<T | Rollback<T>>,
  busy: Set<string> = new Set(),
): Promise<T[]> {
  const done: T[] = [];
  for (const row of rows) {
    if (busy.has(row.merchantId)) continue;
    try {
      done.push(await transactForMerchant(deps, row.merchantId, (tx) => work(tx, row)));
    } catch (error) {
      if (!(error instanceof MerchantBusy)) throw error;
      busy.add(row.merchantId);
    }
  }
  return done;
}
