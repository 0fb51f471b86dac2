import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import {
  Client,
  InvalidCredentialsError,
  NoSuchObjectError,
  ResultCodeError,
  SizeLimitExceededError,
} from 'ldapts';
import type { Env, LdapHost } from '../../platform/env.ts';
import { Refused } from '../../platform/http/refused.ts';
import { decryptSecret } from '../../platform/secrets.ts';

/** The row of a directory, as far as it takes to ask it. */
export interface Directory {
  id: string;
  tenantId: string;
  host: string;
  port: number;
  baseDn: string;
  bindDn: string;
  /** As it is kept: encrypted. */
  bindPass: string;
  authFilter: string;
  bindAttrAccount: string;
  bindAttrEmployeeId: string;
  bindAttrCode: string;
  orgId: string | null;
  roleId: string | null;
  status: number;
}

const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;
/** Of one conversation: no directory keeps a worker longer. */
const TALK_MS = 60_000;
const MOST_BYTES = 64 << 20;

/** Only what the environment names is asked: whoever edits a form does not choose where this server connects to. */
export const hostIn = (
  { ldapHosts }: Pick<Env, 'ldapHosts'>,
  host: unknown,
  port: unknown,
): LdapHost | undefined =>
  ldapHosts.find((each) => each.host === String(host).trim().toLowerCase() && each.port === Number(port));

interface Line {
  client: Client;
  /** Ends the conversation at once. */
  cut: () => void;
}

/**
 * A connection that is made once: a client that connects again by itself would go on in the clear after StartTLS, and as
 * nobody.
 */
function lineTo({ host, port, security }: LdapHost): Line {
  let socket: Socket | TLSSocket | undefined;
  const made = new Set<'plain' | 'encrypted'>();
  const once = (kind: 'plain' | 'encrypted'): void => {
    if (made.has(kind)) throw new Error('the directory ended the connection');
    made.add(kind);
  };
  const watched = <S extends Socket | TLSSocket>(next: S): S => {
    let bytes = 0;
    next.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MOST_BYTES) next.destroy(new Error('more than this server reads of a directory'));
    });
    socket = next;
    return next;
  };
  const client = new Client({
    url: `${security === 'tls' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    connectTimeout: CONNECT_MS,
    timeout: ANSWER_MS,
    createConnection: ((...args: Parameters<typeof connectPlain>) => {
      once('plain');
      const plain = connectPlain(...args);
      // What is to be encrypted is read by the encryption alone.
      return security === 'none' ? watched(plain) : plain;
    }) as typeof connectPlain,
    createSecureConnection: ((...args: Parameters<typeof connectTls>) => {
      once('encrypted');
      return watched(connectTls(...args));
    }) as typeof connectTls,
  });
  return { client, cut: () => socket?.destroy() };
}

/** What went wrong, as a sentence that an administrator can act on. */
function asRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof InvalidCredentialsError)
    return new Refused('directoryFailed', { says: 'directoryCredentials' });
  if (error instanceof NoSuchObjectError) return new Refused('directoryFailed', { says: 'directoryNoBase' });
  if (error instanceof SizeLimitExceededError)
    return new Refused('directoryFailed', { says: 'directoryLarge' });
  if (error instanceof ResultCodeError)
    return new Refused('directoryFailed', { says: 'directoryRefused', code: error.code, reason: error.name });
  const { code, message } = error as { code?: unknown; message?: unknown };
  const tls = typeof code === 'string' && /CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code);
  const reason = typeof code === 'string' ? code : String(message ?? '').slice(0, 120);
  return new Refused('directoryFailed', { says: tls ? 'directoryTls' : 'directoryUnreachable', reason });
}

/** Opens a line by the environment's rules, encrypted before anything is said. */
async function open(host: LdapHost): Promise<Line> {
  const line = lineTo(host);
  if (host.security === 'startTls')
    await line.client.startTLS({ host: host.host, ...(isIP(host.host) === 0 && { servername: host.host }) });
  return line;
}

async function talk<T>(host: LdapHost, work: (client: Client) => Promise<T>): Promise<T> {
  let line: Line | undefined;
  const limit = setTimeout(() => line?.cut(), TALK_MS);
  try {
    line = await open(host);
    return await work(line.client);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(limit);
    await line?.client.unbind().catch(() => undefined);
    line?.cut();
  }
}

/** @throws Refused where the environment does not name its host */
function hostOf(env: Env, { host, port }: Pick<Directory, 'host' | 'port'>): LdapHost {
  const found = hostIn(env, host, port);
  if (!found) throw new Refused('directoryFailed', { says: 'directoryHost', host: `${host}:${port}` });
  return found;
}

/** Talks to a directory as its service account. @throws Refused directoryFailed with what is wrong */
export function asService<T>(
  env: Env,
  directory: Directory,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return talk(hostOf(env, directory), async (client) => {
    await client.bind(directory.bindDn, decryptSecret(env.secretsKey ?? '', directory.bindPass));
    return work(client);
  });
}

/**
 * True where the entry signs in with this password, on a line of its own. Without a password a directory lets anybody in
 * as nobody, and says yes (RFC 4513, 5.1.2).
 */
export async function provesEntry(
  env: Env,
  directory: Directory,
  dn: string,
  password: string,
): Promise<boolean> {
  if (password === '' || dn === '') return false;
  return talk(hostOf(env, directory), async (client) => {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  });
}
