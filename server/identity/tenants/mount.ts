import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { resourceOf } from '../../../contract/resources/index.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { logDifference, secretChanged } from '../../engine/differences.ts';
import { inTheirNames } from '../../engine/family/answer.ts';
import { changeRow } from '../../engine/write.ts';
import { writerOf } from '../../engine/writeValues.ts';
import { engineOf } from '../../engine/shared.ts';
import { ShownOnce, type Write, writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { WithMessage } from '../../platform/http/envelope.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { forgive } from '../session/attempts.ts';
import { hashPassword, randomPassword } from '../session/password.ts';
import { replacePassword } from '../session/passwordRules.ts';
import { sessionState } from '../session/sessionState.ts';
import { soughtId } from '../system/soughtId.ts';
import { menusOf, withoutPlatformMenus } from './tenantMenus.ts';

/** The family's clients name the administrator, our grid the tenant. */
const resetBody = z.union([
  z.looseObject({ userId: idSchema }).transform(({ userId }) => ({ userId, tenantId: undefined })),
  z
    .looseObject({ ids: z.array(idSchema).length(1) })
    .transform(({ ids }) => ({ userId: undefined, tenantId: ids[0] as string })),
]);

const ADMIN = `select t.id::text as "tenantId", u.id::text as "userId", u.account
  from sys_tenant t join sys_user u on u.id = t.user_id where t.id = $1 or t.user_id = $2 for update of u`;

interface NewPassword {
  password: string;
  hash: string;
}

async function resetPassword(
  deps: AppDeps,
  { caller, tx, body, prepared, onCommit }: Write<z.output<typeof resetBody>, unknown, NewPassword>,
): Promise<ShownOnce> {
  const { rows } = await tx.query<{ tenantId: string; userId: string; account: string }>(ADMIN, [
    body.tenantId ?? null,
    body.userId ?? null,
  ]);
  const found = rows[0];
  if (!found) throw new Refused('notFound');
  const now = deps.clock.now();
  await replacePassword(tx, { userId: found.userId, hash: prepared.hash, given: true }, now);
  await forgive(tx, found.userId);
  const change = { resource: 'sysUser', id: found.userId, ...secretChanged('password') };
  await logDifference(tx, change, caller, now);
  onCommit(await sessionState(deps.pool).endUser(tx, found.userId, 'password reset', now));
  const kept = { done: [found.tenantId], refused: [] };
  const { password } = prepared;
  return new ShownOnce(
    body.userId === undefined ? { ...kept, password, account: found.account } : password,
    kept,
  );
}

function mountReads(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysTenant/ownMenuList',
    permission: { anyOf: ['sysTenant:page'] },
    query: z.looseObject({ userId: soughtId, id: soughtId }),
    summary: 'Ids of the menus granted to a tenant, by its administrator or by itself',
    handler: async ({ query }) => {
      const { rows } = await deps.pool.query<{ id: string }>(
        'select id::text from sys_tenant where user_id = $1 or id = $2',
        [query.userId ?? null, query.id ?? null],
      );
      return rows[0] ? menusOf(deps.pool, rows[0].id) : [];
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysTenant/userList',
    permission: { anyOf: ['sysTenant:page'] },
    body: z.looseObject({ tenantId: soughtId }),
    summary: 'Staff of a tenant, for a picker',
    handler: async ({ body }) => {
      const { rows } = await deps.pool.query(
        `select id::text, account, real_name as "realName" from sys_user
          where tenant_id = $1 and merchant_id is null order by account limit 1000`,
        [body.tenantId ?? null],
      );
      return rows;
    },
  });
}

/** The tree of the family's clients offers the whole menu: what is the platform's alone is left out, with a word of it. */
function mountGrant(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: '/api/sysTenant/grantMenu',
    permission: { anyOf: ['sysTenant:update'] },
    body: z.looseObject({ id: idSchema, menuIdList: z.array(idOf('sysMenu')).max(5000) }),
    summary: 'Set what the roles of a tenant may have at most; what is for no tenant is left out',
    handler: async ({ caller, body: { id, menuIdList }, headers }) => {
      const menuIds = await withoutPlatformMenus(deps.pool, menuIdList);
      const writer = writerOf(await engineOf(deps), deps, resourceOf('sysTenant'));
      await changeRow(writer, caller, { id, menuIds }, headers['idempotency-key']).catch((error: unknown) => {
        throw inTheirNames(error, writer.half, { menuIdList });
      });
      const count = new Set(menuIdList).size - menuIds.length;
      if (count === 0) return true;
      const message = textOf(deps.locales, caller.locale, 'errors', 'texts.menusLeftOut', { count });
      return new WithMessage(true, message ?? 'menusLeftOut', 'warning');
    },
  });
}

export function mountTenants(app: FastifyInstance, deps: AppDeps): void {
  mountReads(app, deps);
  mountGrant(app, deps);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysTenant/createDb',
    permission: { anyOf: ['sysTenant:update'] },
    body: z.looseObject({}),
    summary: 'Refused: tenants share one database',
    handler: async () => {
      throw new Refused('ownDatabase');
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysTenant/resetPwd',
    permission: { anyOf: ['sysTenant:resetPwd'] },
    body: resetBody,
    summary: "Give a tenant's administrator a new random password, shown once; ends their sessions",
    prepare: async (): Promise<NewPassword> => {
      const password = randomPassword();
      return { password, hash: await hashPassword(password) };
    },
    handler: (write) => resetPassword(deps, write),
  });
}
