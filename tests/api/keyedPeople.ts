import { newId } from '../../server/platform/db/id.ts';
import type { Ground, Keyed } from './keyedCases.ts';
import { newPhone } from '../support/phones.ts';

/** Writes to tenants and to what people have in other systems, once each. */

const number = async ({ server }: Ground, text: string, values: unknown[]): Promise<number> =>
  Number((await server.database.pool.query(text, values)).rows[0]?.n ?? 0);

async function tenantOf({ admin }: Ground): Promise<{ id: string; userId: string }> {
  const account = `keyed${newId()}`;
  const form = { name: account, adminAccount: account, phone: newPhone(), tenantType: 0 };
  return admin.call<{ id: string; userId: string }>('sysTenant/add', form);
}

export const peopleCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysTenant/grantMenu': async (ground) => {
    const { id } = await tenantOf(ground);
    const body = { id, menuIdList: [] };
    const count = () => number(ground, 'select version as n from sys_tenant where id = $1', [id]);
    return { who: ground.admin, body, other: { id: '1', menuIdList: [] }, count };
  },
  'sysTenant/resetPwd': async (ground) => {
    const [{ id, userId }, other] = [await tenantOf(ground), await tenantOf(ground)];
    return {
      who: ground.admin,
      body: { ids: [id] },
      other: { ids: [other.id] },
      count: () => number(ground, 'select version as n from sys_user where id = $1', [userId]),
      secret: (result) => (result as { password?: string }).password,
    };
  },
};
