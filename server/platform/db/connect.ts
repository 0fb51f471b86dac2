import type pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { poolAs, ROLES } from './pool.ts';
import { closePools, openPools, type Pools } from './pools.ts';
import { StartError } from './startError.ts';
import { withStartLock } from './startLock.ts';

export interface Database extends Pools {
  /** Runs as paydesk_owner: migrations and seeds only. */
  owner: pg.Pool;
  /** For the queue and LISTEN, which hold connections of their own. */
  url: string;
  stop(): Promise<void>;
}

export interface ConnectOptions {
  databaseUrl: string | undefined;
  dataDir: string;
  production: boolean;
  say: (line: string) => void;
  /** Connections of all pools that serve, together. */
  connections?: number;
  /** Of the embedded database, over its own. */
  settings?: Readonly<Record<string, string>>;
}

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
  // Version 16 distinguishes who may act as a role from who is a member of it.
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

/** @throws StartError with one clear line where the database cannot be reached or must not be used */
export async function connect(options: ConnectOptions): Promise<Database> {
  const embedded = options.databaseUrl
    ? undefined
    : await startEmbedded(options.dataDir, options.say, options.settings);
  const url = options.databaseUrl ?? embedded?.url ?? '';
  try {
    await withStartLock(url, options.say, ensureRoles);
    const owner = poolAs(url, 'paydesk_owner', 4);
    const pools = openPools(url, options.connections);
    if (options.production) await checkDurability(pools.server);
    return {
      ...pools,
      owner,
      url,
      async stop() {
        await Promise.all([owner.end().catch(() => undefined), closePools(pools)]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw databaseError(url, error);
  }
}
