import { makeStaff, PASSWORD } from '../safety/staff.ts';
import type { World } from '../safety/world.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to handovers, once each, between two people of the test's own. */

async function pair({ server, tenant }: Ground) {
  const [giver, taker] = await makeStaff(server.database.pool, tenant as World, 2);
  const [from, to] = [
    await server.signIn(giver!.account, PASSWORD),
    await server.signIn(taker!.account, PASSWORD),
  ];
  const ofGiver = (status: string) => async () => {
    const { rows } = await server.database.pool.query<{ n: string }>(
      'select count(*) as n from shift_handover where user_id = $1 and status = $2',
      [giver!.id, status],
    );
    return Number(rows[0]!.n);
  };
  const offered = async () =>
    (await from.command<{ id: string }>('shiftHandover/offer', { toUserId: taker!.id })).id;
  return { from, to, takerId: taker!.id, ofGiver, offered };
}

const decided =
  (verb: 'accept' | 'decline', status: string, more: Record<string, unknown> = {}) =>
  async (ground: Ground): Promise<Keyed> => {
    const { to, ofGiver, offered } = await pair(ground);
    const id = await offered();
    return { who: to, body: { id, ...more }, other: { id: '1', ...more }, count: ofGiver(status) };
  };

export const handoverCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'shiftHandover/offer': async (ground) => {
    const { from, takerId, ofGiver } = await pair(ground);
    const body = { toUserId: takerId, note: 'Keyed' };
    return { who: from, body, other: { ...body, note: 'Other' }, count: ofGiver('offered') };
  },
  'shiftHandover/withdraw': async (ground) => {
    const { from, ofGiver, offered } = await pair(ground);
    const id = await offered();
    return { who: from, body: { id }, other: { id: '1' }, count: ofGiver('withdrawn') };
  },
  'shiftHandover/accept': decided('accept', 'accepted'),
  'shiftHandover/decline': decided('decline', 'declined', { reason: 'Keyed' }),
};
