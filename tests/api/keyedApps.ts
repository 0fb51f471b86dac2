import { newId } from '../../server/platform/db/id.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to applications and to the choice of one, once each. */

const number = async ({ server }: Ground, text: string, values: unknown[]): Promise<number> =>
  Number((await server.database.pool.query(text, values)).rows[0]?.n ?? 0);

/** An application with a directory and a view below it. */
async function appWith(ground: Ground): Promise<{ id: string; directory: string }> {
  const name = `app${newId()}`;
  const { id } = await ground.admin.command<{ id: string }>('sysApp/add', { name, title: name, status: 1 });
  const entry = { type: 1, title: name, name, status: 1 };
  const { id: directory } = await ground.admin.call<{ id: string }>('sysMenu/add', entry);
  const view = { type: 2, title: `${name}v`, name: `${name}v`, path: `/${name}`, status: 1, pid: directory };
  await ground.admin.call('sysMenu/add', view);
  return { id, directory };
}

export const appCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysApp/grantMenu': async (ground) => {
    const { id, directory } = await appWith(ground);
    const count = () => number(ground, 'select version as n from sys_menu where id = $1', [directory]);
    return { who: ground.admin, body: { id, menuIdList: [directory] }, other: { id, menuIdList: [] }, count };
  },
  'sysApp/changeApp': async (ground) => {
    const [first, second] = [await appWith(ground), await appWith(ground)];
    for (const { id, directory } of [first, second])
      await ground.admin.call('sysApp/grantMenu', { id, menuIdList: [directory] });
    const chosen = 'select version as n from user_setting where user_id = $1 and key = $2';
    const count = () => number(ground, chosen, [ground.adminId, 'menuApp']);
    return { who: ground.admin, body: { id: first.id }, other: { id: second.id }, count };
  },
};
