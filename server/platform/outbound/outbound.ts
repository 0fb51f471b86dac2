import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HostPort } from '../env.ts';
import { Refused } from '../http/refused.ts';
import { isPublicAddress } from './address.ts';
import { type PinnedRequest, sendPinned } from './pinned.ts';

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For resolving, connecting and reading together; 10 s by default. */
  timeoutMs?: number;
  /** Ends it sooner. */
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most 64 KiB. */
  body: string;
  truncated: boolean;
}

/** The only way out of the server: every address that somebody else may choose goes through it (P10). */
export interface Outbound {
  /** Throws Refused('outboundBlocked') where it will not go, and the network's own error where it cannot. */
  send(url: string, request?: OutboundRequest): Promise<OutboundAnswer>;
  /** Why it would not go there, by what its name says now; a name that nobody knows yet is no reason. */
  refuses(url: string): Promise<Refused | undefined>;
}

export interface Allowed extends HostPort {
  /** Nothing else of that host. */
  path?: string;
}

export interface OutboundOptions {
  /** What may be reached although private: the demo's own sandboxes, nothing in production. */
  allow?: readonly Allowed[];
  resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>;
  connect?: (request: PinnedRequest) => Promise<OutboundAnswer>;
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8443]);
const LIMIT = 65_536;
const TIMEOUT_MS = 10_000;
/** Whoever saves an address waits no longer for its name. */
const LOOK_MS = 2_000;

const resolveAll = (host: string) => lookup(host, { all: true, verbatim: true });

function blocked(reason: string): Refused {
  return new Refused('outboundBlocked', { reason });
}

function parse(text: string): URL {
  if (!URL.canParse(text)) throw blocked('address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw blocked('protocol');
  if (url.username || url.password) throw blocked('credentials');
  // One spelling of a name for everybody behind this: a trailing dot is the same host.
  url.hostname = url.hostname.toLowerCase().replace(/(?<=.)\.+$/, '');
  return url;
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cut = Promise.withResolvers<never>();
  const stop = () => cut.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, cut.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Resolves once, refuses unless every address is public, and connects to the address it checked. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const allow = options.allow ?? [];
  const resolve = options.resolve ?? resolveAll;
  const connect = options.connect ?? sendPinned;

  async function pin(url: URL): Promise<{ address: string; family: 4 | 6 }> {
    const host = hostOf(url);
    const named = allow.filter((one) => one.host.toLowerCase() === host && one.port === portOf(url));
    const allowed = named.some(({ path = '/' }) => url.pathname.startsWith(path));
    if (named.length > 0 && !allowed) throw blocked('path');
    if (!allowed && !PORTS.has(portOf(url))) throw blocked('port');
    const literal = isIP(host);
    const found = literal ? [{ address: host, family: literal }] : await resolve(host);
    const first = found[0];
    if (!first) throw blocked('address');
    if (!allowed && !found.every((entry) => isPublicAddress(entry.address))) throw blocked('private');
    return { address: first.address, family: first.family === 6 ? 6 : 4 };
  }

  return {
    async refuses(text) {
      try {
        await within(pin(parse(text)), AbortSignal.timeout(LOOK_MS));
        return undefined;
      } catch (error) {
        return error instanceof Refused ? error : undefined;
      }
    },
    async send(text, request = {}) {
      const url = parse(text);
      const time = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
      const signal = request.signal ? AbortSignal.any([time, request.signal]) : time;
      const target = await within(pin(url), signal);
      return within(
        connect({
          url,
          ...target,
          method: request.method ?? 'POST',
          headers: request.headers ?? {},
          body: Buffer.from(request.body ?? ''),
          limit: LIMIT,
          signal,
        }),
        signal,
      );
    },
  };
}
