import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/** Numbers that are pasted into a filter, from a spreadsheet, a chat or a program. */

let server: TestServer;
let admin: Client;
let own: string[];

beforeAll(async () => {
  server = await demoWorld(2_400);
  admin = await server.signIn('admin', PASSWORD);
  const { rows } = await server.database.pool.query<{ no: string }>(
    'select order_no as no from collect_order order by id limit 2000',
  );
  own = rows.map(({ no }) => no);
});
afterAll(() => server.stop());

const found = async (filters: Record<string, unknown>) =>
  (await admin.call<{ total: number }>('collectOrder/page', { page: 1, pageSize: 10, ...filters })).total;

it('finds each once, whatever stands between them', async () => {
  const three = own.slice(0, 3);
  for (const between of ['\n', '\r\n', '\t', ' ', ',', '，', '、', ';', '；', '","', '”、“', `', '`]) {
    expect(await found({ anyId: three.join(between) }), JSON.stringify(between)).toBe(3);
    expect(await found({ orderNo: three.join(between) }), JSON.stringify(between)).toBe(3);
  }
  expect(await found({ anyId: [...three, ...three].join('\n') })).toBe(3);
  expect(await found({ orderNo: { not: three } })).toBe(2_400 - 3);
});

it('takes two thousand, and says how many there were of more', async () => {
  expect(await found({ anyId: own.join('\n') })).toBe(2_000);
  expect(await found({ orderNo: own })).toBe(2_000);
  const more = [...own, 'X-1', 'X-2', 'X-2'];
  for (const filters of [{ anyId: more.join('，') }, { orderNo: more }, { orderNo: more.join('\n') }]) {
    const { body } = await admin.ask('collectOrder/page', { page: 1, pageSize: 10, ...filters });
    expect(body.message).toBe('2002 values are in this filter: it takes at most 2000');
  }
});
