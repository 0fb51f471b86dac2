import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { isId } from '../../../contract/id.ts';
import { idSchema } from '../../../contract/validate.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { loginMenuTree, menuList } from './menuRead.ts';
import { addMenu, deleteMenus, updateMenu } from './menuWrite.ts';

const listQuery = z.looseObject({
  title: z.string().max(100).optional(),
  type: z.preprocess(
    (value) => (value === '' || value === undefined ? undefined : Number(value)),
    z.int().min(1).max(3).optional(),
  ),
  // The family's 0 is no application in particular.
  appId: z.preprocess(
    (value) => (isId(String(value)) && value !== '0' ? value : undefined),
    idSchema.optional(),
  ),
  all: z.preprocess((value) => String(value).toLowerCase() === 'true', z.boolean()),
});
const dryRun = z.boolean().optional();
const deleteBody = z.union([
  z
    .looseObject({ id: idSchema, dryRun })
    .transform((body) => ({ ids: [body.id], dryRun: body.dryRun === true })),
  z
    .looseObject({ ids: z.array(idSchema).min(1).max(500), dryRun })
    .transform((body) => ({ ids: body.ids, dryRun: body.dryRun === true })),
]);

export function mountMenus(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysMenu/loginMenuTree',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: "The caller's menu",
    handler: ({ caller }) => loginMenuTree(deps, caller),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysMenu/ownBtnPermList',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: "The caller's permission codes",
    handler: async ({ caller }) => [...caller.permissions],
  });
  route(app, {
    method: 'GET',
    url: '/api/sysMenu/list',
    permission: { anyOf: ['sysMenu:page'] },
    query: listQuery,
    summary: 'The whole menu, or what an application has of it, or what matches title and type',
    handler: ({ query: { title, type, appId, all }, caller }) =>
      menuList(deps, { title: title || undefined, type, appId: all ? undefined : appId }, caller),
  });
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/sysMenu/add',
    permission: { anyOf: ['sysMenu:add'] },
    body: z.looseObject({}),
    summary: 'Add a directory, view or button',
    handler: ({ caller, headers, body }) => addMenu(deps, caller, body, headers['idempotency-key']),
  });
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/sysMenu/update',
    permission: { anyOf: ['sysMenu:update'] },
    body: z.looseObject({}),
    summary: 'Change an entry',
    handler: ({ caller, headers, body }) => updateMenu(deps, caller, body, headers['idempotency-key']),
  });
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/sysMenu/delete',
    permission: { anyOf: ['sysMenu:delete'] },
    body: deleteBody,
    summary: 'Delete an entry with what is below it',
    handler: ({ caller, headers, body }) => deleteMenus(deps, caller, body, headers['idempotency-key']),
  });
}
