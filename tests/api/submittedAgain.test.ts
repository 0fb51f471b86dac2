import { afterAll, beforeAll, expect, it } from 'vitest';
import { failOrder, submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { expireDue } from '../../server/domain/orders/collect/expireOrders.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { makeWorld, openOrder, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A failed order that is submitted again is open for as long as a new one. */

let server: TestServer;
let world: World;
const pool = () => server.database.pool;
const MINUTE = 60_000;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(pool());
});
afterAll(() => server.stop());

const stateOf = async (id: string): Promise<{ status: number; left: number }> =>
  (
    await pool().query<{ status: number; left: number }>(
      `select status, round(extract(epoch from expires_at - now()) / 60)::int as left from collect_order where id = $1`,
      [id],
    )
  ).rows[0]!;

/** One that failed, with so many minutes left. */
async function failed(left: number): Promise<string> {
  const id = await openOrder(pool(), world);
  await transact(pool(), (tx) => submitOrder(tx, id));
  await transact(pool(), (tx) => failOrder(tx, id, 'no route took it'));
  await pool().query(
    'update collect_order set expires_at = now() + make_interval(mins => $2) where id = $1',
    [id, left],
  );
  return id;
}

it('has its time anew, and expires after it', async () => {
  const id = await failed(-1);
  await transact(pool(), (tx) => submitOrder(tx, id));
  await expireDue(pool(), new Date());
  expect(await stateOf(id)).toEqual({ status: 1, left: 30 });
  await expireDue(pool(), new Date(Date.now() + 31 * MINUTE));
  expect((await stateOf(id)).status).toBe(4);
  expect(await checkInvariants(server.database.owner)).toEqual([]);
});

it('keeps what it has where that is more', async () => {
  const id = await failed(90);
  await transact(pool(), (tx) => submitOrder(tx, id));
  expect(await stateOf(id)).toEqual({ status: 1, left: 90 });
});

it('gives a new order no more than it was made with', async () => {
  const id = await openOrder(pool(), world);
  await pool().query("update collect_order set expires_at = now() + interval '5 minutes' where id = $1", [
    id,
  ]);
  await transact(pool(), (tx) => submitOrder(tx, id));
  expect(await stateOf(id)).toEqual({ status: 1, left: 5 });
});
