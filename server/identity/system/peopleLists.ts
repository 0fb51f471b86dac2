import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { resourceOf } from '../../../contract/resources/index.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { inTheirNames } from '../../engine/family/answer.ts';
import { familyList } from '../../engine/family/page.ts';
import type { FamilyRow } from '../../engine/family/row.ts';
import { changeRow } from '../../engine/write.ts';
import { writerOf } from '../../engine/writeValues.ts';
import { engineOf } from '../../engine/shared.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { nest, ROOT, type TreeNode } from '../../platform/tree.ts';
import { mayGiveRoles } from './authority.ts';
import { extOrgsOf } from './extOrgs.ts';
import { isNewRow, soughtId } from './soughtId.ts';

/** Trees and lists that the forms of people choose from, as clients of the contract's family ask for them. */

type Node = FamilyRow & TreeNode;

const text = z.string().max(80).optional();
/** What a form shows of people and their organisation is for whoever may read one of them. */
const READS = { anyOf: ['sysUser:page', 'sysRole:page', 'sysOrg:page', 'sysPos:page'] } as const;

/** An organisation with all below it; where nothing below is seen, itself alone. */
function below(tree: readonly Node[], id: string): Node | undefined {
  for (const node of tree) {
    const found = node.id === id ? node : below(node.children as Node[], id);
    if (found) return found;
  }
  return undefined;
}

async function orgTree(deps: AppDeps, caller: Caller, filter: Record<string, unknown>): Promise<Node[]> {
  const { id, ...rest } = filter;
  const rows = await familyList(await engineOf(deps), resourceOf('sysOrg'), caller, rest);
  const nodes = rows.map(
    (row): Node => ({
      ...row,
      pid: String(row.pid ?? ROOT),
      // Trees to choose from leave these grey.
      disabled: row.status === SWITCH.disabled,
      children: [],
    }),
  );
  if (Object.values(rest).some((value) => value !== undefined && value !== '')) return nodes;
  const tree = nest(nodes);
  if (id === undefined || id === ROOT) return tree;
  const found = below(tree, String(id));
  return found ? [found] : [];
}

/** Enabled roles that the caller may give. */
async function rolesToGive(deps: AppDeps, caller: Caller) {
  const filter = { status: [SWITCH.enabled] };
  const rows = await familyList(await engineOf(deps), resourceOf('sysRole'), caller, filter);
  const homes = caller.orgIds === 'all' ? [] : [...caller.orgIds];
  const given: { id: string; name: unknown; code: unknown }[] = [];
  for (const { id, name, code } of rows)
    if (await mayGiveRoles(deps.pool, caller, [id], homes)) given.push({ id, name, code });
  return given;
}

/** Whether there is such a row. @throws Refused notFound for one that the caller does not see */
async function isSeen(
  deps: AppDeps,
  caller: Caller,
  resource: 'sysRole' | 'sysUser',
  id: string | undefined,
): Promise<boolean> {
  if (isNewRow(id)) return false;
  const rows = await familyList(await engineOf(deps), resourceOf(resource), caller, {
    filter: { field: 'id', operator: 'EQ', value: id },
  });
  if (rows.length === 0) throw new Refused('notFound');
  return true;
}

function mountOrgs(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysOrg/list',
    permission: READS,
    query: z.looseObject({
      id: z.union([z.literal(ROOT), idSchema]).optional(),
      name: text,
      code: text,
      type: text,
    }),
    summary: 'Organisations as a tree; the matches of a filter as a list',
    handler: ({ caller, query: { id, name, code, type } }) => orgTree(deps, caller, { id, name, code, type }),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysPos/list',
    permission: READS,
    query: z.looseObject({ name: text, code: text }),
    summary: 'All positions',
    handler: async ({ caller, query: { name, code } }) =>
      familyList(await engineOf(deps), resourceOf('sysPos'), caller, { name, code }),
  });
}

function mountRoleLists(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysRole/list',
    permission: READS,
    summary: 'Enabled roles that the caller may give',
    handler: ({ caller }) => rolesToGive(deps, caller),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysRole/ownOrgList',
    permission: { anyOf: ['sysRole:page'] },
    query: z.looseObject({ id: soughtId }),
    summary: 'Ids of the organisations of a role whose data scope is a list',
    handler: async ({ caller, query }) => {
      if (!(await isSeen(deps, caller, 'sysRole', query.id))) return [];
      const { rows } = await deps.pool.query<{ id: string }>(
        'select org_id::text as id from sys_role_org where role_id = $1 order by 1',
        [query.id],
      );
      return rows.map(({ id }) => id);
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysUser/ownRoleList/:userId',
    permission: { anyOf: ['sysUser:page'] },
    summary: 'Ids of the roles of a person',
    handler: async ({ caller, request }) => {
      const { userId } = request.params as { userId: string };
      if (!(await isSeen(deps, caller, 'sysUser', userId))) return [];
      const { rows } = await deps.pool.query<{ id: string }>(
        'select role_id::text as id from sys_user_role where user_id = $1 order by 1',
        [userId],
      );
      return rows.map(({ id }) => id);
    },
  });
}

function mountExtOrgs(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysUser/ownExtOrgList/:userId',
    permission: { anyOf: ['sysUser:page'] },
    summary: 'Subsidiary organisations of a person',
    handler: async ({ caller, request }) => {
      const { userId } = request.params as { userId: string };
      if (!(await isSeen(deps, caller, 'sysUser', userId))) return [];
      return extOrgsOf(deps.pool, userId);
    },
  });
}

function mountGrantRole(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/sysUser/grantRole',
    permission: { anyOf: ['sysUser:grantRole'] },
    body: z.looseObject({ userId: idSchema, roleIdList: z.array(idOf('sysRole')).max(5000) }),
    summary: 'Set the roles of a person',
    handler: async ({ caller, body: { userId, roleIdList }, headers }) => {
      const writer = writerOf(await engineOf(deps), deps, resourceOf('sysUser'));
      const change = { id: userId, roleIds: roleIdList };
      await changeRow(writer, caller, change, headers['idempotency-key']).catch((error: unknown) => {
        throw inTheirNames(error, writer.half, { roleIdList });
      });
      return true;
    },
  });
}

export function mountPeopleLists(app: FastifyInstance, deps: AppDeps): void {
  mountOrgs(app, deps);
  mountRoleLists(app, deps);
  mountExtOrgs(app, deps);
  mountGrantRole(app, deps);
}
