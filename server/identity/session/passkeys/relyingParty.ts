import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';

/** Where passkeys of this installation are good: a page on another origin gets no answer from them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const LOCAL = 'localhost';

/** By PUBLIC_URL, or this machine's own name; an address of digits is none that browsers keep passkeys for. */
export function relyingParty(deps: AppDeps, request: FastifyRequest): RelyingParty {
  const { publicUrl } = deps.env;
  const asked = request.headers.origin ?? `${request.protocol}://${request.host}`;
  if (publicUrl !== undefined) {
    const { hostname, origin } = new URL(publicUrl);
    if (asked !== origin) throw new Refused('passkeyAddress', { origin });
    return { id: hostname, origin };
  }
  const { hostname, port, origin } = new URL(asked);
  if (hostname !== LOCAL)
    throw new Refused('passkeyAddress', { origin: `http://${[LOCAL, port].filter(Boolean).join(':')}` });
  return { id: LOCAL, origin };
}
