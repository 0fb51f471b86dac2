import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOutcome, ERROR_STREAK } from '../../server/domain/upstreams/health.ts';
import { fund, makePayoutWorld, openPayout, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { makeOperator, PASSWORD } from '../safety/staff.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What the system announces by itself reaches those who may open what it tells of, and nobody else. */

let server: TestServer;
let world: PayoutWorld;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
  world = await makePayoutWorld(pool(), (code) => `http://127.0.0.1:9/${code}`);
});
afterAll(() => server.stop());

interface Notice {
  id: string;
  title: string;
  content: string;
  readStatus: number;
}

const person = async (...permissions: string[]): Promise<Client> =>
  server.signIn(await makeOperator(pool(), world, permissions), PASSWORD);
const titles = async (hand: Client): Promise<string[]> =>
  (await hand.call<Notice[]>('sysNotice/mine')).map(({ title }) => title);

it('tells once who may see upstreams that one paused itself', async () => {
  const [watcher, other] = [await person('upstream:page'), await person('payOrder:page')];
  const { rows } = await pool().query<{ name: string }>('select name from upstream where id = $1', [
    world.secondUpstreamId,
  ]);
  for (let error = 0; error < ERROR_STREAK; error += 1) {
    expect(await titles(watcher)).toEqual([]);
    await countOutcome(server.deps, world.secondUpstreamId, 'unknown');
  }
  await countOutcome(server.deps, world.secondUpstreamId, 'unknown');
  const [notice] = await watcher.call<Notice[]>('sysNotice/mine');
  expect(notice?.title).toContain(rows[0]!.name);
  expect(await titles(watcher)).toHaveLength(1);
  expect(await titles(other)).toEqual([]);
  await other.call('sysNotice/setRead', { ids: [notice!.id] });
  expect((await pool().query('select from sys_notice_read')).rowCount).toBe(0);
  await watcher.call('sysNotice/setRead', { ids: [notice!.id] });
  expect((await watcher.call<Notice[]>('sysNotice/mine'))[0]?.readStatus).toBe(1);
});

it('tells once who may see payouts that some have no known end', async () => {
  const [watcher, other] = [await person('payOrder:page'), await person('upstream:page')];
  const seen = (await titles(other)).length;
  await fund(pool(), world.merchantId, '9000');
  for (let payout = 0; payout < 2; payout += 1) {
    const { id } = await openPayout(pool(), world);
    await submitted(pool(), id, 'lost');
  }
  expect(await titles(watcher)).toHaveLength(1);
  expect(await titles(other)).toHaveLength(seen);
});
