import type { Pool } from 'pg';

/** What is asked for at once, as a part of the whole: so many statements a minute a busy caller costs each server. */
const PARTS = 20;
/** Callers remembered; the oldest go first. */
const MOST_CALLERS = 10_000;

// One row a caller: a new minute starts it again.
const GIVE = `insert into shared_budget as b (kind, caller, minute, given)
  select $1, $2, m.minute, $3 from (select floor(extract(epoch from clock_timestamp()) / 60)::bigint as minute) m
  on conflict (kind, caller) do update set minute = excluded.minute,
    given = case when b.minute = excluded.minute then least(b.given, 1000000000) + $3 else $3 end
  returning given, (60 - mod(extract(epoch from clock_timestamp()), 60))::float8 as "secondsLeft"`;
const DROP_OLD = `delete from shared_budget where minute < floor(extract(epoch from clock_timestamp()) / 60) - 1`;

interface Share {
  /** Calls still allowed without asking the database. */
  left: number;
  used: number;
  /** No more is given out in this minute. */
  spent: boolean;
  /** When the minute is over, by `performance.now()`. */
  until: number;
  asking?: Promise<void> | undefined;
}

/**
 * So many calls a minute for each caller, at all servers together. A server takes a twentieth at a time out of the
 * database, so that most calls cost no statement and none beyond the limit does; what it has taken and does not use is
 * lost to the others. While the database does not answer each server counts by itself.
 */
export class SharedBudget {
  readonly #pool: Pool;
  readonly #kind: string;
  readonly #perMinute: number;
  readonly #part: number;
  readonly #shares = new Map<string, Share>();

  constructor(pool: Pool, kind: string, perMinute: number) {
    this.#pool = pool;
    this.#kind = kind;
    this.#perMinute = perMinute;
    this.#part = Math.max(1, Math.floor(perMinute / PARTS));
  }

  /** Uses one call of the caller's; `allowed` is false once none is left in this minute. */
  async take(caller: string): Promise<{ allowed: boolean; used: number; msLeft: number }> {
    const share = this.#shareOf(caller);
    while (share.left === 0 && !share.spent) {
      share.asking ??= this.#ask(caller, share).finally(() => {
        share.asking = undefined;
      });
      await share.asking;
    }
    const allowed = share.left > 0;
    if (allowed) {
      share.left -= 1;
      share.used += 1;
    }
    return { allowed, used: share.used, msLeft: Math.max(0, share.until - performance.now()) };
  }

  /** True where a call of the caller was refused in this minute. */
  isSpent(caller: string): boolean {
    const share = this.#shares.get(caller);
    return share !== undefined && share.spent && share.left === 0 && performance.now() < share.until;
  }

  #shareOf(caller: string): Share {
    const known = this.#shares.get(caller);
    if (known && performance.now() < known.until) return known;
    const fresh: Share = { left: 0, used: 0, spent: false, until: performance.now() + 60_000 };
    this.#shares.delete(caller);
    this.#shares.set(caller, fresh);
    const [oldest] = this.#shares.keys();
    if (this.#shares.size > MOST_CALLERS && oldest !== undefined) this.#shares.delete(oldest);
    return fresh;
  }

  async #ask(caller: string, share: Share): Promise<void> {
    const asked = { kind: this.#kind, caller: caller.slice(0, 200) };
    try {
      const { rows } = await this.#pool.query<{ given: number; secondsLeft: number }>({
        name: 'shared-budget',
        text: GIVE,
        values: [asked.kind, asked.caller, this.#part],
      });
      const { given, secondsLeft } = rows[0] as { given: number; secondsLeft: number };
      share.left = Math.max(0, Math.min(this.#part, this.#perMinute - (given - this.#part)));
      share.until = performance.now() + secondsLeft * 1_000;
    } catch {
      share.left = Math.max(0, Math.min(this.#part, this.#perMinute - share.used));
    }
    share.spent = share.left === 0;
  }
}

/** Rows of minutes that are over. */
export const dropOldBudgets = (pool: Pool): Promise<unknown> => pool.query(DROP_OLD);
