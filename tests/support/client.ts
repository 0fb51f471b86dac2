import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '../../contract/calls.ts';
import { send } from './http.ts';
import { PATIENCE_MS } from './patience.ts';

const BUSY_MS = 200;

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

/** A signed-in client that speaks the wire contract over real HTTP. */
export interface Client {
  token: string;
  refresh: string;
  /** The whole answer: refusals do not throw. */
  ask<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  /** The result of an accepted call. @throws Error naming the refusal */
  call<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  /** A command: a call with an idempotency key of its own, repeated as asked while the server is busy. */
  command<T = unknown>(path: string, body: unknown, key?: string): Promise<T>;
}

function resultOf<T>(path: string, { body }: Answer<T>): T {
  if (body.code === 200) return body.result;
  throw new Error(`${path}: ${body.code} ${JSON.stringify(body.message)} ${JSON.stringify(body.extras)}`);
}

export function client(base: string, token = '', refresh = ''): Client {
  const self: Client = {
    token,
    refresh,
    async ask<T>(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const {
        status,
        headers: answered,
        text,
      } = await send(`${base}/api/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json-patch+json' }),
          'Accept-Language': 'en',
          ...(self.token ? { Authorization: `Bearer ${self.token}` } : {}),
          ...headers,
        },
      });
      return { status, headers: answered, body: JSON.parse(text) as Envelope<T> };
    },
    async call<T>(path: string, body?: unknown, headers?: Record<string, string>) {
      return resultOf(path, await self.ask<T>(path, body, headers));
    },
    async command<T>(path: string, body?: unknown, key = randomUUID()) {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const answer = await self.ask<T>(path, body, { 'Idempotency-Key': key });
        if (answer.body.extras?.errorCode !== 'commandBusy' || Date.now() > until)
          return resultOf(path, answer);
        await sleep(BUSY_MS);
      }
    },
  };
  return self;
}

/** Signs in by account and password. */
export async function signIn(base: string, account: string, password: string): Promise<Client> {
  const self = client(base);
  const pair = await self.call<{ accessToken: string; refreshToken: string }>('sysAuth/login', {
    account,
    password,
  });
  self.token = pair.accessToken;
  self.refresh = pair.refreshToken;
  return self;
}
