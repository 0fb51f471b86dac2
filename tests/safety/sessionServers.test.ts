import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, client, signIn } from '../support/client.ts';
import { listen } from '../support/stream.ts';
import { makeOperator, PASSWORD } from './staff.ts';
import { startTwoServers, type TwoServers } from './twoServers.ts';

/** What a server remembers of a session and its rights for 3 s, and of streams for 2 s, with room for a slow machine. */
const SOON = { interval: 200 };

describe('what one server ends', () => {
  let two: TwoServers;
  const open: AbortController[] = [];
  beforeAll(async () => {
    two = await startTwoServers();
  });
  afterAll(async () => {
    for (const stream of open) stream.abort();
    await two?.stop();
  });

  /** One session at both servers, already in use at each. */
  async function atBoth(account: string): Promise<[Client, Client]> {
    const here = await signIn(two.servers[0].base, account, PASSWORD);
    const both: [Client, Client] = [here, client(two.servers[1].base, here.token, here.refresh)];
    for (const who of both) expect((await codeOf(who)).code).toBe(200);
    return both;
  }
  const codeOf = async (who: Client) => (await who.ask('collectOrder/page', {})).body;
  const refused = async (who: Client) => (await codeOf(who)).extras?.errorCode;

  it('a session ends on the other, with its streams', async () => {
    const [here, there] = await atBoth(two.people[0]!.account);
    const stream = await listen(two.servers[1].base, there, open);
    await here.call('sysAuth/logout', {});
    expect(await refused(here)).toBe('unauthenticated');
    await expect.poll(() => refused(there), SOON).toBe('unauthenticated');
    await stream.closed;
  });

  it('a right is gone on the other, and so is a person', async () => {
    const account = await makeOperator(two.database.pool, two.world, ['collectOrder:page']);
    const [, there] = await atBoth(account);
    const [admin] = await atBoth(two.people[1]!.account);
    const { rows } = await two.database.pool.query<{ userId: string; roleId: string }>(
      `select u.id::text as "userId", r.role_id::text as "roleId"
       from sys_user u join sys_user_role r on r.user_id = u.id where u.account = $1`,
      [account],
    );
    const { userId, roleId } = rows[0]!;
    await admin.call('sysRole/grantMenu', { id: roleId, menuIdList: [] });
    await expect.poll(() => refused(there), SOON).toBe('forbidden');
    await admin.call('sysUser/setStatus', { id: userId, status: 2 });
    await expect.poll(() => refused(there), SOON).toBe('unauthenticated');
  });
});
