import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { HostPort } from '../platform/env.ts';
import type { OutboundOptions } from '../platform/outbound/outbound.ts';
import { sendPinned } from '../platform/outbound/pinned.ts';

/** The demo merchants' host: a reserved name that leads to this server's own sandbox, whatever its port. */
export const SANDBOX_HOST = 'sandbox.paydesk.test';
const CALLBACK_PATH = '/sandbox/callback';
export const SANDBOX_CALLBACKS = `http://${SANDBOX_HOST}${CALLBACK_PATH}`;

/** The demo's upstream, a server of its own on whatever port it got. */
const UPSTREAM_HOST = 'upstream.paydesk.test';
export const upstreamUrl = (code: string): string => `http://${UPSTREAM_HOST}/${encodeURIComponent(code)}`;
/** True for an address at which a demo payer pays. */
export const isSandboxPayer = (url: string): boolean =>
  URL.canParse(url) &&
  new URL(url).host === UPSTREAM_HOST &&
  /^\/[^/]+\/payer\/[^/]+$/.test(new URL(url).pathname);

const OPEN: ReadonlySet<string> = new Set(['0.0.0.0', '::', 'localhost']);

interface Here {
  host: string;
  /** Where the server listens; read at each call, since a free port is known only once it does. */
  port: number;
}

/** The address at which this machine reaches the server itself. */
export const ownAddress = ({ host }: Pick<Here, 'host'>): string =>
  OPEN.has(host) || !isIP(host) ? '127.0.0.1' : host;

/**
 * What the demo's outbound client may do besides: reach its own sandbox and, where one runs, its upstream. Refused in
 * production like any such host.
 */
export function sandboxOutbound(
  env: Here & { outboundAllow: readonly HostPort[] },
  upstreamPort?: number,
): OutboundOptions {
  const address = ownAddress(env);
  const here = new Map([[SANDBOX_HOST, { address, port: () => env.port }]]);
  if (upstreamPort) here.set(UPSTREAM_HOST, { address: '127.0.0.1', port: () => upstreamPort });
  return {
    allow: [
      ...env.outboundAllow,
      { host: SANDBOX_HOST, port: 80, path: `${CALLBACK_PATH}/` },
      ...(upstreamPort ? [{ host: UPSTREAM_HOST, port: 80 }] : []),
    ],
    resolve: async (host) => {
      const own = here.get(host);
      return own
        ? [{ address: own.address, family: isIP(own.address) }]
        : lookup(host, { all: true, verbatim: true });
    },
    connect: (request) => {
      const own = here.get(request.url.hostname);
      if (!own) return sendPinned(request);
      const url = new URL(request.url);
      url.port = String(own.port());
      return sendPinned({ ...request, url });
    },
  };
}
