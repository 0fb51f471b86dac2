import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { StartError } from './startError.ts';
import { withStartLock } from './startLock.ts';

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

export interface Database {
  /** Runs as paydesk_owner: migrations and seeds only. */
  owner: pg.Pool;
  /** Runs as paydesk_server: everything else. */
  server: pg.Pool;
  /** Runs as paydesk_merchant: what merchants' people read, behind row security. */
  merchant: pg.Pool;
  /** For the queue and LISTEN, which hold connections of their own. */
  url: string;
  stop(): Promise<void>;
}

export interface ConnectOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  production: boolean;
  say: (line: string) => void;
  /** Of the embedded database, over its own. */
  settings?: Readonly<Record<string, string>>;
  /** Connections of the server's pool. */
  max?: number;
}

/** What a connection may act as: makes the tables, serves everybody, reads for merchants. */
const ROLES = ['paydesk_owner', 'paydesk_server', 'paydesk_merchant'] as const;
type Role = (typeof ROLES)[number];

/** The oldest major version that the migrations and every statement run on. */
const OLDEST = 15;

/** The major version behind `server_version_num`. @throws StartError where it is too old */
export function majorVersion(number: string, text: string): number {
  const major = Math.floor(Number(number) / 10_000);
  if (major >= OLDEST) return major;
  throw new StartError(`PostgreSQL ${OLDEST} or newer is needed; the one of DATABASE_URL is ${text}.`);
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string; text: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as text",
  );
  return majorVersion(rows[0]?.number ?? '', rows[0]?.text ?? 'unknown');
}

/** A grant by somebody who may not give it is a mere warning to PostgreSQL. */
async function checkGrants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_schema_privilege('paydesk_owner', 'public', 'create')
       and has_database_privilege('paydesk_owner', current_database(), 'create') as may`,
  );
  if (rows[0]?.may !== true)
    throw new StartError(
      `The database user ${client.user} may not let paydesk_owner create tables in ${client.database}; make it the owner of that database.`,
    );
}

/** The roles exist before the first migration; the login may act as each, none can log in itself. */
async function ensureRoles(client: pg.Client): Promise<void> {
  // Version 16 tells apart who may act as a role from who is a member of it.
  const may = (await versionOf(client)) >= 16 ? 'SET' : 'MEMBER';
  for (const role of ROLES) {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (found.rowCount === 0) {
      await client.query(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      );
    }
    const member = await client.query('select pg_has_role(current_user, $1, $2) as member', [role, may]);
    if (member.rows[0]?.member !== true) await client.query(`grant ${role} to current_user`);
  }
  await client.query('grant create, usage on schema public to paydesk_owner');
  await client.query('grant usage on schema public to paydesk_server, paydesk_merchant');
  await client.query(
    `grant create on database ${client.escapeIdentifier(client.database ?? '')} to paydesk_owner`,
  );
  await checkGrants(client);
}

/** One line for what PostgreSQL or the network answered. */
function databaseError(url: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const where = URL.canParse(url) ? new URL(url).host + new URL(url).pathname : 'DATABASE_URL';
  const { code } = error as NodeJS.ErrnoException;
  if (code === '42501')
    return new StartError(
      `The database user of ${where} may not make roles; let an administrator create the roles ${ROLES.join(', ')} and grant them to it.`,
    );
  // Node answers a name with several addresses by several errors without a message of their own.
  const reason = (error instanceof Error && error.message) || code || String(error);
  return new StartError(`The database at ${where} cannot be used: ${reason}`);
}

async function checkDurability(pool: pg.Pool): Promise<void> {
  const answer = await pool.query(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'",
  );
  if (answer.rowCount) {
    const names = answer.rows.map((row: { name: string }) => row.name).join(', ');
    throw new StartError(`The database may lose acknowledged money: switch on ${names}.`);
  }
}

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
    ...(role !== 'paydesk_owner' && LIMITS),
  };
  return Object.entries(own)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** A pool whose every connection acts as `role` from its first statement. */
export function poolAs(url: string, role: Role, max: number, access: 'writes' | 'reads' = 'writes'): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: settings(role, access),
    application_name: SERVER_NAME,
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that breaks is replaced by the pool; the next query reports what still fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Reads for merchants' people; nothing is ever written over it. */
export const merchantPool = (url: string, max: number): pg.Pool =>
  poolAs(url, 'paydesk_merchant', max, 'reads');

/** @throws StartError with one clear line where the database cannot be reached or must not be used */
export async function connect(options: ConnectOptions): Promise<Database> {
  const embedded = options.databaseUrl
    ? undefined
    : await startEmbedded(options.dataDir, options.say, options.settings);
  const url = options.databaseUrl ?? embedded?.url ?? '';
  try {
    await withStartLock(url, options.say, ensureRoles);
    const owner = poolAs(url, 'paydesk_owner', 4);
    const server = poolAs(url, 'paydesk_server', options.max ?? 24);
    const merchant = merchantPool(url, 8);
    if (options.production) await checkDurability(server);
    return {
      owner,
      server,
      merchant,
      url,
      async stop() {
        await Promise.allSettled([owner.end(), server.end(), merchant.end()]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw databaseError(url, error);
  }
}
