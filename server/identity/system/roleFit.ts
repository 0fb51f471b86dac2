import type { Pool, PoolClient } from 'pg';
import { type Kind, kindOf } from '../../../contract/audience.ts';
import { permissionsFor } from '../../../contract/permissions.ts';
import type { Connections } from '../../platform/db/rowSecurity.ts';
import { joined } from '../../engine/labels.ts';
import { type Caller, isSuper, type Locale } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Locales, textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';

/** What a role may hold follows from who holds it: a merchant's people hold no permission that is not for them. */

/** A permission that somebody has by a role although it is not for that kind of people. */
export interface Misfit {
  userId: string;
  account: string;
  tenantId: string;
  orgId: string | null;
  merchantType: number;
  roleName: string;
  permission: string;
}

/** Whose roles are asked about; what is absent narrows nothing. */
interface Within {
  roleId?: string;
  userId?: string;
  merchantId?: string;
  menuId?: string;
}

/** Rows of role r, holder u, merchant m and button b; $1 and $2 are the permissions of merchants and of agents. */
const HELD = `from sys_role r join sys_user_role ur on ur.role_id = r.id
    join sys_user u on u.id = ur.user_id join merchant m on m.id = u.merchant_id
    join sys_role_menu rm on rm.role_id = r.id
    join sys_menu b on b.id = rm.menu_id and b.type = 3 and b.permission is not null
  where b.permission <> all (case when m.type = 2 then $2::text[] else $1::text[] end)`;

const own = (): [string[], string[]] => [permissionsFor('merchant'), permissionsFor('agent')];

/** By account and permission. */
export async function misfitsOf(db: Pool | PoolClient, within: Within): Promise<Misfit[]> {
  const { rows } = await db.query<Misfit>(
    `select u.id::text as "userId", u.account, u.tenant_id::text as "tenantId", u.org_id::text as "orgId",
       m.type as "merchantType", r.name as "roleName", b.permission ${HELD}
       and ($3::bigint is null or r.id = $3) and ($4::bigint is null or u.id = $4)
       and ($5::bigint is null or u.merchant_id = $5) and ($6::bigint is null or b.id = $6)
     order by u.account, b.permission`,
    [
      ...own(),
      within.roleId ?? null,
      within.userId ?? null,
      within.merchantId ?? null,
      within.menuId ?? null,
    ],
  );
  return rows;
}

/** The permissions of each of these roles that are not for a merchant's people of this kind, by role. */
export async function unfitRoles(
  db: Pool | PoolClient,
  caller: Caller,
  kind: Kind,
): Promise<{ id: string; permissions: string[] }[]> {
  if (kind === 'staff') return [];
  const { rows } = await db.query<{ id: string; permissions: string[] }>(
    `select r.id::text, array_agg(distinct b.permission order by b.permission) as permissions
     from sys_role r join sys_role_menu rm on rm.role_id = r.id
       join sys_menu b on b.id = rm.menu_id and b.type = 3 and b.permission is not null
     where ($1 or r.tenant_id = $2) and b.permission <> all ($3::text[]) group by r.id`,
    [isSuper(caller), caller.tenantId, permissionsFor(kind)],
  );
  return rows;
}

/** Whoever changes the type of that merchant, or the buttons of one of these roles, waits for the caller's transaction. */
export async function lockRolesOf(
  tx: PoolClient,
  who: { userId?: string; merchantId?: string },
): Promise<void> {
  if (who.userId !== undefined)
    await tx.query(
      'select from merchant where id = (select merchant_id from sys_user where id = $1) for key share',
      [who.userId],
    );
  await tx.query(
    `select from sys_role where id in (select ur.role_id from sys_user_role ur join sys_user u on u.id = ur.user_id
       where u.id = $1 or u.merchant_id = $2) order by id for share`,
    [who.userId ?? null, who.merchantId ?? null],
  );
}

/** Whoever gives one of the roles with this button to somebody waits for the caller's transaction. */
export async function lockRolesWith(tx: PoolClient, menuId: string): Promise<void> {
  await tx.query(
    'select from sys_role where id in (select role_id from sys_role_menu where menu_id = $1) order by id for update',
    [menuId],
  );
}

/** Kinds of people that hold a role. */
export async function holdersOf(db: Connections, roleId: string): Promise<Kind[]> {
  const { rows } = await db.query<{ merchantId: string | null; type: number | null }>(
    `select distinct case when u.merchant_id is not null then '' end as "merchantId", m.type
     from sys_user_role ur join sys_user u on u.id = ur.user_id left join merchant m on m.id = u.merchant_id
     where ur.role_id = $1`,
    [roleId],
  );
  return rows.map(({ merchantId, type }) => kindOf(merchantId, type));
}

