import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { BEHAVIOURS } from './behaviours.ts';

const DAYS_30_MS = 30 * 86_400_000;
const order = z.strictObject({
  /** Code of an upstream; * for all. */
  upstream: z.string().max(100),
  behaviour: z.enum(BEHAVIOURS),
  delayMs: z.int().min(0).max(DAYS_30_MS).optional(),
});

/** Lets administrators of the demo see how the product takes a bad upstream. */
export function mountUpstreamBehaviours(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/demo/upstream',
    permission: { anyOf: ['sysConfig:update'] },
    body: order,
    summary: 'Demo: how the sandbox upstream treats orders from now on',
    handler: async ({ body }) => {
      if (!deps.sandboxUpstream) throw new Refused('notFound');
      deps.sandboxUpstream.setBehaviour(body.upstream, body.behaviour, body.delayMs);
      return body;
    },
  });
}
