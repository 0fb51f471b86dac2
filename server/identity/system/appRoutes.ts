import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { MENU_APP } from '../../../contract/menuApp.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { givePair } from '../session/authenticate.ts';
import type { SessionKeys } from '../session/keys.ts';
import { renew } from '../session/sessions.ts';
import { changedMenu } from './menuLog.ts';
import { appsOf, loginMenuTree, MENU_COLUMNS, type MenuRow } from './menuRead.ts';
import { checkBelow } from './menuRules.ts';
import { soughtId } from './soughtId.ts';

/** What the family's view of applications calls besides the list: the menus of one, and the choice of one. */

const OF_APP = `with recursive down as (
    select id from sys_menu where app_id = $1
    union select m.id from sys_menu m join down on m.pid = down.id
  ) select id::text from down order by id`;

/** Entries of the first level that are among the ids or above one of them. */
const FIRST = `with recursive up as (
    select id, pid from sys_menu where id = any($1::bigint[])
    union select m.id, m.pid from sys_menu m join up on m.id = up.pid
  ) select id from up where pid is null`;

/** Where a directory goes that an application ($2) has no longer: to the default, and from that one to all. */
const DEFAULT = '(select a.id from sys_app a where a.is_default and a.id <> $2)';

/** Of the first level what comes to the application, and what it has and keeps no longer. */
const MOVED = `select ${MENU_COLUMNS} from sys_menu m where pid is null and app_id is distinct from
    case when id in (${FIRST}) then $2::bigint when app_id = $2 then ${DEFAULT} else app_id end order by id for update`;

const MOVE = `update sys_menu set app_id = case when app_id = $2 then ${DEFAULT} else $2::bigint end, version = version + 1,
    updated_by = $3, updated_at = $4 where id = $1`;

/** An application has these and no others; what it loses goes to the default one. */
async function grantMenus(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  id: string,
  menuIds: readonly string[],
): Promise<void> {
  await tx.query('lock table sys_menu in share row exclusive mode');
  const app = await tx.query('select 1 from sys_app where id = $1 for update', [id]);
  if (!app.rowCount) throw new Refused('notFound');
  const { rows } = await tx.query<MenuRow>(MOVED, [menuIds, id]);
  for (const before of rows) {
    await checkBelow(tx, caller, before.id);
    await tx.query(MOVE, [before.id, id, caller.userId, deps.clock.now()]);
    await changedMenu(deps, tx, caller, before.id, before);
    await emit(tx, 'sysMenu', before.id, 'update');
  }
}

function mountMenusOfApp(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysApp/grantMenu',
    permission: { anyOf: ['sysApp:page'] },
    query: z.looseObject({ id: soughtId }),
    summary: 'Ids of what an application has of the menu',
    handler: async ({ query }) =>
      (await deps.pool.query<{ id: string }>(OF_APP, [query.id ?? null])).rows.map(({ id }) => id),
  });
  writeRoute(app, deps, {
    url: '/api/sysApp/grantMenu',
    permission: { anyOf: ['sysApp:update'] },
    body: z.looseObject({ id: idSchema, menuIdList: z.array(idOf('sysMenu')).max(5_000).nullish() }),
    summary: 'Give an application what it has of the menu; what is taken from it goes to the default one',
    handler: async ({ caller, tx, body: { id, menuIdList } }) => {
      await grantMenus(deps, tx, caller, id, menuIdList ?? []);
      return true;
    },
  });
}

const CHOSEN = 'select value from user_setting where user_id = $1 and key = $2';
const CHOOSE = `insert into user_setting (user_id, key, value) values ($1, $2, $3::jsonb)
  on conflict (user_id, key) do update set value = excluded.value, version = user_setting.version + 1, updated_at = now()`;

const TENANT = 'select name from sys_tenant where id = $1';

/** The caller's applications with the chosen one; of tenants a person has their own alone. */
async function choices(deps: AppDeps, caller: Caller): Promise<unknown> {
  const apps = appsOf(await loginMenuTree(deps, caller));
  const [kept, tenant] = await Promise.all([
    deps.pool.query<{ value: unknown }>(CHOSEN, [caller.userId, MENU_APP]),
    deps.pool.query<{ name: string }>(TENANT, [caller.tenantId]),
  ]);
  const { tenantId } = caller;
  const chosen =
    apps.find(({ id }) => id === kept.rows[0]?.value) ?? apps.find((app) => app.isDefault) ?? apps[0];
  return {
    appId: chosen?.id ?? null,
    tenantId,
    selectList: apps.map(({ id, title }) => ({
      id,
      value: id,
      label: title,
      children: [{ id: tenantId, value: tenantId, label: tenant.rows[0]?.name ?? '' }],
    })),
  };
}

/** The choice is kept for the person on all devices. The family's clients go on with the pair that is answered. */
function mountChange(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'GET',
    url: '/api/sysApp/changeApp',
    permission: { session: EVERYONE },
    summary: "The caller's applications and the chosen one",
    handler: ({ caller }) => choices(deps, caller),
  });
  writeRoute(app, deps, {
    url: '/api/sysApp/changeApp',
    permission: { session: EVERYONE },
    body: z.looseObject({
      id: idSchema,
      tenantId: idOf('sysTenant', { unchecked: 'only the caller’s own is taken' }).nullish(),
    }),
    summary: 'Choose the application whose menu is shown',
    handler: async ({ caller, tx, body: { id, tenantId } }) => {
      if (tenantId && tenantId !== caller.tenantId) throw new Refused('forbidden', { says: 'ownTenant' });
      const apps = appsOf(await loginMenuTree(deps, caller));
      if (!apps.some((each) => each.id === id)) throw new Refused('notFound');
      await tx.query(CHOOSE, [caller.userId, MENU_APP, JSON.stringify(id)]);
      return true;
    },
    present: async (_answer, { caller, reply }) => {
      const secrets = { token: keys.token, secretsKey: deps.env.secretsKey ?? '' };
      const pair = await renew(deps.pool, secrets, caller.sessionId, deps.clock.now());
      if (!pair) throw new Refused('unauthenticated');
      givePair(reply, pair);
      return { accessToken: pair.access, refreshToken: pair.refresh };
    },
  });
}

export function mountApps(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  mountMenusOfApp(app, deps);
  mountChange(app, deps, keys);
}
