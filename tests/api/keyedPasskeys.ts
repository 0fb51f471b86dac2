import { newId } from '../../server/platform/db/id.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import type { World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { bindOtp } from '../support/otp.ts';
import { SoftPasskey } from '../support/passkey.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to a person's own passkeys, once each. */

const ORIGIN = 'http://localhost:7000';

interface Owner {
  who: Client;
  /** How many passkeys they have. */
  count: () => Promise<number>;
  /** Of one that no authenticator has. */
  plant: () => Promise<string>;
}

async function owner(ground: Ground): Promise<Owner> {
  const { pool } = ground.server.database;
  const { id: userId, account } = (await makeStaff(pool, ground.tenant as World, 1))[0]!;
  const who = await ground.server.signIn(account, PASSWORD);
  await bindOtp(ground.server, userId);
  const count = async () =>
    (
      await pool.query<{ n: number }>('select count(*)::int as n from sys_passkey where user_id = $1', [
        userId,
      ])
    ).rows[0]!.n;
  const plant = async () => {
    const id = newId();
    await pool.query(
      "insert into sys_passkey (id, user_id, credential_id, public_key, name) values ($1, $2, $3, '', 'Key')",
      [id, userId, `planted-${id}`],
    );
    return id;
  };
  return { who, count, plant };
}

export const passkeyCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'userPasskey/add': async (ground) => {
    const { who, count } = await owner(ground);
    const page = { Origin: ORIGIN };
    const begin = async () => {
      const { challengeId, options } = await who.call<{
        challengeId: string;
        options: { challenge: string };
      }>('userPasskey/begin', { password: PASSWORD }, page);
      return { challengeId, name: 'Key', response: new SoftPasskey(ORIGIN).register(options) };
    };
    const send: Keyed['send'] = (body, headers) => who.ask('userPasskey/add', body, { ...page, ...headers });
    return { who, count, body: await begin(), other: await begin(), send };
  },
  'userPasskey/rename': async (ground) => {
    const { who, plant } = await owner(ground);
    const id = await plant();
    const { pool } = ground.server.database;
    const count = async () =>
      (await pool.query<{ version: number }>('select version from sys_passkey where id = $1', [id])).rows[0]!
        .version;
    return { who, count, body: { id, name: 'One' }, other: { id, name: 'Two' } };
  },
  'userPasskey/delete': async (ground) => {
    const { who, count, plant } = await owner(ground);
    const [one, two] = [await plant(), await plant()];
    return {
      who,
      count,
      step: -1,
      body: { id: one, password: PASSWORD },
      other: { id: two, password: PASSWORD },
    };
  },
};
