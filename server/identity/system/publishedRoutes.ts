import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { LONGEST_LAYOUT } from './layoutRoutes.ts';
import { publish, publishedBody, publishedFor, withdraw } from './publishedLayouts.ts';

const optionalId = idSchema.nullish().transform((id) => id ?? undefined);
const optionalIdOf = (to: string) =>
  idOf(to)
    .nullish()
    .transform((id) => id ?? undefined);
const publishBody = z
  .strictObject({
    id: optionalId,
    name: z.string().trim().min(1).max(80),
    kind: z.enum(['workspace', 'dashboard']),
    body: z.string().min(2).max(LONGEST_LAYOUT),
    roleId: optionalIdOf('sysRole'),
    orgId: optionalIdOf('sysOrg'),
    isDefault: z.boolean().default(false),
    version: z.int().min(0).default(0),
  })
  .refine(({ roleId, orgId }) => (roleId === undefined) !== (orgId === undefined), { path: ['roleId'] });
const PUBLISH = { anyOf: ['dashboard:publish'] } as const;

export function mountPublishedLayouts(app: FastifyInstance, deps: AppDeps): void {
  const { pool, clock } = deps;
  route(app, {
    method: 'GET',
    url: '/api/layout/published',
    permission: { session: EVERYONE },
    summary: 'Layouts that were published for the caller, or by the caller',
    handler: ({ caller }) => publishedFor(pool, caller),
  });
  route(app, {
    method: 'GET',
    url: '/api/layout/publishedDetail',
    permission: { session: EVERYONE },
    query: z.looseObject({ id: idSchema, version: z.coerce.number().int().min(1).optional() }),
    summary: 'One version of a published layout',
    handler: ({ caller, query }) => publishedBody(pool, caller, query.id, query.version),
  });
  writeRoute(app, deps, {
    url: '/api/layout/publish',
    anyClock: true,
    permission: PUBLISH,
    body: publishBody,
    summary: 'Publish a layout to a role or an organisation',
    handler: ({ caller, body, tx }) => publish(tx, caller, body, clock.now()),
  });
  writeRoute(app, deps, {
    url: '/api/layout/withdraw',
    anyClock: true,
    permission: PUBLISH,
    body: z.strictObject({ id: idSchema }),
    summary: 'Withdraw a published layout',
    handler: ({ caller, body, tx }) => withdraw(tx, caller, body.id),
  });
}
