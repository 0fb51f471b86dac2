import type { PoolClient } from 'pg';
import type { ActionContext, LockedRow } from '../../engine/action.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { newId } from '../../platform/db/id.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { Refused } from '../../platform/http/refused.ts';
import { hashPassword, randomPassword } from '../session/password.ts';
import { sessionState } from '../session/sessionState.ts';
import { idList } from '../system/idList.ts';
import { normalisePhone, personPhone } from '../system/phone.ts';
import { grantToTenant, menusForTenants, menusOf } from './tenantMenus.ts';

const ALL_DATA = 1;
const ADMINISTRATOR = 888;
const OWN_DATABASE = 1;
/** POSTGRESQL in the family's list of databases. */
const POSTGRES = 4;

/** @throws Refused where it is the platform itself, which was there first */
async function refusePlatform(tx: PoolClient, id: string): Promise<void> {
  const { rows } = await tx.query<{ other: boolean }>('select is_other_tenant($1) as other', [id]);
  if (!rows[0]?.other) throw new Refused('platformTenant');
}

async function refuseTwins({ tx, id, verb, values }: WriteContext): Promise<void> {
  const same = await tx.query('select from sys_tenant where lower(name) = lower($1) and id <> $2', [
    values.name ?? null,
    verb === 'add' ? '0' : id,
  ]);
  if (same.rowCount) throw new Refused('duplicate', { field: 'name', value: values.name });
  if (verb !== 'add') return;
  const taken = await tx.query('select from sys_user where lower(account) = lower($1)', [
    values.adminAccount,
  ]);
  if (taken.rowCount) throw new Refused('duplicate', { field: 'account', value: values.adminAccount });
}

/** @throws Refused where the list names what no tenant may have */
async function checkMenus({ deps, tx, caller, values }: WriteContext): Promise<void> {
  const menus = idList(values.menuIds);
  if (menus && (await menusForTenants(tx, menus)).length !== menus.length)
    throw refuseField(deps, caller, 'menuIds', 'tenantMenus');
}

/** The root of its organisations, a role for everything it has, and the administrator who starts with both. */
async function furnish({ tx, id, caller, now, values, answer }: WriteContext): Promise<void> {
  const [org, role, user] = [newId(), newId(), newId()];
  const password = randomPassword();
  await tx.query(
    `insert into sys_org (id, tenant_id, name, code, status, created_at, created_by)
     values ($1, $2, $3, 'HQ', ${SWITCH.enabled}, $4, $5)`,
    [org, id, values.name, now, caller.userId],
  );
  await tx.query(
    `insert into sys_role (id, tenant_id, name, code, data_scope, status, created_at, created_by)
     values ($1, $2, $3, 'administrator', ${ALL_DATA}, ${SWITCH.enabled}, $4, $5)`,
    [role, id, values.name, now, caller.userId],
  );
  await tx.query(
    `insert into sys_user (id, tenant_id, account, password_hash, must_change_password, real_name, account_type,
       org_id, phone, email, status, created_at, created_by)
     values ($1, $2, $3, $4, true, $3, ${ADMINISTRATOR}, $5, $6, $7, ${SWITCH.enabled}, $8, $9)`,
    [
      user,
      id,
      values.adminAccount,
      await hashPassword(password),
      org,
      values.phone,
      values.email ?? null,
      now,
      caller.userId,
    ],
  );
  await tx.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [user, role]);
  await tx.query('update sys_tenant set user_id = $2, org_id = $3 where id = $1', [id, user, org]);
  // Shown once, to whoever added the tenant.
  Object.assign(answer, { password, account: values.adminAccount });
}

/** What was made with it and is of nobody else; whatever business it has keeps it. */
const OWN = [
  'delete from sys_notice where tenant_id = $1',
  'delete from sys_user where tenant_id = $1',
  'delete from sys_role where tenant_id = $1',
  'delete from sys_pos where tenant_id = $1',
  'delete from sys_org where tenant_id = $1',
] as const;

const people = async (tx: PoolClient, tenantId: string): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id::text from sys_user where tenant_id = $1 order by id',
    [tenantId],
  );
  return rows.map(({ id }) => id);
};

/** Nobody of a tenant that is switched off signs in or goes on. */
async function setStatus(
  { deps, tx, caller, input, now, set, dryRun, onCommit }: ActionContext,
  { id }: LockedRow,
): Promise<{ status: unknown }> {
  await refusePlatform(tx, id);
  await set({ status: input.status, updatedBy: caller.userId, updatedAt: now });
  if (dryRun) return { status: input.status };
  const sessions = sessionState(deps.pool);
  if (input.status === SWITCH.disabled)
    for (const user of await people(tx, id))
      onCommit(await sessions.endUser(tx, user, 'tenant disabled', now));
  onCommit(() => sessions.forgetPeople());
  return { status: input.status };
}

export const sysTenantHalf: ServerHalf = {
  commands: { setStatus },
  own: ['resetPwd'],
  virtual: ['menuIds'],
  aliases: { menuIdList: 'menuIds' },
  familyPage: {
    ask: async (_deps, _caller, body) => body,
    // Of the database that all share a client needs to know no more than its kind.
    more: async (_deps, _caller, ids) =>
      new Map(
        ids.map((id) => [
          id,
          { dbType: POSTGRES, connection: null, configId: id, slaveConnections: null, host: null },
        ]),
      ),
  },
  async beforeWrite(context) {
    const { tx, id, verb, values, now, deps } = context;
    if (verb === 'delete') {
      await refusePlatform(tx, id);
      const sessions = sessionState(deps.pool);
      for (const user of await people(tx, id))
        context.onCommit(await sessions.endUser(tx, user, 'deleted', now));
      for (const statement of OWN) await tx.query(statement, [id]);
      return;
    }
    if (values.tenantType === OWN_DATABASE) throw new Refused('ownDatabase');
    // A new tenant's number is also that of its administrator.
    await (verb === 'add' ? personPhone : normalisePhone)(context);
    await refuseTwins(context);
    if (verb === 'update' && idList(values.menuIds)) await refusePlatform(tx, id);
    await checkMenus(context);
    if (verb === 'add') values.status = SWITCH.enabled;
  },
  async afterWrite(context) {
    const { deps, tx, id, verb, values, onCommit } = context;
    if (verb === 'delete') return;
    if (verb === 'add') await furnish(context);
    const menus = idList(values.menuIds) ?? (verb === 'add' ? await menusForTenants(tx, null) : undefined);
    if (menus) await grantToTenant(tx, id, menus);
    onCommit(() => sessionState(deps.pool).forgetPeople());
  },
  detail: async (pool, id) => ({ menuIds: await menusOf(pool, id) }),
};
