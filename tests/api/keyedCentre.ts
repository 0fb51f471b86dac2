import { makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import type { World } from '../safety/world.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes of a person to their own sessions, once each. */

async function withSessions({ server, tenant }: Ground, others: number) {
  const [person] = (await makeStaff(server.database.pool, tenant as World, 1)) as [Staff];
  const who = await server.signIn(person.account, PASSWORD);
  for (let each = 0; each < others; each += 1) await server.signIn(person.account, PASSWORD);
  const own = await who.call<{ id: string; isCurrent: boolean }[]>('userSession/own');
  const ids = own.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  const count = async () => {
    const { rows } = await server.database.pool.query<{ n: string }>(
      'select count(*) as n from sys_session where user_id = $1 and revoked_at is not null',
      [person.id],
    );
    return Number(rows[0]!.n);
  };
  return { who, ids, count };
}

export const centreCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'userSession/revoke': async (ground) => {
    const { who, ids, count } = await withSessions(ground, 2);
    return { who, body: { id: ids[0] }, other: { id: ids[1] }, count };
  },
  'userSession/revokeOthers': async (ground) => {
    const { who, count } = await withSessions(ground, 1);
    return { who, body: {}, other: { id: '1' }, count };
  },
};
