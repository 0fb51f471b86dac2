import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../contract/calls.ts';

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
  /** A command: a call with an idempotency key of its own. */
  command<T = unknown>(path: string, body: unknown, key?: string): Promise<T>;
}

export function client(base: string, token = '', refresh = ''): Client {
  const self: Client = {
    token,
    refresh,
    async ask<T>(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${base}/api/${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json-patch+json' }),
          'Accept-Language': 'en',
          ...(self.token ? { Authorization: `Bearer ${self.token}` } : {}),
          ...headers,
        },
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Envelope<T>,
      };
    },
    async call<T>(path: string, body?: unknown, headers?: Record<string, string>) {
      const answer = await self.ask<T>(path, body, headers);
      if (answer.body.code === 200) return answer.body.result;
      throw new Error(
        `${path}: ${answer.body.code} ${JSON.stringify(answer.body.message)} ${JSON.stringify(answer.body.extras)}`,
      );
    },
    command: (path, body, key = randomUUID()) => self.call(path, body, { 'Idempotency-Key': key }),
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
