import type { Pool, PoolClient } from 'pg';

/** One state of the database, and the instant it is of. */
export interface Moment {
  /** As `set transaction snapshot` takes it; absent where each statement sees what is there by then. */
  snapshot?: string;
  now: Date;
}

const OPEN = `begin isolation level repeatable read read only`;
const EXPORT = 'select pg_export_snapshot() as snapshot';

/** A board's questions arrive one after another as its tiles are drawn. */
const IDLE_MS = 1_500;
/** However long it is asked for: rows that died since are kept for it. */
const LONGEST_MS = 5_000;
/** Each takes a connection. */
const MOST = 3;

interface Held {
  moment: Promise<Moment>;
  users: number;
  until: number;
  client?: PoolClient;
  timer?: NodeJS.Timeout;
}

/**
 * Questions that name one moment see one state of the database, so that the tiles of a dashboard agree. The transaction
 * that holds it is let go as soon as nobody has asked for a while.
 */
export class Moments {
  readonly #pool: Pool;
  readonly #now: () => Date;
  readonly #held = new Map<number, Held>();

  constructor(pool: Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  async during<T>(name: number | undefined, work: (moment: Moment) => Promise<T>): Promise<T> {
    const held = name === undefined ? undefined : this.#hold(name);
    if (name === undefined || !held) return work({ now: this.#now() });
    held.users += 1;
    clearTimeout(held.timer);
    try {
      // Without a connection to hold it the question is answered all the same.
      return await work(await held.moment.catch(() => ({ now: this.#now() })));
    } finally {
      held.users -= 1;
      if (held.users === 0) this.#plan(name, held);
    }
  }

  /** Lets go of all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#held].map(([name, held]) => this.#release(name, held)));
  }

  #hold(name: number): Held | undefined {
    const known = this.#held.get(name);
    if (known) return performance.now() < known.until ? known : undefined;
    if (this.#held.size >= MOST) return undefined;
    const held: Held = { moment: this.#open(name), users: 0, until: performance.now() + LONGEST_MS };
    this.#held.set(name, held);
    return held;
  }

  async #open(name: number): Promise<Moment> {
    const now = this.#now();
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      await client.query(OPEN);
      const { rows } = await client.query<{ snapshot: string }>(EXPORT);
      const held = this.#held.get(name);
      if (!held || !rows[0]) throw new Error('a moment that nobody holds');
      held.client = client;
      return { snapshot: rows[0].snapshot, now };
    } catch (error) {
      client?.release(error instanceof Error ? error : true);
      this.#held.delete(name);
      throw error;
    }
  }

  #plan(name: number, held: Held): void {
    clearTimeout(held.timer);
    held.timer = setTimeout(() => void this.#release(name, held), IDLE_MS);
  }

  async #release(name: number, held: Held): Promise<void> {
    clearTimeout(held.timer);
    this.#held.delete(name);
    await held.moment.catch(() => undefined);
    const { client } = held;
    delete held.client;
    if (!client) return;
    const broken = await client.query('commit').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(broken);
  }
}
