import type { Pool, PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';

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

/** Attempts on one key run one after another here: parallel sign-ins with the right password do not block each other. */
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

/** Delays by number of failures; the last one is for more, too. */
const delays = (delayOf: (failures: number) => number): number[] =>
  Array.from({ length: 32 }, (_, at) => delayOf(at + 1));
const DELAYS = delays(delayMs);
const ACCOUNT_DELAYS = delays(accountDelayMs);

// An attempt is counted before it is made, in one statement: of parallel ones, at whichever server, no more get through.
const COUNT = `insert into attempt_counter as c (key, failures, window_start, blocked_until)
  values ($1, 1, $2::timestamptz, $2 + nullif(($4::int[])[1], 0) * interval '1 ms')
  on conflict (key) do update set (failures, window_start, blocked_until) = (
    select n.failures, case when n.failures = 1 then $2::timestamptz else c.window_start end,
      $2::timestamptz + nullif(($4::int[])[least(n.failures, cardinality($4::int[]))], 0) * interval '1 ms'
    from (select case when greatest(c.window_start, c.blocked_until) < $3 then 1 else c.failures + 1 end) n (failures))
  where c.blocked_until is null or c.blocked_until <= $2
  returning failures, blocked_until as "blockedUntil"`;

interface Counted {
  failures: number;
  blockedUntil: Date | null;
}

/** @throws Refused tooManyAttempts while blocked */
async function count(pool: Pool, key: string, now: Date, delaysMs: readonly number[]): Promise<Counted> {
  const { rows } = await pool.query<Counted>(COUNT, [
    key,
    now,
    new Date(now.getTime() - WINDOW_MS),
    delaysMs,
  ]);
  if (rows[0]) return rows[0];
  const found = await pool.query<{ until: Date | null }>(
    'select blocked_until as until from attempt_counter where key = $1 and blocked_until > $2',
    [key, now],
  );
  const ms = (found.rows[0]?.until?.getTime() ?? now.getTime()) - now.getTime();
  throw new Refused('tooManyAttempts', { seconds: Math.max(1, Math.ceil(ms / 1000)) });
}

/** Runs a guess: refused while blocked, counted unless `right` says yes, and all forgotten when it does. */
export async function attempt(
  pool: Pool,
  key: string,
  now: Date,
  right: () => Promise<boolean>,
): Promise<boolean> {
  return inTurn(key, async () => {
    await count(pool, key, now, DELAYS);
    if (!(await right())) return false;
    await pool.query('delete from attempt_counter where key = $1', [key]);
    return true;
  });
}

/** Takes one count back, with the delay that it alone has caused. */
const uncount = (pool: Pool, key: string, { blockedUntil }: Counted): Promise<unknown> =>
  pool.query(
    `update attempt_counter set failures = failures - 1,
       blocked_until = case when blocked_until = $2 then null else blocked_until end
     where key = $1 and failures > 0`,
    [key, blockedUntil],
  );

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
    const counted = await count(pool, everywhere, now, ACCOUNT_DELAYS);
    let wrong = false;
    try {
      wrong = !(await here());
      return !wrong;
    } finally {
      if (!wrong) await uncount(pool, everywhere, counted);
    }
  });
}

const SPEND = `insert into attempt_counter as c (key, failures, window_start) values ($1, 1, $2)
  on conflict (key) do update set
    failures = case when c.window_start < $3 then 1 else c.failures + 1 end,
    window_start = case when c.window_start < $3 then $2 else c.window_start end
  returning failures, window_start as "windowStart"`;

/** Counts what is asked for, whatever becomes of it. @throws Refused tooManyAttempts where this many were asked for lately */
export async function spend(pool: Pool, key: string, most: number, now: Date): Promise<void> {
  const { rows } = await pool.query<{ failures: number; windowStart: Date }>(SPEND, [
    key,
    now,
    new Date(now.getTime() - WINDOW_MS),
  ]);
  const { failures, windowStart } = rows[0]!;
  if (failures <= most) return;
  const ms = windowStart.getTime() + WINDOW_MS - now.getTime();
  throw new Refused('tooManyAttempts', { seconds: Math.max(1, Math.ceil(ms / 1_000)) });
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
