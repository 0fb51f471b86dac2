import type { PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { sessionState } from '../session/sessionState.ts';
import { mayEditRole, mayGrantMenus } from './authority.ts';
import { withinTenant } from '../tenants/tenantMenus.ts';
import { idList } from './idList.ts';
import type { ActionContext, LockedRow } from '../../engine/action.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { countMisfits, holdersOf, misfitsOf, refuseMisfits } from './roleFit.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

const ALL_DATA = 1;

/** The entries of views that the role opens by its buttons: whoever leaves them out of its menus means them as well. */
const VIEWS = `insert into sys_role_menu (role_id, menu_id)
  select distinct $1::bigint, v.id from sys_menu b join sys_menu v on v.id = b.pid and v.type = 2 join sys_role r on r.id = $1
  where b.id = any($2::bigint[]) and b.type = 3 and b.permission = v.name || ':page'
    and (not exists (select from sys_tenant p where p.id < r.tenant_id)
      or exists (select from sys_tenant_menu g where g.tenant_id = r.tenant_id and g.menu_id = v.id))
  on conflict do nothing`;

/** @throws Refused roleMisfit where a holder would get what is not for their kind of people; the role is locked */
export async function grantMenus(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  roleId: string,
  menuIds: readonly string[],
): Promise<void> {
  await refuseBeyondTenant(deps, tx, caller, roleId, menuIds);
  const before = await misfitsOf(tx, { roleId });
  await tx.query('delete from sys_role_menu where role_id = $1', [roleId]);
  await tx.query('insert into sys_role_menu (role_id, menu_id) select $1, unnest($2::bigint[])', [
    roleId,
    menuIds,
  ]);
  await tx.query(VIEWS, [roleId, menuIds]);
  await refuseMisfits(deps, tx, caller, { roleId }, before);
  await countMisfits(tx, [roleId]);
}

/** @throws Refused where the role is of a tenant that was not granted all of this, whoever gives it */
async function refuseBeyondTenant(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  roleId: string,
  menuIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.query<{ tenant: string }>(
    'select tenant_id::text as tenant from sys_role where id = $1',
    [roleId],
  );
  if (rows[0] && !(await withinTenant(tx, rows[0].tenant, menuIds)))
    throw refuseField(deps, caller, 'menuIds', 'tenantMenus');
}

export async function grantOrgs(tx: PoolClient, roleId: string, orgIds: readonly string[]): Promise<void> {
  await tx.query('delete from sys_role_org where role_id = $1', [roleId]);
  await tx.query('insert into sys_role_org (role_id, org_id) select $1, unnest($2::bigint[])', [
    roleId,
    orgIds,
  ]);
}

/** Throws unless the caller may hand out this much; what a field does not name is not judged. */
export async function checkGrant(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  given: { menuIds?: string[]; dataScope?: unknown },
): Promise<void> {
  if (given.menuIds && !(await mayGrantMenus(tx, caller, given.menuIds)))
    throw refuseField(deps, caller, 'menuIds', 'menusBeyond');
  if (given.dataScope === ALL_DATA && caller.orgIds !== 'all')
    throw refuseField(deps, caller, 'dataScope', 'aboveYours');
}

/** Judges the role as it has become: what was left as it was counts too, and who has it. */
export async function checkOutcome(
  deps: AppDeps,
  tx: PoolClient,
  caller: Caller,
  roleId: string,
  field: string,
): Promise<void> {
  if (!(await mayEditRole(tx, caller, roleId))) throw refuseField(deps, caller, field, 'aboveYours');
}

async function refuseTwin({ tx, caller, values }: WriteContext): Promise<void> {
  const twin = await tx.query('select 1 from sys_role where tenant_id = $1 and code = $2', [
    caller.tenantId,
    values.code,
  ]);
  if (twin.rowCount) throw new Refused('duplicate', { field: 'configCode', value: values.code });
}

async function refuseInUse({ tx, id }: WriteContext): Promise<void> {
  if ((await tx.query('select 1 from sys_user_role where role_id = $1 limit 1', [id])).rowCount)
    throw new Refused('inUse');
}

async function setStatus({ deps, tx, caller, input, now, set, onCommit }: ActionContext, { id }: LockedRow) {
  if (!(await mayEditRole(tx, caller, id))) throw new Refused('forbidden');
  await set({ status: input.status, updatedBy: caller.userId, updatedAt: now });
  onCommit(() => sessionState(deps.pool).forgetPeople());
  return { status: input.status };
}

/** Roles carry their grants in the form: menus they open, organisations whose rows they show. */
export const sysRoleHalf: ServerHalf = {
  commands: { setStatus },
  virtual: ['menuIds', 'orgIds'],
  aliases: { menuIdList: 'menuIds', orgIdList: 'orgIds' },
  async beforeWrite(context) {
    const { deps, tx, caller, values, verb, id } = context;
    if (verb === 'add') {
      values.tenantId = caller.tenantId;
      await refuseTwin(context);
    } else if (!(await mayEditRole(tx, caller, id))) {
      // A role above the caller's own rights is not the caller's to change.
      throw new Refused('forbidden');
    }
    if (verb === 'delete') return refuseInUse(context);
    await checkGrant(deps, tx, caller, {
      menuIds: idList(values.menuIds),
      dataScope: values.dataScope,
    });
  },
  async afterWrite(context) {
    const { deps, tx, caller, values, verb, id } = context;
    const [menus, orgs] = [idList(values.menuIds), idList(values.orgIds)];
    if (verb !== 'delete' && menus) await grantMenus(deps, tx, caller, id, menus);
    if (verb !== 'delete' && orgs) await grantOrgs(tx, id, orgs);
    if (verb !== 'delete') await checkOutcome(deps, tx, caller, id, 'dataScope');
    context.onCommit(() => sessionState(deps.pool).forgetPeople());
  },
  async detail(pool, id) {
    const [heldBy, menus, orgs, tenant] = await Promise.all([
      holdersOf(pool, id),
      pool.query<{ id: string }>(
        'select menu_id::text as id from sys_role_menu where role_id = $1 order by menu_id',
        [id],
      ),
      pool.query<{ id: string }>('select org_id::text as id from sys_role_org where role_id = $1', [id]),
      pool.query<{ other: boolean }>(
        'select is_other_tenant(tenant_id) as other from sys_role where id = $1',
        [id],
      ),
    ]);
    const ids = ({ rows }: typeof menus) => rows.map((row) => row.id);
    // What is the platform's is not offered to the roles of a tenant.
    const ofTenant = tenant.rows[0]?.other === true;
    return { menuIds: ids(menus), orgIds: ids(orgs), heldBy, ofTenant };
  },
};
