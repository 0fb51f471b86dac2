import type { Pool } from 'pg';
import { type AmountsByCurrency, widestLimits } from '../../../contract/bulkLimits.ts';
import { kindOf } from '../../../contract/audience.ts';
import { isFor } from '../../../contract/permissions.ts';
import { isForSuperOnly } from '../../../contract/superOnly.ts';
import { isForTenants } from '../../../contract/tenants.ts';
import { isLocale } from '../../../contract/locales.ts';
import { type Caller, isSuper, type Locale } from '../../platform/http/caller.ts';
import { SWITCH } from '../../platform/db/statuses.ts';

/** The part of a caller that comes from the database; language, zone and address come with the request. */
export type Person = Omit<Caller, 'sessionId' | 'locale' | 'timeZone' | 'ip' | 'identity'> & {
  /** The account's own, for calls that name none. */
  language: Locale | undefined;
};

interface UserRow {
  userId: string;
  account: string;
  realName: string;
  accountType: Caller['accountType'];
  tenantId: string;
  isTenants: boolean;
  orgId: string | null;
  merchantId: string | null;
  merchantType: number | null;
  mustChangePassword: boolean;
  /** As its settings have it (src/app/boot/preferencesSync.ts). */
  language: string | null;
}

interface RoleRow {
  id: string;
  dataScope: number;
  bulkLimits: AmountsByCurrency | null;
}

const SCOPE = { all: 1, deptAndBelow: 2, dept: 3, self: 4, chosen: 5 } as const;

const USER = `select u.id::text as "userId", u.account, u.real_name as "realName", u.account_type as "accountType",
    u.tenant_id::text as "tenantId",
    u.account_type <> 999 and is_other_tenant(u.tenant_id) as "isTenants", u.org_id::text as "orgId", u.merchant_id::text as "merchantId",
    m.type as "merchantType",
    u.must_change_password as "mustChangePassword",
    (select value ->> 'locale' from user_setting s where s.user_id = u.id and s.key = 'preferences') as language
  from sys_user u join sys_tenant t on t.id = u.tenant_id left join merchant m on m.id = u.merchant_id
  where u.id = $1 and u.status = ${SWITCH.enabled} and t.status = ${SWITCH.enabled}`;

const ROLES = `select r.id::text, r.data_scope as "dataScope", r.bulk_limits as "bulkLimits" from sys_role r
  join sys_user_role ur on ur.role_id = r.id where ur.user_id = $1 and r.status = ${SWITCH.enabled}`;

const GIVEN = `select r.id::text, r.data_scope as "dataScope", r.bulk_limits as "bulkLimits" from sys_role r
  where r.id = any($1::bigint[]) and r.status = ${SWITCH.enabled}`;

const CODES = `select distinct m.permission from sys_menu m join sys_role_menu rm on rm.menu_id = m.id
  where rm.role_id = any($1::bigint[]) and m.type = 3 and m.status = ${SWITCH.enabled} and m.permission is not null`;

const ALL_CODES = `select permission from sys_menu where type = 3 and status = ${SWITCH.enabled}
  and permission is not null`;

const BELOW = `with recursive tree as (
    select id from sys_org where id = any($1::bigint[])
    union select o.id from sys_org o join tree t on o.pid = t.id
  ) select id::text from tree`;

const SUBSIDIARY = 'select org_id::text as id from sys_user_ext_org where user_id = $1';

const CHOSEN = `select distinct org_id::text as id from sys_role_org where role_id = any($1::bigint[])`;

async function ids(pool: Pool, sql: string, value: unknown): Promise<string[]> {
  return (await pool.query<{ id: string }>(sql, [value])).rows.map((row) => row.id);
}

/** The union of what each role opens (wire.md: 1 all, 2 department and below, 3 department, 4 self, 5 chosen); subsidiary organisations are departments too. */
async function orgsOf(
  pool: Pool,
  user: Omit<UserRow, 'merchantType'> & Pick<Caller, 'kind'>,
  roles: readonly RoleRow[],
): Promise<Person['orgIds']> {
  const scopes = new Set(roles.map((role) => role.dataScope));
  if (isSuper(user) || scopes.has(SCOPE.all)) return 'all';
  const open = new Set<string>();
  if (scopes.has(SCOPE.dept) || scopes.has(SCOPE.deptAndBelow)) {
    const homes = [...(user.orgId ? [user.orgId] : []), ...(await ids(pool, SUBSIDIARY, user.userId))];
    const shown = scopes.has(SCOPE.deptAndBelow) ? await ids(pool, BELOW, homes) : homes;
    for (const id of shown) open.add(id);
  }
  const choosing = roles.filter((role) => role.dataScope === SCOPE.chosen).map((role) => role.id);
  if (choosing.length > 0) for (const id of await ids(pool, CHOSEN, choosing)) open.add(id);
  return [...open];
}

/** What the roles make of somebody. */
async function personOf(
  pool: Pool,
  { merchantType, ...row }: UserRow,
  roles: readonly RoleRow[],
): Promise<Person> {
  const user = { ...row, kind: kindOf(row.merchantId, merchantType) };
  const roleIds = roles.map((role) => role.id);
  const codes = isSuper(user)
    ? await pool.query<{ permission: string }>(ALL_CODES)
    : await pool.query<{ permission: string }>(CODES, [roleIds]);
  return {
    ...user,
    language: user.language !== null && isLocale(user.language) ? user.language : undefined,
    orgId: user.orgId ?? '',
    roleIds,
    // A button of a verb that is for others opens nothing, nor does one that is the platform's.
    permissions: new Set(
      codes.rows
        .map(({ permission }) => permission)
        .filter((code) => isFor(code, user.kind) && (!user.isTenants || isForTenants(code)))
        .filter((code) => isSuper(user) || !isForSuperOnly(code)),
    ),
    orgIds: await orgsOf(pool, user, roles),
    bulkLimits: widestLimits(roles.map((role) => role.bulkLimits)),
    selfOnly: !isSuper(user) && (roles.length === 0 || roles.some((role) => role.dataScope === SCOPE.self)),
  };
}

/** Who a user is and what it may do and see right now; undefined when it is disabled or gone. */
export async function loadPerson(pool: Pool, userId: string): Promise<Person | undefined> {
  const found = (await pool.query<UserRow>(USER, [userId])).rows[0];
  return found && personOf(pool, found, (await pool.query<RoleRow>(ROLES, [userId])).rows);
}

const OTHER_TENANT = 'select is_other_tenant($1) as "isTenants"';

/** No row has this id, and nobody is this person. */
const NOBODY = '0';

/** What a new person of the staff with exactly these roles, in this organisation, would be after signing in. */
export async function personWithRoles(
  pool: Pool,
  { tenantId, orgId, roleIds }: { tenantId: string; orgId: string; roleIds: readonly string[] },
): Promise<Person> {
  const { rows } = await pool.query<RoleRow>(GIVEN, [roleIds]);
  const tenant = await pool.query<{ isTenants: boolean }>(OTHER_TENANT, [tenantId]);
  return personOf(
    pool,
    {
      userId: NOBODY,
      account: '',
      realName: '',
      accountType: 777,
      tenantId,
      isTenants: tenant.rows[0]?.isTenants === true,
      orgId,
      merchantId: null,
      merchantType: null,
      mustChangePassword: false,
      language: null,
    },
    rows,
  );
}
