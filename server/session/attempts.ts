import type { Pool, PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

/**
 * Guessing is counted in the database, per kind, account and address, and more slowly per account: many addresses are
 * no way around, and nobody locks another out for good.
 */

const ALLOWED = 5;
const WINDOW_MS = 15 * 60_000;
const FIRST_DELAY_MS = 30_000;

/** 30 s after the fifth failure, doubling up to the window. */
export function delayMs(failures: number): number {
  if (failures < ALLOWED) return 0;
  return Math.min(WINDOW_MS, FIRST_DELAY_MS * 2 ** (failures - ALLOWED));
}

const ACCOUNT_ALLOWED = 20;
const ACCOUNT_LONGEST_MS = 60_000;

/** From everywhere together: 1 s after the twentieth failure, doubling up to a minute. */
export function accountDelayMs(failures: number): number {
  if (failures < ACCOUNT_ALLOWED) return 0;
  return Math.min(ACCOUNT_LONGEST_MS, 1_000 * 2 ** (failures - ACCOUNT_ALLOWED));
}

/** In place of an address: all of them. */
export const EVERYWHERE = '*';

/** `who` is an id or one spelling for all that name the same: counters are never kept by what somebody typed. */
const attemptKey = (kind: string, who: string, ip: string): string => `${kind}:${who}|${ip}`;

/** Whose sign-ins are counted: the account's, however it is spelled; a name that nobody has cannot pass for an id. */
export const signInSubject = (account: { userId: string } | { unknownName: string }): string =>
  'userId' in account ? `id:${account.userId}` : `name:${account.unknownName}`;

/** Attempts on one key run one after another here, so that a burst of parallel guesses is counted like a slow one. */
const turns = new Map<string, Promise<unknown>>();

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}

async function refuseBlocked(pool: Pool, key: string, now: Date): Promise<void> {
  const found = await pool.query<{ blocked_until: Date | null }>(
    'select blocked_until from attempt_counter where key = $1',
    [key],
  );
  const until = found.rows[0]?.blocked_until;
  if (until && until > now) {
    throw new Refused('tooManyAttempts', { seconds: Math.ceil((until.getTime() - now.getTime()) / 1000) });
  }
}

async function countFailure(
  pool: Pool,
  key: string,
  now: Date,
  delayOf: (failures: number) => number,
): Promise<void> {
  const counted = await pool.query<{ failures: number }>(
    `insert into attempt_counter as c (key, failures, window_start) values ($1, 1, $2)
     on conflict (key) do update set
       failures = case when greatest(c.window_start, c.blocked_until) < $3 then 1 else c.failures + 1 end,
       window_start = case when greatest(c.window_start, c.blocked_until) < $3 then $2 else c.window_start end
     returning failures`,
    [key, now, new Date(now.getTime() - WINDOW_MS)],
  );
  const delay = delayOf(counted.rows[0]?.failures ?? 0);
  if (delay === 0) return;
  await pool.query('update attempt_counter set blocked_until = $2 where key = $1', [
    key,
    new Date(now.getTime() + delay),
  ]);
}

/** Runs a guess: refused while blocked, counted when `right` says no, forgotten when it says yes. */
export async function attempt(
  pool: Pool,
  key: string,
  now: Date,
  right: () => Promise<boolean>,
): Promise<boolean> {
  return inTurn(key, async () => {
    await refuseBlocked(pool, key, now);
    if (await right()) {
      await pool.query('delete from attempt_counter where key = $1', [key]);
      return true;
    }
    await countFailure(pool, key, now, delayMs);
    return false;
  });
}

/**
 * The same, counted from everywhere too; `trusted` callers are let through that second count, so that strangers who
 * guess do not keep the owner out. A right guess leaves it alone, or every sign-in would give the strangers new tries.
 */
export async function attemptAnywhere(
  pool: Pool,
  at: { kind: string; who: string; ip: string; trusted: boolean },
  now: Date,
  right: () => Promise<boolean>,
): Promise<boolean> {
  const here = () => attempt(pool, attemptKey(at.kind, at.who, at.ip), now, right);
  if (at.trusted) return here();
  const everywhere = attemptKey(at.kind, at.who, EVERYWHERE);
  return inTurn(everywhere, async () => {
    await refuseBlocked(pool, everywhere, now);
    const answer = await here();
    if (!answer) await countFailure(pool, everywhere, now, accountDelayMs);
    return answer;
  });
}

/** Clears a person's counters from every address. */
export async function forgive(tx: PoolClient, userId: string): Promise<void> {
  const prefix = attemptKey('login', signInSubject({ userId }), '');
  await tx.query('delete from attempt_counter where left(key, length($1)) = $1', [prefix]);
}

/** Counters that no longer matter. */
export async function dropOldAttempts(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from attempt_counter where greatest(window_start, blocked_until) < $1', [
    new Date(now.getTime() - WINDOW_MS),
  ]);
}
