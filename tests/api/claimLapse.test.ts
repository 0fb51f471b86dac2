import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lapseClaims } from '../../server/domain/orders/lapseClaims.ts';
import { listen } from '../support/stream.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** A claim that shows no sign of its holder for 15 minutes is freed by the worker, and its order's log says so. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());
const open: AbortController[] = [];
afterEach(() => {
  for (const stop of open.splice(0)) stop.abort();
});

const pool = () => world.server.database.pool;
const claimed = async (id: string, minutes: number) => {
  await world.as.admin.command('collectOrder/claim', { ids: [id] });
  await pool().query("update collect_order set claimed_at = now() - $2 * interval '1 minute' where id = $1", [
    id,
    minutes,
  ]);
};

it('is free again, is told of, and is logged once; a fresh one stays', async () => {
  const orders = [await world.order('lone'), await world.order('lone'), await world.order('lone')];
  for (const [at, id] of orders.entries()) await claimed(id, at < 2 ? 16 : 14);
  const states = async () => {
    const { rows } = await pool().query<{ id: string; held: boolean }>(
      'select id::text, claimed_by is not null as held from collect_order where id = any($1) order by id',
      [orders],
    );
    return rows.map(({ held }) => held);
  };
  const stream = await listen(world.server.base, world.as.admin, open);
  expect(await lapseClaims(pool(), new Date())).toBe(2);
  expect(await states()).toEqual([false, false, true]);
  expect(await lapseClaims(pool(), new Date())).toBe(0);
  const { rows: logs } = await pool().query(
    `select order_id::text as id, operator, before->>'claimedByName' as holder from order_log
     where event = 'claimLapsed' order by order_id`,
  );
  expect(logs).toEqual(
    orders.slice(0, 2).map((id) => ({ id, operator: 'system', holder: expect.any(String) })),
  );
  const freed = new Set(orders.slice(0, 2));
  const heard = () =>
    new Set(stream.changes().flatMap(({ id, change }) => (freed.has(id) && change === 'update' ? id : [])));
  await stream.until(() => heard().size === 2);
  // Whoever comes next may have it.
  expect(
    (await world.as.admin.command<{ done: string[] }>('collectOrder/claim', { ids: [orders[0]!] })).done,
  ).toEqual([orders[0]]);
});
