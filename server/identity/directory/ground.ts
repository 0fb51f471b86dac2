import type { Pool } from 'pg';
import type { Caller } from '../../platform/http/caller.ts';
import { aboveCaller } from '../system/authority.ts';
import type { Directory } from './connection.ts';
import type { DepartmentGround, KnownOrg } from './departmentPlan.ts';
import type { DirectoryPerson } from './entries.ts';
import type { KnownPerson, PeopleGround } from './peoplePlan.ts';

/** What is here already, as a plan compares it. */

const PEOPLE = `select u.id::text, u.account, u.domain_account as "domainAccount", u.real_name as "realName", u.email,
    u.phone, u.job_num as "jobNum", u.org_id::text as "orgId", u.status, u.account_type as "accountType",
    u.merchant_id is not null as "isMerchants", u.tenant_id = $1 as "isOfTenant", l.ldap_id::text as "directoryId",
    coalesce(l.gone, false) as "isGone"
  from sys_user u left join sys_ldap_user l on l.user_id = u.id
  where (u.tenant_id = $1 and u.domain_account is not null) or lower(u.account) = any($2::text[])
  order by u.id`;

const PHONES = 'select phone, id::text from sys_user where phone is not null and phone = any($1::text[])';

const ORGS = `select o.id::text, o.pid::text, o.name, o.code, o.status, l.ldap_id::text as "directoryId", l.entry,
    coalesce(l.gone, false) as "isGone"
  from sys_org o left join sys_ldap_org l on l.org_id = o.id where o.tenant_id = $1 order by o.id`;

const orgsOf = async (pool: Pool, { tenantId }: Directory): Promise<KnownOrg[]> =>
  (await pool.query<KnownOrg>(ORGS, [tenantId])).rows;

/** Where what has no place of its own begins: as the directory's row says, else at the top. */
const homeOf = ({ orgId }: Directory, orgs: readonly KnownOrg[]): string | undefined =>
  orgId ?? orgs.find(({ pid }) => pid === null)?.id;

export async function peopleGround(
  pool: Pool,
  caller: Caller,
  directory: Directory,
  people: readonly DirectoryPerson[],
): Promise<PeopleGround> {
  const accounts = people.map(({ account }) => account.toLowerCase());
  const { rows: known } = await pool.query<KnownPerson>(PEOPLE, [directory.tenantId, accounts]);
  const numbers = people.flatMap(({ phone }) => phone ?? []);
  const { rows: taken } = await pool.query<{ phone: string; id: string }>(PHONES, [numbers]);
  const orgs = await orgsOf(pool, directory);
  const ours = orgs.filter((org) => org.directoryId === directory.id && org.entry !== null && !org.isGone);
  return {
    directoryId: directory.id,
    known,
    orgs: new Map(ours.map(({ entry, id }) => [entry as string, id])),
    home: homeOf(directory, orgs),
    phones: new Map(taken.map(({ phone, id }) => [phone, id])),
    roleId: directory.roleId,
    beyond: await aboveCaller(pool, caller, known),
    callerId: caller.userId,
  };
}

export async function departmentGround(
  pool: Pool,
  { locale }: Caller,
  directory: Directory,
): Promise<DepartmentGround> {
  const known = await orgsOf(pool, directory);
  return { directoryId: directory.id, known, home: homeOf(directory, known), locale };
}