/** Recounts whom roles do not fit, all of them or those given. @returns how many roles and people there are */
export async function countMisfits(
  db: Pool | PoolClient,
  roleIds: readonly string[] | null,
): Promise<{ roles: number; people: number }> {
  const { rows } = await db.query<{ roles: number; people: number }>(
    `with bad as (select distinct r.id as role, u.id as person ${HELD} and ($3::bigint[] is null or r.id = any($3))),
       counted as (select role, count(*)::int as n from bad group by role),
       noted as (
         update sys_role r set misfits = c.n from sys_role s left join counted c on c.role = s.id
         where r.id = s.id and ($3 is null or r.id = any($3)) and r.misfits is distinct from c.n)
     select count(distinct role)::int as roles, count(distinct person)::int as people from bad`,
    [...own(), roleIds],
  );
  return rows[0] ?? { roles: 0, people: 0 };
}

/** One line at the start about stored roles that do not fit; their holders are refused at use. */
export async function reportMisfits({ pool, log }: AppDeps): Promise<void> {
  const counts = await countMisfits(pool, null);
  if (counts.roles > 0)
    log.warn(counts, "roles hold permissions that are not for the merchants' people who have them");
}

const NAMED_VERBS = 5;
const NAMED_PEOPLE = 3;

/** The first of them, and how many more there are. */
function firstOf(locales: Locales, locale: Locale, texts: readonly string[], most: number): string {
  const list = joined(locale, texts.slice(0, most));
  const count = texts.length - most;
  return count > 0 ? (textOf(locales, locale, 'errors', 'texts.andMore', { list, count }) ?? list) : list;
}

/** `Collection orders: Settle`, as the menu names both. */
function verbLabel(locales: Locales, locale: Locale, permission: string): string {
  const [resource = '', verb = ''] = permission.split(':');
  const title = textOf(locales, locale, 'menu', resource);
  const button = textOf(locales, locale, 'menu', `button.${verb}`);
  if (!title || !button) return permission;
  return `${title}${locale === 'en' ? ': ' : '：'}${button}`;
}

/** At most so many verbs by name, "and N more". */
export function verbsText(
  locales: Locales,
  locale: Locale,
  permissions: readonly string[],
  most = NAMED_VERBS,
): string {
  const labels = [...new Set(permissions)].map((code) => verbLabel(locales, locale, code));
  return firstOf(locales, locale, labels, most);
}

export const kindText = (locales: Locales, locale: Locale, kind: Kind): string =>
  textOf(locales, locale, 'errors', `texts.kinds.${kind}`) ?? kind;

const sees = (caller: Caller, { tenantId, orgId }: Misfit): boolean =>
  isSuper(caller) ||
  (tenantId === caller.tenantId &&
    (caller.orgIds === 'all' || (orgId !== null && caller.orgIds.includes(orgId))));

/** What a refusal says of misfits; people whom the caller does not see are counted, not named. */
export function misfitValues(
  { locales }: Pick<AppDeps, 'locales'>,
  caller: Caller,
  found: readonly Misfit[],
): Record<string, unknown> {
  const { locale } = caller;
  const everybody = new Set(found.map(({ userId }) => userId)).size;
  const named = [...new Set(found.filter((one) => sees(caller, one)).map(({ account }) => account))];
  const rest = everybody - Math.min(named.length, NAMED_PEOPLE);
  const list = joined(locale, named.slice(0, NAMED_PEOPLE));
  const text = named.length === 0 ? 'texts.usersCount' : 'texts.andMoreUsers';
  const people = rest === 0 ? list : (textOf(locales, locale, 'errors', text, { list, count: rest }) ?? list);
  const agents = found.every(({ merchantType }) => kindOf('', merchantType) === 'agent');
  return {
    people,
    kind: kindText(locales, locale, agents ? 'agent' : 'merchant'),
    verbs: verbsText(
      locales,
      locale,
      found.map(({ permission }) => permission),
    ),
  };
}

/** @throws Refused roleMisfit where somebody within holds what is not for them; `known` was so before */
export async function refuseMisfits(
  deps: Pick<AppDeps, 'locales'>,
  db: Pool | PoolClient,
  caller: Caller,
  within: Within,
  known: readonly Misfit[] = [],
): Promise<void> {
  const before = new Set(known.map(({ userId, permission }) => `${userId}/${permission}`));
  const found = (await misfitsOf(db, within)).filter(
    ({ userId, permission }) => !before.has(`${userId}/${permission}`),
  );
  if (found.length > 0) throw new Refused('roleMisfit', misfitValues(deps, caller, found));
}
