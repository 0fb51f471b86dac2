import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseWatch, WatchedPool } from './watch.ts';

// bigint and numeric stay text: a JavaScript number never holds an id or money; a date has no time of day to shift.
const { builtins } = pg.types;
for (const type of [builtins.INT8, builtins.NUMERIC, builtins.DATE])
  pg.types.setTypeParser(type, (value) => value);
// The typed list of the package leaves array types out.
type Oid = Parameters<typeof pg.types.getTypeParser>[0];
const NUMERIC_ARRAY = 1231 as Oid;
const TEXT_ARRAY = 1009 as Oid;
pg.types.setTypeParser(NUMERIC_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));

/** What this process is called in pg_stat_activity: work it has in hand is free once no connection has the name. */
export const SERVER_NAME = `paydesk-${randomUUID()}`;

/** What a connection may act as: makes the tables, serves everybody, reads for merchants, reads for the SQL console. */
export const ROLES = ['paydesk_owner', 'paydesk_server', 'paydesk_merchant', 'paydesk_console'] as const;
type Role = (typeof ROLES)[number];

/**
 * What the server's own statements may take: nothing that somebody waits for runs, waits for a lock or sits in an open
 * transaction without end. Long work (exports, snapshots, late totals, checks of everything) sets its own.
 */
const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

function settings(role: Role, access: 'writes' | 'reads'): string {
  const own = {
    role,
    default_transaction_read_only: access === 'reads' ? 'on' : 'off',
    // Compiling a statement took seconds where running it took milliseconds.
    jit: 'off',
    ...(role !== 'paydesk_owner' && LIMITS),
  };
  return Object.entries(own)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Longest wait for a new connection to open, whatever the wait for a free one. */
const OPEN_MS = 5_000;

class TimelyClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: OPEN_MS });
  }
}

interface PoolOptions {
  access?: 'writes' | 'reads';
  /** Longest wait for a free connection; 0 waits without end. */
  acquireMs?: number;
  /** Its calls end when the database falls silent. */
  watch?: DatabaseWatch;
}

/** A pool whose every connection acts as `role` from its first statement. */
export function poolAs(
  url: string,
  role: Role,
  max: number,
  { access = 'writes', acquireMs = 0, watch }: PoolOptions = {},
): pg.Pool {
  const options = {
    connectionString: url,
    Client: TimelyClient,
    max,
    options: settings(role, access),
    application_name: SERVER_NAME,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
  };
  const pool = watch ? new WatchedPool(options, watch) : new pg.Pool(options);
  // An idle connection that breaks is replaced by the pool; the next query reports what still fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Reads for merchants' people; nothing is ever written over it. */
export const merchantPool = (url: string, max: number, options: Omit<PoolOptions, 'access'> = {}): pg.Pool =>
  poolAs(url, 'paydesk_merchant', max, { ...options, access: 'reads' });
