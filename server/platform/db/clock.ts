import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '../http/deps.ts';

const MEASURE_MS = 2_000;
/** A difference is known to within a round trip: one that took longer than this is measured once more. */
const GOOD_ROUND_TRIP_MS = 200;
const SAMPLES = 3;

/** Milliseconds: monotonic and by the system's clock, before and after the database read its own. */
interface Sample {
  began: number;
  ended: number;
  systemBegan: number;
  systemEnded: number;
  database: number;
}

/**
 * The database's clock, carried on by the monotonic clock between measurements: servers whose own clocks differ write
 * one time. What lies within the round trip of a measurement is no difference.
 */
export class DatabaseClock implements Clock {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #systemNow: () => number;
  /** The database's time at monotonic time 0. */
  #origin: number | undefined;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> | undefined;

  constructor(pool: Pick<Pool, 'query'>, systemNow: () => number = Date.now) {
    this.#pool = pool;
    this.#systemNow = systemNow;
  }

  now(): Date {
    return new Date(this.#origin === undefined ? this.#systemNow() : this.#origin + performance.now());
  }

  aheadMs(): number {
    return this.#aheadMs;
  }

  /** @throws Error where the database does not answer; what was measured before stays */
  async measure(): Promise<void> {
    let best = await this.#sample();
    for (let taken = 1; taken < SAMPLES && best.ended - best.began > GOOD_ROUND_TRIP_MS; taken += 1) {
      await sleep(GOOD_ROUND_TRIP_MS);
      const next = await this.#sample();
      if (next.ended - next.began < best.ended - best.began) best = next;
    }
    this.#correct(best);
    this.#aheadMs =
      Math.max(best.systemBegan - best.database, 0) + Math.min(best.systemEnded - best.database, 0);
  }

  /** Measures every 2 s; `failed` hears of measurements without an answer. */
  start(failed: (error: unknown) => void): void {
    this.#timer = setInterval(() => {
      this.#measuring ??= this.measure()
        .catch(failed)
        .finally(() => {
          this.#measuring = undefined;
        });
    }, MEASURE_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }

  async #sample(): Promise<Sample> {
    const began = performance.now();
    const systemBegan = this.#systemNow();
    const { rows } = await this.#pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    return {
      began,
      systemBegan,
      database: rows[0]?.now ?? Number.NaN,
      ended: performance.now(),
      systemEnded: this.#systemNow(),
    };
  }

  #correct({ began, ended, database }: Sample): void {
    // At some moment of the round trip the database's clock read `database`.
    const [least, most] = [database - ended, database - began];
    if (this.#origin === undefined) this.#origin = (least + most) / 2;
    else this.#origin = Math.min(Math.max(this.#origin, least), most);
  }
}
