import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { secretDigest } from '../secrets.ts';
import { SERVER_NAME } from './pool.ts';
import { withStartLock } from './startLock.ts';

/** Opens connections that act as the SQL console's own login, which owns nothing and may read its views alone. */
export interface ConsoleAccess {
  /** Not connected yet. */
  open(limits: { ms: number }): { client: pg.Client; socket: Socket };
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
};

/**
 * Lets the console's role sign in by a password that every server of the same SECRETS_KEY knows: a connection that signed
 * in as somebody else could go back to being them. @param url of a login that may change roles
 */
export async function openConsoleAccess(url: string, secretsKey: string): Promise<ConsoleAccess> {
  const password = secretDigest(secretsKey, 'sql console').toString('base64url');
  await withStartLock(
    url,
    () => undefined,
    async (admin) => {
      const verifier = admin.escapeLiteral(scramVerifier(password));
      await admin.query(`alter role paydesk_console login connection limit 8 password ${verifier}`);
      await admin.query(SPILL);
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
      return { client, socket };
    },
  };
}

/** PostgreSQL: the login lacks the right to change the role. */
const MAY_NOT = '42501';

/** As above; where the login may not change the console's role the console stays off and everything else goes on. */
export async function consoleAccessIfMay(
  url: string,
  secretsKey: string,
  say: (line: string) => void,
): Promise<ConsoleAccess | undefined> {
  try {
    return await openConsoleAccess(url, secretsKey);
  } catch (error) {
    if ((error as { code?: unknown }).code !== MAY_NOT) throw error;
    say(
      `The SQL console stays off: the database user ${new URL(url).username} may not change the role paydesk_console; give it CREATEROLE and grant it that role with admin option, or set SQL_CONSOLE=off.`,
    );
    return undefined;
  }
}
