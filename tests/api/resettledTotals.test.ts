import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The sums under the orders are those of their rows, also after a settlement was made again by another rate. */

interface Sums {
  byCurrency: { sums: { fee: string } }[];
}

let server: TestServer;
let world: World;
let finance: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  const verbs = ['page', 'settle', 'resettle', 'reverse'];
  finance = await hand(
    server,
    world,
    verbs.map((verb) => `collectOrder:${verb}`),
  );
});
afterAll(() => server.stop());

const feesOf = async (status: number): Promise<number[]> => {
  const { byCurrency } = await finance.client.call<Sums>('collectOrder/totals', { status: [status] });
  return byCurrency.map(({ sums }) => Number(sums.fee));
};
const rowsOf = async (status: number): Promise<number> => {
  const { rows } = await server.database.pool.query<{ fee: number }>(
    'select coalesce(sum(fee), 0)::float as fee from collect_order where status = $1',
    [status],
  );
  return rows[0]!.fee;
};

it('fees in the totals follow a settlement that is made again, and its reversal', async () => {
  const { pool } = server.database;
  const ids = await Promise.all([1, 2].map(() => paidOrder(pool, world)));
  const act = async (action: string, id: string, input = {}) =>
    expect(
      (await finance.client.command<ActionResult>(`collectOrder/${action}`, { ids: [id], input })).done,
    ).toEqual([id]);
  for (const id of ids) await act('settle', id);
  const before = await rowsOf(2);
  await pool.query('update channel_binding set rate = 0.08 where channel_id = $1', [world.channelId]);
  for (const id of ids) await act('resettle', id);
  expect(await rowsOf(2)).toBeGreaterThan(before);
  // Totals are kept for a moment.
  const same = (status: number) => async () => (await feesOf(status))[0] === (await rowsOf(status));
  await expect.poll(same(2)).toBe(true);
  await act('reverse', ids[0]!, { reason: 'returned', otp: finance.phone.code() });
  for (const status of [2, 6]) await expect.poll(same(status)).toBe(true);
});
