import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
beforeAll(async () => {
  server = await demoWorld(1_500);
});
afterAll(() => server.stop());

it('finds the newest of many orders that begin alike', async () => {
  const admin = await server.signIn('admin', PASSWORD);
  for (const [resource, table, start] of [
    ['payOrder', 'pay_order', 'P2'],
    ['collectOrder', 'collect_order', 'C2'],
  ] as const) {
    const { rows } = await server.database.pool.query<{ order_no: string }>(
      `select order_no from ${table} where order_no like $1 order by order_no desc limit 8`,
      [`${start}%`],
    );
    const found = await admin.call<{ resource: string; label: string }[]>(`find?q=${start}`);
    const labels = found.filter((one) => one.resource === resource).map(({ label }) => label);
    expect(labels.toSorted().toReversed()).toEqual(rows.map((row) => row.order_no));
  }
});
