import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { secretDigest } from '../secrets.ts';
import { SERVER_NAME } from './pool.ts';
import { withStartLock } from './startLock.ts';

/** Opens connections that act as the SQL console's own login, which owns nothing and may read its views alone. */
export interface ConsoleAccess {
  /** Not connected yet. */
  open(limits: { ms: number }): ConsoleSession;
}

export interface ConsoleSession {
  client: pg.Client;
  socket: Socket;
  /** Ends the backend from another connection and returns once it is gone, whatever it did. */
  end(): Promise<void>;
}

const ROUNDS = 4096;

/**
 * What PostgreSQL keeps of a password (RFC 5802), so that the password itself is in no statement and in no log of the
 * database.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** A superuser alone may limit the files that a sort spills into. */
const SPILL = `do $$ begin alter role paydesk_console set temp_file_limit = '256MB';
  exception when insufficient_privilege then null; end $$`;

/**
 * Functions of PostgreSQL that hold locks, wait, write, change settings or carry out a text, by family. Rights on them are
 * PUBLIC's, and PostgreSQL has no way to take one from a single role: in our database they go to our other roles instead.
 * The console's parser refuses them as well; this holds where the parser does not.
 */
const KEPT_FROM_CONSOLE = [
  'pg_(try_)?advisory_\\w+',
  'pg_sleep\\w*',
  'lo_\\w+|loread|lowrite',
  'set_config|setseed|nextval|setval|currval|lastval',
  '(query|cursor)_to_xml\\w*|ts_stat|ts_rewrite',
  'pg_notify|pg_export_snapshot|pg_logical_emit_message|txid_current|pg_current_xact_id',
  'brin_\\w+|gin_clean_pending_list',
].join('|');

const RESTRICT = `do $$ declare f record; begin
  if not (select rolsuper from pg_roles where rolname = current_user) then return; end if;
  for f in select oid::regprocedure as name from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^(${KEPT_FROM_CONSOLE})$' and prokind = 'f'
      and has_function_privilege('public', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('grant execute on function %s to paydesk_owner, paydesk_server, paydesk_merchant', f.name);
  end loop;
end $$`;

/** What every connection begins with; the login itself has no right that would make changing them useful. */
const SETTINGS = {
  default_transaction_read_only: 'on',
  search_path: 'console',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '20s',
  // A connection that we drop ends its statement, too.
  client_connection_check_interval: '500ms',
  cursor_tuple_fraction: '1',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // As the parser reads texts.
  standard_conforming_strings: 'on',
};

interface ConsoleDatabase {
  /** Of a login that may change roles. */
  url: string;
  /** The server's own connections. */
  pool: pg.Pool;
}

const WAIT_MS = 5_000;
/** True once no such backend is left. */
const END = `select coalesce((select pg_terminate_backend(pid, ${WAIT_MS}) from pg_stat_activity
  where pid = $1 and usename = 'paydesk_console'), true) as gone`;

/** Ends a backend and waits for it. Code that no signal interrupts is waited for without end: its turn is not free before. */
async function endBackend(pool: pg.Pool, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ gone: boolean }>(END, [pid]);
    if (rows[0]?.gone === true) return;
  }
}

/**
 * Lets the console's role sign in by a password that every server of the same SECRETS_KEY knows: a connection that signed
 * in as somebody else could go back to being them.
 */
export async function openConsoleAccess(
  { url, pool }: ConsoleDatabase,
  secretsKey: string,
): Promise<ConsoleAccess> {
  const password = secretDigest(secretsKey, 'sql console').toString('base64url');
  await withStartLock(
    url,
    () => undefined,
    async (admin) => {
      const verifier = admin.escapeLiteral(scramVerifier(password));
      await admin.query(`alter role paydesk_console login connection limit 8 password ${verifier}`);
      await admin.query(SPILL);
      await admin.query(RESTRICT);
      // Ends the console's backends.
      await admin.query('grant paydesk_console to paydesk_server');
    },
  );
  const at = new URL(url);
  at.username = 'paydesk_console';
  at.password = password;
  return {
    open({ ms }) {
      const socket = new Socket();
      const options = Object.entries({ ...SETTINGS, statement_timeout: String(ms) });
      const client = new pg.Client({
        connectionString: at.href,
        options: options.map(([name, value]) => `-c ${name}=${value}`).join(' '),
        application_name: `${SERVER_NAME}-console`,
        connectionTimeoutMillis: 5_000,
        stream: () => socket,
        // As PostgreSQL writes them.
        types: { getTypeParser: () => (text: unknown) => text },
      });
      client.on('error', () => undefined);
      return {
        client,
        socket,
        async end() {
          const { processID } = client as unknown as { processID: number | null };
          // Where this fails, PostgreSQL notices within half a second that the connection is gone.
          if (processID !== null) await endBackend(pool, processID).catch(() => undefined);
          socket.destroy();
        },
      };
    },
  };
}

/** PostgreSQL: the login lacks the right to change the role. */
const MAY_NOT = '42501';

/** As above; where the login may not change the console's role the console stays off and everything else goes on. */
export async function consoleAccessIfMay(
  database: ConsoleDatabase,
  secretsKey: string,
  say: (line: string) => void,
): Promise<ConsoleAccess | undefined> {
  try {
    return await openConsoleAccess(database, secretsKey);
  } catch (error) {
    if ((error as { code?: unknown }).code !== MAY_NOT) throw error;
    say(
      `The SQL console stays off: the database user ${new URL(database.url).username} may not change the role paydesk_console; give it CREATEROLE and grant it that role with admin option, or set SQL_CONSOLE=off.`,
    );
    return undefined;
  }
}
