import type { upstream } from '../../contract/resources/channels/upstream.ts';
import type { merchant } from '../../contract/resources/merchants/merchant.ts';
import type { openAccess } from '../../contract/resources/merchants/openAccess.ts';
import type { sysNotice } from '../../contract/resources/system/sysNotice.ts';
import type { sysOnlineUser } from '../../contract/resources/system/sysOnlineUser.ts';
import type { sysRole } from '../../contract/resources/system/sysRole.ts';
import type { sysDictData, sysDictType } from '../../contract/resources/platform/sysDict.ts';
import type { userOtp } from '../../contract/resources/merchants/userOtp.ts';
import { newId } from '../../server/platform/db/id.ts';
import { type Cases, REASON, type WalkWorld } from './walkWorld.ts';
import { makeOperator } from './staff.ts';
import { hand } from './withdrawalWorld.ts';

/** A merchant of the world, made without the command that the walk asks about; active and none's agent unless given. */
async function merchantOf({ sql, world }: WalkWorld, { status = 1, type = 1 } = {}): Promise<string> {
  const id = newId();
  await sql(
    `insert into merchant (id, tenant_id, org_id, code, name, status, type)
     select $1, tenant_id, org_id, $2, $2, $3, $4 from merchant where id = $5`,
    [id, `W${id}`, status, type, world.loneId],
  );
  return id;
}

/** One with somebody who signs in for it. */
async function withPerson(walk: WalkWorld): Promise<string> {
  const id = await merchantOf(walk);
  await hand(walk.server, walk.world, [], id);
  return id;
}

export const merchantCases: Cases<typeof merchant> = {
  enable: async (walk) => ({ ids: [await merchantOf(walk, { status: 3 })] }),
  adjust: async (walk) => ({
    ids: [await merchantOf(walk)],
    input: { currency: 'INR', kind: 1, amount: '5', ...REASON },
  }),
  upgrade: async (walk) => ({ ids: [await merchantOf(walk)] }),
  demote: async (walk) => ({ ids: [await merchantOf(walk, { type: 2 })] }),
  resetPassword: async (walk) => ({ ids: [await withPerson(walk)] }),
  resetOtp: async (walk) => ({ ids: [await withPerson(walk)] }),
  rotateSecret: async (walk) => ({ ids: [await merchantOf(walk)] }),
  freeze: async (walk) => ({ ids: [await merchantOf(walk)], input: REASON }),
  disable: async (walk) => ({ ids: [await merchantOf(walk)], input: REASON }),
};

export const userOtpCases: Cases<typeof userOtp> = {
  async add(walk) {
    const account = await makeOperator(walk.server.database.pool, walk.world, []);
    const [person] = await walk.sql<{ id: string }>('select id::text from sys_user where account = $1', [
      account,
    ]);
    return { input: { userId: person!.id } };
  },
  async reset(walk) {
    const { id } = await hand(walk.server, walk.world, []);
    const [bound] = await walk.sql<{ id: string }>('select id::text from user_otp where user_id = $1', [id]);
    return { ids: [bound!.id] };
  },
};

export const sysOnlineUserCases: Cases<typeof sysOnlineUser> = {
  async forceOffline(walk) {
    const { id } = await hand(walk.server, walk.world, []);
    const [session] = await walk.sql<{ id: string }>(
      'select id::text from sys_online_user where user_id = $1',
      [id],
    );
    return { ids: [session!.id] };
  },
};

export const sysRoleCases: Cases<typeof sysRole> = {
  async setStatus({ sql, world }) {
    const id = newId();
    await sql(
      `insert into sys_role (id, tenant_id, name, code, data_scope) select $1, tenant_id, 'Walked', $2, 4 from merchant where id = $3`,
      [id, `walked-${id}`, world.loneId],
    );
    return { ids: [id], input: { status: 2 } };
  },
};

export const sysDictTypeCases: Cases<typeof sysDictType> = {
  async setStatus({ sql }) {
    const id = newId();
    await sql('insert into sys_dict_type (id, name, code) values ($1, $2, $2)', [id, `walked${id}`]);
    return { ids: [id], input: { status: 2 } };
  },
};

export const sysDictDataCases: Cases<typeof sysDictData> = {
  async setStatus({ sql }) {
    const id = newId();
    await sql(
      `insert into sys_dict_data (id, dict_type_id, code, name, label, value)
       select $1, id, $2, $2, $2, $2 from sys_dict_type order by id limit 1`,
      [id, `walked${id}`],
    );
    return { ids: [id], input: { status: 2 } };
  },
};

export const upstreamCases: Cases<typeof upstream> = {
  probe: async ({ world }) => ({ ids: [world.secondUpstreamId] }),
  pause: async ({ world }) => ({ ids: [world.secondUpstreamId], input: REASON }),
  async resume({ sql, world }) {
    await sql('update upstream set status = 2 where id = $1', [world.secondUpstreamId]);
    return { ids: [world.secondUpstreamId] };
  },
};

export const openAccessCases: Cases<typeof openAccess> = {
  async rotate({ maker, world }) {
    const made = await maker.client.command<{ id: string }>('openAccess/add', {
      merchantId: world.merchantId,
      status: 1,
    });
    return { ids: [made.id] };
  },
};

async function noticeOf({ sql, world }: WalkWorld, status: number): Promise<string> {
  const id = newId();
  await sql(
    `insert into sys_notice (id, tenant_id, title, content, publisher, status, user_id)
     select $1, u.tenant_id, 'Walked', 'Walked', 'Walked', $3, u.id from sys_user u join merchant m on m.tenant_id = u.tenant_id
      where m.id = $2 order by u.id limit 1`,
    [id, world.loneId, status],
  );
  return id;
}

export const sysNoticeCases: Cases<typeof sysNotice> = {
  public: async (walk) => ({ ids: [await noticeOf(walk, 0)] }),
  cancel: async (walk) => ({ ids: [await noticeOf(walk, 1)] }),
};
