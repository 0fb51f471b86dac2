import { createHash } from 'node:crypto';
import type { CallKind } from './share.ts';

/** What has a share of the workers: where calls go, or a merchant whose rows are held. */
export interface Endpoint {
  kind: CallKind;
  name: string;
}

export const upstreamEndpoint = (upstreamId: string): Endpoint => ({
  kind: 'upstream',
  name: `upstream:${upstreamId}`,
});

export const merchantEndpoint = (merchantId: string): Endpoint => ({
  kind: 'merchant',
  name: `merchant:${merchantId}`,
});

/** Where a merchant listens: many may share a host, so the path counts, the query does not. */
export function callbackEndpoint(url: string): Endpoint {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: url, pathname: '' };
  const digest = createHash('sha256').update(origin + pathname);
  return { kind: 'callback', name: `callback:${digest.digest('base64url').slice(0, 22)}` };
}
