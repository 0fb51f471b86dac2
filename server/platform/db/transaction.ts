import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { withTrace } from '../trace.ts';

const ATTEMPTS = 8;
/** Serialization failure and deadlock: the transaction did nothing and may run again. */
const RETRIED: ReadonlySet<string> = new Set(['40001', '40P01']);

export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Somebody held a lock for too long: the transaction was undone. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** PostgreSQL found no disk space: what was asked was undone. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === '53100';

/** A statement took longer than it may, and was cut off. */
export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === '57014';

/** Says that a transaction is to be undone although nothing failed; transact answers its value. */
export class Rollback<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

type Transaction<T> = (tx: PoolClient) => Promise<T | Rollback<T>>;

async function once<T>(pool: Pool, work: Transaction<T>, begin: string): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query(begin);
    const answer = await work(tx);
    if (answer instanceof Rollback) {
      await tx.query('rollback');
      return answer.value;
    }
    await tx.query('commit');
    return answer;
  } catch (error) {
    await tx.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
}

/**
 * Runs the work in one transaction: commits its answer, rolls back when it throws.
 * A transaction lost to a concurrent one runs again, at most 8 times in all, after a growing jittered pause.
 * `lockMs`: longest wait for one lock, where it is not the connection's.
 */
export async function transact<T>(pool: Pool, work: Transaction<T>, lockMs?: number): Promise<T> {
  const begin = withTrace(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, work, begin);
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRIED.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * Math.min(5 * 2 ** attempt, 250));
    }
  }
}
