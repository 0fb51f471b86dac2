import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { kindOf } from '../../../contract/audience.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { logDifference } from '../../engine/differences.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { type Caller, isSuper } from '../../platform/http/caller.ts';
import { seesMerchant } from '../../engine/scope.ts';
import { engineOf } from '../../engine/shared.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { sessionState } from '../session/sessionState.ts';
import { mayEditRole } from './authority.ts';
import { soughtId } from './soughtId.ts';
import { kindText, unfitRoles, verbsText } from './roleFit.ts';
import { checkGrant, checkOutcome, grantMenus, grantOrgs } from './roleWrite.ts';

const menuIds = z.array(idOf('sysMenu')).max(5000);
const orgIds = z.array(idOf('sysOrg')).max(5000);
const CHOSEN_ORGS = 5;
/** Verbs that a picker names of a role, so that its entry stays short. */
const NAMED_IN_LIST = 2;

/** Locks a role of the caller's tenant that is not above the caller. */
async function lockRole(tx: PoolClient, caller: Caller, id: string): Promise<void> {
  const found = await tx.query('select 1 from sys_role where id = $1 and ($2 or tenant_id = $3) for update', [
    id,
    isSuper(caller),
    caller.tenantId,
  ]);
  if (!found.rowCount) throw new Refused('notFound');
  if (!(await mayEditRole(tx, caller, id))) throw new Refused('forbidden');
}

/** @throws Refused notFound where the caller does not see the merchant */
async function unfitFor(
  deps: AppDeps,
  caller: Caller,
  merchantId: string,
): Promise<{ id: string; reason: string }[]> {
  const { pool, locales } = deps;
  const { scopes } = await engineOf(deps);
  if (!seesMerchant(await scopes.visible(caller), merchantId)) throw new Refused('notFound');
  const { rows } = await pool.query<{ type: number }>('select type from merchant where id = $1', [
    merchantId,
  ]);
  if (!rows[0]) throw new Refused('notFound');
  const kind = kindOf(merchantId, rows[0].type);
  const unfit = await unfitRoles(pool, caller, kind);
  return unfit.map(({ id, permissions }) => {
    const verbs = verbsText(locales, caller.locale, permissions, NAMED_IN_LIST);
    const values = { kind: kindText(locales, caller.locale, kind), verbs };
    return { id, reason: textOf(locales, caller.locale, 'errors', 'texts.rolesUnfit', values) ?? verbs };
  });
}

async function menusOf(tx: PoolClient, roleId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select menu_id::text as id from sys_role_menu where role_id = $1',
    [roleId],
  );
  return rows.map(({ id }) => id);
}

async function dataScopeOf(tx: PoolClient, roleId: string): Promise<Record<string, unknown>> {
  const { rows } = await tx.query<{ dataScope: number; orgIds: string[] }>(
    `select data_scope as "dataScope",
       array(select org_id::text from sys_role_org where role_id = r.id order by 1) as "orgIds"
     from sys_role r where id = $1`,
    [roleId],
  );
  return { ...rows[0] };
}

/** The grant screens of a role: which menus and buttons, whose rows. */
export function mountRoles(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysRole/ownMenuList',
    permission: { anyOf: ['sysRole:page'] },
    query: z.looseObject({ id: soughtId }),
    summary: 'Ids of the menus a role opens',
    handler: async ({ caller, query }) => {
      const { rows } = await deps.pool.query<{ id: string }>(
        `select rm.menu_id::text as id from sys_role_menu rm join sys_role r on r.id = rm.role_id
          where r.id = $1 and ($2 or r.tenant_id = $3)`,
        [query.id ?? null, isSuper(caller), caller.tenantId],
      );
      return rows.map((row) => row.id);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysRole/unfit',
    permission: { anyOf: ['sysUser:add', 'sysUser:update', 'sysRole:page'] },
    body: z.strictObject({ merchantId: idSchema }),
    summary: "Roles that a merchant's people may not have, with the reason",
    handler: ({ caller, body }) => unfitFor(deps, caller, body.merchantId),
  });
  writeRoute(app, deps, {
    url: '/api/sysRole/grantMenu',
    permission: { anyOf: ['sysRole:update'] },
    body: z.looseObject({ id: idSchema, menuIdList: menuIds }),
    summary: 'Set the menus and buttons of a role',
    handler: async ({ caller, body, tx, onCommit }) => {
      await lockRole(tx, caller, body.id);
      await checkGrant(deps, tx, caller, { menuIds: body.menuIdList });
      const given = [...new Set(body.menuIdList)];
      const had = await menusOf(tx, body.id);
      await grantMenus(deps, tx, caller, body.id, given);
      const [before, after] = [{ menuIds: had }, { menuIds: await menusOf(tx, body.id) }];
      await logDifference(tx, { resource: 'sysRole', id: body.id, before, after }, caller, deps.clock.now());
      await tx.query('update sys_role set version = version + 1 where id = $1', [body.id]);
      await checkOutcome(deps, tx, caller, body.id, 'menuIdList');
      await emit(tx, 'sysRole', body.id, 'update');
      onCommit(() => sessionState(deps.pool).forgetPeople());
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysRole/grantDataScope',
    permission: { anyOf: ['sysRole:update'] },
    body: z.looseObject({ id: idSchema, dataScope: z.int().min(1).max(5), orgIdList: orgIds.default([]) }),
    summary: 'Set whose rows a role shows',
    handler: async ({ caller, body, tx, onCommit }) => {
      const given = body.dataScope === CHOSEN_ORGS ? [...new Set(body.orgIdList)] : [];
      await lockRole(tx, caller, body.id);
      await checkGrant(deps, tx, caller, { dataScope: body.dataScope });
      const before = await dataScopeOf(tx, body.id);
      await grantOrgs(tx, body.id, given);
      const after = { dataScope: body.dataScope, orgIds: given.toSorted() };
      await logDifference(tx, { resource: 'sysRole', id: body.id, before, after }, caller, deps.clock.now());
      await tx.query('update sys_role set data_scope = $2, version = version + 1 where id = $1', [
        body.id,
        body.dataScope,
      ]);
      await checkOutcome(deps, tx, caller, body.id, 'dataScope');
      await emit(tx, 'sysRole', body.id, 'update');
      onCommit(() => sessionState(deps.pool).forgetPeople());
      return true;
    },
  });
}
