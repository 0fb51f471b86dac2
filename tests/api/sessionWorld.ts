import { newId } from '../../server/platform/db/id.ts';
import { hashPassword } from '../../server/identity/session/password.ts';
import type { TestServer } from '../support/server.ts';

export const PASSWORD = 'right-horse-42';

/** A small company: two branches under a head office, an administrator, an operator and a colleague. */
export interface World {
  tenant: string;
  head: string;
  branch: string;
  sub: string;
  pos: string;
  admin: string;
  operator: string;
  colleague: string;
  role: string;
  menus: Record<string, string>;
}

interface NewUser {
  account: string;
  type: number;
  org: string;
}

export async function buildWorld({ database }: TestServer): Promise<World> {
  const db = database.pool;
  const [tenant, head, branch, sub, pos, role] = Array.from({ length: 6 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await db.query("insert into sys_tenant (id, name) values ($1, 'Paydesk')", [tenant]);
  for (const [id, pid, name] of [
    [head, null, 'Head office'],
    [branch, head, 'India'],
    [sub, branch, 'Mumbai'],
  ]) {
    await db.query('insert into sys_org (id, tenant_id, pid, name) values ($1, $2, $3, $4)', [
      id,
      tenant,
      pid,
      name,
    ]);
  }
  await db.query("insert into sys_pos (id, tenant_id, name) values ($1, $2, 'Operator')", [pos, tenant]);
  await db.query(
    "insert into sys_role (id, tenant_id, name, code, data_scope) values ($1, $2, 'Operators', 'operator', 2)",
    [role, tenant],
  );
  const hash = await hashPassword(PASSWORD);
  const user = async ({ account, type, org }: NewUser): Promise<string> => {
    const id = newId();
    await db.query(
      `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, pos_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, tenant, account, hash, `${account} person`, type, org, pos],
    );
    return id;
  };
  const admin = await user({ account: 'admin', type: 999, org: head });
  const operator = await user({ account: 'operator', type: 777, org: branch });
  const colleague = await user({ account: 'colleague', type: 777, org: sub });
  await db.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [operator, role]);
  const menus = await buildMenus(db, role);
  return { tenant, head, branch, sub, pos, admin, operator, colleague, role, menus };
}

async function buildMenus(db: TestServer['database']['pool'], role: string): Promise<Record<string, string>> {
  const menus: Record<string, string> = {};
  const add = async (
    key: string,
    pid: string | null,
    type: number,
    name: string | null,
    permission: string | null,
  ) => {
    menus[key] = newId();
    await db.query(
      'insert into sys_menu (id, pid, type, name, path, title, permission) values ($1, $2, $3, $4, $5, $6, $7)',
      [menus[key], pid, type, name, name && `/${name}`, key, permission],
    );
  };
  await add('orders', null, 1, 'ordersArea', null);
  await add('collectOrder', menus.orders ?? null, 2, 'collectOrder', null);
  await add('collectOrder:page', menus.collectOrder ?? null, 3, null, 'collectOrder:page');
  await add('collectOrder:claim', menus.collectOrder ?? null, 3, null, 'collectOrder:claim');
  await add('system', null, 1, 'systemArea', null);
  await add('sysUser', menus.system ?? null, 2, 'sysUser', null);
  await add('sysUser:page', menus.sysUser ?? null, 3, null, 'sysUser:page');
  for (const key of ['collectOrder', 'collectOrder:page']) {
    await db.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [role, menus[key]]);
  }
  return menus;
}

/** Gives the operators' role further permission codes, each a button of its own. */
export async function grant({ database }: TestServer, world: World, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    const known = world.menus[code];
    const id = known ?? newId();
    if (!known)
      await database.pool.query('insert into sys_menu (id, type, title, permission) values ($1, 3, $2, $2)', [
        id,
        code,
      ]);
    await database.pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
      world.role,
      id,
    ]);
  }
}
