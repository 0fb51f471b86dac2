import { setImmediate as nextTurn } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { DatabaseUnreachable, NoFreeConnection } from './outage.ts';
import { sqlState } from './transaction.ts';

/** A call that has a connection for so long, while no other one got an answer, doubts the database. */
const DOUBT_MS = 3_000;
/** The question that settles the doubt is answered within this time, or the database is silent. */
const ANSWER_MS = 1_500;
const LOOK_MS = 250;
/** A look that comes so much later than it was due: this process was held up, and heard nothing meanwhile. */
const HELD_UP_MS = 500;
/** Questions in a row that being held up may spoil. */
const SPOILT_MOST = 1;
/** Of PostgreSQL's own errors; those of the operating system are all letters. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** PostgreSQL's: as many connections as it takes are in use. */
const TOO_MANY_CONNECTIONS = '53300';
/** How the driver says that no connection became free, or opened, in time: it gives these errors no code. */
const TOO_LATE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)$/;

const isNoneFree = (error: Error): boolean =>
  TOO_LATE.test(error.message) || sqlState(error) === TOO_MANY_CONNECTIONS;

interface Wire {
  connection?: { stream: { destroy(error?: Error): void } };
}

/** Ends a connection without a goodbye that nobody would read; what runs on it fails at once. */
function cut(client: PoolClient | pg.Client): void {
  (client as unknown as Wire).connection?.stream.destroy();
}

/**
 * Knows whether the database has fallen silent: frozen, or behind a network that loses everything, it neither answers nor
 * refuses, and a statement's own limit is kept by the one that does not run. Connections of watched pools are cut then,
 * and none is given out until it answers again, so no call waits for longer than a few seconds.
 */
export class DatabaseWatch {
  readonly #url: string;
  readonly #since = new Map<PoolClient, number>();
  /** When each wait for a connection began. */
  readonly #waits = new Set<{ since: number }>();
  readonly #timer: NodeJS.Timeout;
  #answeredAt = performance.now();
  #lookedAt = performance.now();
  #heldUpAt = 0;
  #spoilt = 0;
  #isSilent = false;
  #isAsking = false;

  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Takes note of the answers that a pool gets; `cuts`: its calls end when the database falls silent. */
  follow(pool: Pool, { cuts }: { cuts: boolean }): void {
    pool.on('acquire', (client) => {
      if (cuts) this.#since.set(client, performance.now());
    });
    pool.on('remove', (client) => void this.#since.delete(client as PoolClient));
    pool.on('release', (error, client) => {
      this.#since.delete(client);
      if (!error) this.#answeredAt = performance.now();
    });
  }

  /** A call waits for a connection. @returns what ends the wait */
  beginWait(): () => void {
    const wait = { since: performance.now() };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #isDoubted(now: number): boolean {
    if (now - this.#answeredAt < DOUBT_MS) return false;
    const begun = [...this.#since.values(), ...[...this.#waits].map(({ since }) => since)];
    return begun.some((since) => now - since >= DOUBT_MS);
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_MS + HELD_UP_MS) this.#heldUpAt = now;
    this.#lookedAt = now;
    if (!this.#isSilent && !this.#isDoubted(now)) return;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const since = performance.now();
    const isAnswered = await this.#answers();
    // Looks that became due while this process was held up come first.
    await nextTurn();
    this.#isAsking = false;
    if (isAnswered) this.#answeredAt = performance.now();
    else if (this.#heldUpAt >= since && this.#spoilt < SPOILT_MOST) {
      this.#spoilt += 1;
      return;
    }
    this.#spoilt = 0;
    // What is given back meanwhile says nothing: connections that were cut are, too.
    this.#isSilent = !isAnswered;
    if (this.#isSilent) for (const client of this.#since.keys()) cut(client);
  }

  /** By a connection of its own: those of the pools may all be in use. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      void client.end().catch(() => undefined);
      return true;
    } catch (error) {
      cut(client);
      // A database that says that it starts, ends or has no connection left is there.
      return SQL_STATE.test(sqlState(error) ?? '');
    }
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool whose callers hear at once that the database is silent, instead of when its connections time out. */
export class WatchedPool extends pg.Pool {
  readonly #watch: DatabaseWatch;

  constructor(options: pg.PoolConfig, watch: DatabaseWatch) {
    super(options);
    this.#watch = watch;
    watch.follow(this, { cuts: true });
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (this.#watch.isSilent) {
      const unreachable = new DatabaseUnreachable();
      if (!connected) return Promise.reject(unreachable);
      queueMicrotask(() => connected(unreachable, undefined, () => undefined));
      return;
    }
    const endWait = this.#watch.beginWait();
    if (!connected)
      return super.connect().then(
        (client) => (endWait(), client),
        (error: Error) => {
          endWait();
          throw this.#named(error);
        },
      );
    super.connect((error, client, done) => {
      endWait();
      connected(error && this.#named(error), client, done);
    });
  }

  /** Where the database fell silent meanwhile, that is why no connection came in time; where it did not, all are in use. */
  #named(error: Error): Error {
    if (this.#watch.isSilent) return new DatabaseUnreachable(error);
    return isNoneFree(error) ? new NoFreeConnection(error) : error;
  }
}
