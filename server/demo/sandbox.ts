import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { signatureOf } from '../domain/callbacks/message.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { route } from '../platform/http/route.ts';
import { likeText } from '../engine/sql.ts';
import { decryptSecret } from '../platform/secrets.ts';

/** How a sandbox merchant behaves: answers rightly, fails, is slow, answers with the wrong words. */
export const BEHAVIOURS = ['well', 'fail', 'slow', 'wrong'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

interface Received {
  at: string;
  merchant: string;
  eventId: string;
  orderNo: string;
  status: number;
  signatureValid: boolean;
  behaviour: Behaviour;
}

const KEPT = 500;
/** Longer than the sender waits. */
const SLOW_MS = 12_000;
const ADMIN = { anyOf: ['sysConfig:update'] } as const;

const order = z.object({ sandbox: z.string().max(100), behaviour: z.enum(BEHAVIOURS) }).strict();
const callbackBody = z.object({ eventId: z.string(), orderNo: z.string(), status: z.number() });

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A merchant's side of the callbacks: checks the signature, behaves as configured, remembers what came. */
class Sandbox {
  readonly behaviours = new Map<string, Behaviour>();
  readonly received: Received[] = [];
  readonly stopping = new AbortController();
  readonly #deps: Pick<AppDeps, 'pool' | 'env' | 'clock'>;

  constructor(deps: Pick<AppDeps, 'pool' | 'env' | 'clock'>) {
    this.#deps = deps;
  }

  async #secretOf(path: string): Promise<string | undefined> {
    const { rows } = await this.#deps.pool.query<{ secret: string | null }>(
      `select sign_secret as secret from merchant where callback_url like '%/sandbox/callback/' || $1 limit 1`,
      [likeText(path)],
    );
    return rows[0]?.secret ? decryptSecret(this.#deps.env.secretsKey ?? '', rows[0].secret) : undefined;
  }

  async take(merchant: string, body: string, signature: string): Promise<{ status: number; answer: string }> {
    const behaviour = this.behaviours.get(merchant) ?? this.behaviours.get('*') ?? 'well';
    const secret = await this.#secretOf(merchant);
    const signatureValid = secret !== undefined && sameText(signatureOf(secret, body), signature);
    const read = callbackBody.safeParse(JSON.parse(body));
    if (!read.success) throw new Refused('validation');
    const { eventId, orderNo, status } = read.data;
    const at = this.#deps.clock.now().toISOString();
    this.received.push({ at, merchant, eventId, orderNo, status, signatureValid, behaviour });
    if (this.received.length > KEPT) this.received.shift();
    if (behaviour === 'slow')
      await sleep(SLOW_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (behaviour === 'fail') return { status: 500, answer: 'sandbox is set to fail' };
    if (!signatureValid) return { status: 401, answer: 'bad signature' };
    return { status: 200, answer: behaviour === 'wrong' ? 'ok' : 'SUCCESS' };
  }
}

/** Takes any content type: the signature covers the raw body. */
function mountEndpoint(app: FastifyInstance, sandbox: Sandbox): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    );
    route(scope, {
      method: 'POST',
      effect: 'unkeyed',
      url: '/sandbox/callback/:merchant',
      anyClock: true,
      permission: 'anonymous',
      summary: 'Demo: a merchant that receives callbacks',
      handler: async ({ request, reply, headers }) => {
        const { merchant } = request.params as { merchant: string };
        const signature = headers['x-paydesk-signature'];
        const { status, answer } = await sandbox.take(
          merchant,
          String(request.body),
          typeof signature === 'string' ? signature : '',
        );
        return reply.code(status).type('text/plain').send(answer);
      },
    });
  });
}

export function mountSandbox(app: FastifyInstance, deps: AppDeps): void {
  const sandbox = new Sandbox(deps);
  app.addHook('preClose', async () => sandbox.stopping.abort());
  mountEndpoint(app, sandbox);
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/demo/sandbox',
    permission: ADMIN,
    body: order,
    summary: 'Demo: how a sandbox merchant (* for all) behaves from now on',
    handler: async ({ body }) => {
      sandbox.behaviours.set(body.sandbox, body.behaviour);
      return body;
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/demo/sandbox',
    permission: ADMIN,
    summary: 'Demo: what the sandbox merchants received, latest first',
    handler: async () => ({
      behaviours: Object.fromEntries(sandbox.behaviours),
      received: sandbox.received.toReversed(),
    }),
  });
}
