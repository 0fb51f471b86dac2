import type { Pool } from 'pg';
import { NoFreeConnection } from './outage.ts';
import { merchantPool, poolAs } from './pool.ts';
import { DatabaseWatch } from './watch.ts';

/** Connections by purpose: whoever waits for a lock or a long task takes none that somebody else's work needs. */
export interface Pools {
  /** Sign-in, lists, details, totals, settings and other short statements. */
  server: Pool;
  /** Reads for merchants' people, behind row security. */
  merchant: Pool;
  /** Commands, which may wait for a locked row. */
  commands: Pool;
  /** The worker's queue and its tasks. */
  work: Pool;
  /** The event dispatcher, its LISTEN, and the worker's signs of life. */
  events: Pool;
}

export const DEFAULT_CONNECTIONS = 48;
/** Shares of each pool, in 24ths. */
const SHARES = { server: 6, merchant: 4, commands: 5, work: 7, events: 2 } as const;
const PARTS = 24;

/** Somebody waits for an answer: no connection for so long is an answer. A task waits for as long as it takes. */
const ACQUIRE_MS = 5_000;

export function poolSizes(connections: number): Record<keyof Pools, number> {
  const size = (name: keyof Pools) => Math.floor((connections * SHARES[name]) / PARTS);
  return {
    server: size('server'),
    merchant: size('merchant'),
    commands: size('commands'),
    work: size('work'),
    events: size('events'),
  };
}

export const MIN_CONNECTIONS = PARTS;

const primaries = new WeakMap<Pool, Pool>();

/** The one pool that represents its database: what is cached per database is cached under it. */
export const primaryOf = (pool: Pool): Pool => primaries.get(pool) ?? pool;

/**
 * What this process remembers of a database, made once. It asks by the primary pool, whoever wants to know: a question
 * of the worker waits for as long as the database is frozen, and everybody else would wait for its answer.
 */
export function perDatabase<T>(make: (primary: Pool) => T): (pool: Pool) => T {
  const known = new WeakMap<Pool, { made: T }>();
  return (pool) => {
    const primary = primaryOf(pool);
    const entry = known.get(primary) ?? { made: make(primary) };
    known.set(primary, entry);
    return entry.made;
  };
}

export function openPools(url: string, connections = DEFAULT_CONNECTIONS): Pools {
  const sizes = poolSizes(connections);
  const watch = new DatabaseWatch(url);
  const timely = { acquireMs: ACQUIRE_MS, watch };
  const server = poolAs(url, 'paydesk_server', sizes.server, timely);
  const commands = poolAs(url, 'paydesk_server', sizes.commands, timely);
  const merchant = merchantPool(url, sizes.merchant, timely);
  const work = poolAs(url, 'paydesk_server', sizes.work);
  const events = poolAs(url, 'paydesk_server', sizes.events);
  // Nobody waits for a task: it goes on once the database does.
  for (const pool of [work, events]) watch.follow(pool, { cuts: false });
  for (const pool of [commands, work, events]) primaries.set(pool, server);
  watches.set(server, watch);
  return { server, merchant, commands, work, events };
}

const watches = new WeakMap<Pool, DatabaseWatch>();

export function closePools(pools: Pools): Promise<unknown> {
  watches.get(pools.server)?.stop();
  return Promise.allSettled(Object.values(pools).map((pool: Pool) => pool.end()));
}

/** No connection became free, or opened, in time although the database is there. */
export const isAcquireTimeout = (error: unknown): boolean => error instanceof NoFreeConnection;
