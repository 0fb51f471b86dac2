import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { resources } from '../../../contract/resources/index.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { deleteView, savedViews, saveView } from './savedViews.ts';

const LONGEST = 40_000;

const resource = z.string().refine((name) => resources.has(name));
const optionalId = idSchema.nullish().transform((id) => id ?? undefined);
const optionalIdOf = (to: string) =>
  idOf(to)
    .nullish()
    .transform((id) => id ?? undefined);
const body = z
  .strictObject({
    id: optionalId,
    resource,
    name: z.string().trim().min(1).max(60),
    body: z.string().min(2).max(LONGEST),
    roleId: optionalIdOf('sysRole'),
    orgId: optionalIdOf('sysOrg'),
    version: z.int().min(0).default(0),
  })
  .refine(({ roleId, orgId }) => roleId === undefined || orgId === undefined, { path: ['orgId'] });

export function mountSavedViews(app: FastifyInstance, deps: AppDeps): void {
  const { pool, clock } = deps;
  route(app, {
    method: 'GET',
    url: '/api/savedView/list',
    permission: { session: EVERYONE },
    query: z.looseObject({ resource }),
    summary: 'Views of a list: the caller’s own and those shared with the caller',
    handler: ({ caller, query }) => savedViews(pool, caller, query.resource),
  });
  writeRoute(app, deps, {
    url: '/api/savedView/save',
    anyClock: true,
    permission: { session: EVERYONE },
    body,
    summary: 'Keep a view of a list, for oneself, a role or an organisation',
    handler: ({ caller, body: given, tx }) => saveView(tx, caller, given, clock.now()),
  });
  writeRoute(app, deps, {
    url: '/api/savedView/delete',
    anyClock: true,
    permission: { session: EVERYONE },
    body: z.strictObject({ id: idSchema }),
    summary: 'Delete a view of a list',
    handler: ({ caller, body: { id }, tx }) => deleteView(tx, caller, id),
  });
}
