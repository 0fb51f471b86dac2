import { afterAll, beforeAll, expect, it } from 'vitest';
import { dictName } from '../../contract/dicts.ts';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { scenariosToPlay } from '../../server/demo/scenarios.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { makeWorld, openOrder } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('a new demo plays what goes wrong with money, by the commands of the product, and an old one nothing', async () => {
  const { pool, owner } = server.database;
  const world = await makeWorld(pool);
  const scenarios = await scenariosToPlay(pool);
  const ends: string[] = [];
  for (const commands of new Set(scenarios)) {
    const id = await openOrder(pool, world, { amount: '1000' });
    await transact(pool, (tx) => submitOrder(tx, id));
    for (const command of commands({ id, amount: '1000', currency: 'INR' }))
      await transact(pool, (tx) => command(tx, new Date()));
    const { rows } = await pool.query<{ status: number; suspended: string | null }>(
      `select status, (select string_agg(trim_scale(p.amount) || ' ' || p.currency, ', ' order by p.id) from payment p
         where p.order_id = o.id and p.status = 'suspended') as suspended
       from collect_order o where id = $1`,
      [id],
    );
    for (const { status, suspended } of rows)
      ends.push(`${dictName('collectStatusEnum', status)}, suspended: ${suspended ?? 'nothing'}`);
  }
  expect(ends).toEqual([
    'review, suspended: 1000 INR',
    'review, suspended: 1000 INR',
    'success, suspended: 1000 INR',
    'review, suspended: 900 INR',
    'review, suspended: 1100 INR',
    'review, suspended: 900 INR, 100 INR',
    'review, suspended: 1000 USD',
    'success, suspended: nothing',
  ]);
  expect(await checkInvariants(owner)).toEqual([]);
  expect(await scenariosToPlay(pool)).toEqual([]);
});
