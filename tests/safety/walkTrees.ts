import type { sysApp } from '../../contract/resources/platform/sysApp.ts';
import type { sysMenu } from '../../contract/resources/platform/sysMenu.ts';
import type { sysOrg } from '../../contract/resources/system/sysOrg.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Cases, WalkWorld } from './walkWorld.ts';

async function orgOf({ sql, world }: WalkWorld): Promise<string> {
  const id = newId();
  await sql(
    'insert into sys_org (id, tenant_id, name) select $1, tenant_id, $2 from merchant where id = $3',
    [id, `Walked ${id}`, world.loneId],
  );
  return id;
}

export const sysOrgCases: Cases<typeof sysOrg> = {
  async arrange(walk) {
    return { ids: [await orgOf(walk)], input: { pid: await orgOf(walk), beforeId: null } };
  },
};

async function appOf({ sql }: WalkWorld, status: number): Promise<string> {
  const id = newId();
  await sql('insert into sys_app (id, name, title, status) values ($1, $2, $2, $3)', [
    id,
    `Walked ${id}`,
    status,
  ]);
  return id;
}

export const sysAppCases: Cases<typeof sysApp> = {
  enable: async (walk) => ({ ids: [await appOf(walk, 2)] }),
  disable: async (walk) => ({ ids: [await appOf(walk, 1)] }),
};

export const sysMenuCases: Cases<typeof sysMenu> = {
  async arrange({ sql }) {
    const id = newId();
    await sql('insert into sys_menu (id, type, title) values ($1, 1, $2)', [id, `Walked ${id}`]);
    return { ids: [id], input: { pid: null, beforeId: null } };
  },
};
