import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { HostPort } from '../env.ts';
import type { OutboundOptions } from '../outbound/outbound.ts';
import { sendPinned } from '../outbound/pinned.ts';

/** The demo merchants' host: a reserved name that leads to this server's own sandbox, whatever its port. */
export const SANDBOX_HOST = 'sandbox.paydesk.test';
const CALLBACK_PATH = '/sandbox/callback';
export const SANDBOX_CALLBACKS = `http://${SANDBOX_HOST}${CALLBACK_PATH}`;

const OPEN: ReadonlySet<string> = new Set(['0.0.0.0', '::', 'localhost']);

/** What the demo's outbound client may do besides: reach its own sandbox. Refused in production like any such host. */
export function sandboxOutbound(env: {
  host: string;
  port: number;
  outboundAllow: readonly HostPort[];
}): OutboundOptions {
  const address = OPEN.has(env.host) || !isIP(env.host) ? '127.0.0.1' : env.host;
  return {
    allow: [...env.outboundAllow, { host: SANDBOX_HOST, port: 80, path: `${CALLBACK_PATH}/` }],
    resolve: async (host) =>
      host === SANDBOX_HOST
        ? [{ address, family: isIP(address) }]
        : lookup(host, { all: true, verbatim: true }),
    connect: (request) => {
      if (request.url.hostname !== SANDBOX_HOST) return sendPinned(request);
      const url = new URL(request.url);
      url.port = String(env.port);
      return sendPinned({ ...request, url });
    },
  };
}
