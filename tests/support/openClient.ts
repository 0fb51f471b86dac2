import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../contract/calls.ts';
import { canonicalOf } from '../../server/api/openApi/signature.ts';
import { signText } from '../../server/platform/http/signing.ts';
import { send } from './http.ts';

export interface OpenKey {
  accessKey: string;
  secret: string;
}

export interface Asked<T = unknown> {
  status: number;
  body: Envelope<T>;
}

/** A merchant's own system: signs each call as docs/open-api.md says; `over` replaces single headers or the body. */
export async function openCall<T = unknown>(
  base: string,
  key: OpenKey,
  path: string,
  content: unknown,
  over: { headers?: Record<string, string>; sent?: string; now?: Date } = {},
): Promise<Asked<T>> {
  const body = JSON.stringify(content);
  const signed = {
    method: 'POST',
    path: `/api/open/${path}`,
    accessKey: key.accessKey,
    timestamp: String(Math.floor((over.now ?? new Date()).getTime() / 1000)),
    nonce: randomUUID(),
    body,
    ...(over.headers?.nonce && { nonce: over.headers.nonce }),
    ...(over.headers?.timestamp && { timestamp: over.headers.timestamp }),
  };
  const { status, text } = await send(base + signed.path, {
    method: 'POST',
    body: over.sent ?? body,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      accessKey: key.accessKey,
      timestamp: signed.timestamp,
      nonce: signed.nonce,
      sign: signText(key.secret, canonicalOf(signed)),
      ...over.headers,
    },
  });
  return { status, body: JSON.parse(text) as Envelope<T> };
}

/** The result of a call that must be served. @throws Error naming the refusal */
export async function openResult<T>(base: string, key: OpenKey, path: string, content: unknown): Promise<T> {
  const { body } = await openCall<T>(base, key, path, content);
  if (body.code === 200) return body.result;
  throw new Error(`${path}: ${body.code} ${JSON.stringify(body.message)} ${JSON.stringify(body.extras)}`);
}
