import { makeStaff, PASSWORD } from '../safety/staff.ts';
import type { World } from '../safety/world.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to favourites of the menu, once each, with what counts how often the setting was kept. */

async function favoured(ground: Ground) {
  const { pool } = ground.server.database;
  const { id: userId, account } = (await makeStaff(pool, ground.tenant as World, 1))[0]!;
  const who = await ground.server.signIn(account, PASSWORD);
  await who.call('sysUserMenu/add', { userId, menuIdList: [] });
  const count = async () => {
    const { rows } = await pool.query<{ version: number }>(
      "select version from user_setting where user_id = $1 and key = 'quickAccess'",
      [userId],
    );
    return rows[0]!.version;
  };
  return { userId, who, count };
}

const withList = async (ground: Ground): Promise<Keyed> => {
  const { userId, who, count } = await favoured(ground);
  return { who, count, body: { userId, menuIdList: ['1'] }, other: { userId, menuIdList: ['2'] } };
};

export const favouriteCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysUserMenu/add': withList,
  'sysUserMenu/delete': withList,
  'sysUserMenu/deleteByUserId/:userId': async (ground) => {
    const { userId, who, count } = await favoured(ground);
    const send: Keyed['send'] = (id, headers) =>
      who.ask(`sysUserMenu/deleteByUserId/${String(id)}`, {}, headers);
    return { who, count, body: userId, other: ground.adminId, send };
  },
};
