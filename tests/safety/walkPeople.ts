import type { sysTenant } from '../../contract/resources/platform/sysTenant.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Cases, WalkWorld } from './walkWorld.ts';
import { newPhone } from '../support/phones.ts';

/** Commands on tenants and what people have in other systems. */

async function tenantOf({ maker }: WalkWorld): Promise<string> {
  const account = `walked${newId()}`;
  const form = { name: account, adminAccount: account, phone: newPhone(), tenantType: 0 };
  return (await maker.client.command<{ id: string }>('sysTenant/add', form)).id;
}

/** The administrator's password is reset by a route of its own. */
export const sysTenantCases: Pick<Cases<typeof sysTenant>, 'setStatus'> = {
  setStatus: async (walk) => ({ ids: [await tenantOf(walk)], input: { status: 2 } }),
};
