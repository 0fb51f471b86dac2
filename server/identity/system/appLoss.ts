import type { Pool, PoolClient } from 'pg';
import { kindOf } from '../../../contract/audience.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { isMeant } from './menuRead.ts';

/** Who loses what while an application is switched off. */

export interface AppLoss {
  /** Entries of the first level that are in no menu then. */
  directories: number;
  /** People who have one of their views in the menu; a super administrator keeps them all. */
  people: number;
}

/** Views of the application with the roles that each entry above asks for, and who has the right to which. */
const LOSES = `with recursive down as (
    select id, name, type, array_remove(array[role_ids], null) as limits from sys_menu
      where app_id = $1 and status = ${SWITCH.enabled}
    union all
    select m.id, m.name, m.type, d.limits || array_remove(array[m.role_ids], null)
      from sys_menu m join down d on m.pid = d.id where m.type <> 3 and m.status = ${SWITCH.enabled}
  ), held as (
    select ur.user_id, ur.role_id from sys_user_role ur join sys_role r on r.id = ur.role_id
      where r.status = ${SWITCH.enabled}
  ), opened as (
    select distinct h.user_id, v.id, v.name, v.limits from down v
      join sys_menu b on b.id = v.id or (b.pid = v.id and b.type = 3 and b.status = ${SWITCH.enabled}
        and b.permission = v.name || ':page')
      join sys_role_menu rm on rm.menu_id = b.id join held h on h.role_id = rm.role_id
      where v.type = 2
  )
  select u.merchant_id::text as "merchantId", m.type as "merchantType", is_other_tenant(u.tenant_id) as "isTenants",
    array_agg(o.name) as views
  from opened o join sys_user u on u.id = o.user_id left join merchant m on m.id = u.merchant_id
  where u.status = ${SWITCH.enabled} and (u.account_type <> 999 or u.merchant_id is not null)
    and not exists (select from unnest(o.limits) l where not exists (
      select from held h where h.user_id = u.id and l ? h.role_id::text))
  group by u.id, m.id`;

const DIRECTORIES = `select count(*)::int as count from sys_menu where app_id = $1 and status = ${SWITCH.enabled}`;

interface Loser {
  merchantId: string | null;
  merchantType: number | null;
  isTenants: boolean | null;
  views: (string | null)[] | null;
}

export async function lossOf(db: Pool | PoolClient, appId: string): Promise<AppLoss> {
  const { rows: counted } = await db.query<{ count: number }>(DIRECTORIES, [appId]);
  const { rows } = await db.query<Loser>(LOSES, [appId]);
  // A view that is not for this kind of people is in no menu of theirs.
  const people = rows.filter(({ merchantId, merchantType, isTenants, views }) => {
    // A super administrator of the staff loses nothing and is not among them.
    const person = {
      kind: kindOf(merchantId, merchantType),
      isTenants: isTenants === true,
      accountType: 777,
    } as const;
    return views?.some((name) => isMeant(name, person));
  });
  return { directories: counted[0]?.count ?? 0, people: people.length };
}
