import type { Pool } from 'pg';
import { newId } from '../../server/platform/db/id.ts';
import type { World } from './world.ts';
import { plantedHash } from '../support/passwords.ts';

export const PASSWORD = 'right-horse-42';

export interface Staff {
  id: string;
  account: string;
  realName: string;
}

/** People who may do everything, to race each other. */
export async function makeStaff(pool: Pool, world: World, count: number): Promise<Staff[]> {
  const hash = await plantedHash(PASSWORD);
  const people = Array.from({ length: count }, (_, at) => {
    const id = newId();
    return { id, account: `racer${at}-${id}`, realName: `Racer ${at}` };
  });
  for (const { id, account, realName } of people) {
    await pool.query(
      `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name, account_type)
       values ($1, $2, $3, $4, $5, $6, 999)`,
      [id, world.tenantId, world.orgId, account, hash, realName],
    );
  }
  return people;
}

/** Somebody with these permissions alone, who sees every row. @returns the account */
export async function makeOperator(
  pool: Pool,
  world: World,
  permissions: readonly string[],
): Promise<string> {
  const [id, roleId] = [newId(), newId()];
  const account = `operator-${id}`;
  await pool.query(
    `insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, 'Operators', $3, 1)`,
    [roleId, world.tenantId, account],
  );
  await pool.query(
    `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name, account_type)
     values ($1, $2, $3, $4, $5, 'Operator', 777)`,
    [id, world.tenantId, world.orgId, account, await plantedHash(PASSWORD)],
  );
  await pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [id, roleId]);
  for (const permission of permissions) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into sys_menu (id, type, permission, title) values ($1, 3, $2, $2)
       on conflict (permission) where type = 3 do update set permission = excluded.permission returning id::text`,
      [newId(), permission],
    );
    await pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [roleId, rows[0]?.id]);
  }
  return account;
}
