import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

it('finds the newest of many orders that end alike', async () => {
  const admin = await server.signIn('admin', PASSWORD);
  await server.database.owner.query(
    `update collect_order o set order_no = 'CEND' || n.no || '7777'
     from (select id, row_number() over (order by id) as no from collect_order order by id limit 24) n
     where o.id = n.id`,
  );
  const { rows } = await server.database.pool.query<{ order_no: string }>(
    "select order_no from collect_order where order_no like '%7777' order by id desc limit 8",
  );
  const found = await admin.call<{ resource: string; label: string }[]>('find?q=7777');
  const labels = found.filter((one) => one.resource === 'collectOrder').map(({ label }) => label);
  expect(labels.filter((label) => label.startsWith('CEND'))).toEqual(
    rows.map((row) => row.order_no).filter((label) => labels.includes(label)),
  );
  expect(labels[0]).toBe(rows[0]?.order_no);
});

it('adds the row of each as its list shows it, where asked for', async () => {
  const admin = await server.signIn('admin', PASSWORD);
  const [first] = await admin.call<{ id: string; row?: unknown }[]>('find?q=C2');
  expect(first).not.toHaveProperty('row');
  const [found] = await admin.call<{ id: string; row?: Record<string, unknown> }[]>('find?q=C2&rows=true');
  const { items } = await admin.call<{ items: unknown[] }>('collectOrder/rows', { ids: [found!.id] });
  expect(found!.row).toEqual(items[0]);

  const merchant = await server.signIn('merchant', PASSWORD);
  const own = await merchant.call<{ resource: string; row: object }[]>('find?q=C2&rows=true');
  const orders = own.filter(({ resource }) => resource === 'collectOrder');
  expect(orders.length).toBeGreaterThan(0);
  for (const { row } of orders) expect(row).not.toHaveProperty('claimedBy');
});

interface Order {
  id: string;
  order_no: string;
  merchant_order_no: string;
  utr: string | null;
}

it.each([
  ['collectOrder', 'collect_order'],
  ['payOrder', 'pay_order'],
] as const)(
  'finds %s by capitals, small letters and the last letters of its numbers',
  async (resource, table) => {
    const admin = await server.signIn('admin', PASSWORD);
    const { rows } = await server.database.pool.query<Order>(
      `select id::text, order_no, merchant_order_no, utr from ${table}
     where utr is not null and merchant_order_no is not null order by id limit 3`,
    );
    expect(rows.length).toBe(3);
    for (const { id, order_no: orderNo, merchant_order_no: own, utr } of rows) {
      for (const text of [
        orderNo.toLowerCase(),
        orderNo.slice(-8),
        own.toUpperCase(),
        own.toLowerCase(),
        own.slice(-6),
        utr!.slice(-7),
      ]) {
        const found = await admin.call<{ resource: string; id: string }[]>(
          `find?q=${encodeURIComponent(text)}`,
        );
        expect(found, text).toContainEqual(expect.objectContaining({ resource, id }));
        const page = await admin.call<{ items: { id: string }[] }>(`${resource}/page`, { anyId: text });
        expect(
          page.items.map((row) => row.id),
          text,
        ).toContain(id);
      }
      const short = await admin.call<{ total: number }>(`${resource}/page`, { anyId: orderNo.slice(-3) });
      const begins = await server.database.pool.query(
        `select from ${table} where order_no like $1 or merchant_order_no ilike $1 or upstream_order_no like $1 or utr like $1`,
        [`${orderNo.slice(-3)}%`],
      );
      expect(short.total).toBe(begins.rows.length);
    }
  },
);

describe('what else is found', () => {
  const first = async (sql: string): Promise<Record<string, string>> => {
    const { rows } = await server.database.pool.query<Record<string, string>>(sql);
    return rows[0]!;
  };
  /** The demo begins without bank files. */
  beforeAll(async () => {
    const account = await first('select id::text, tenant_id::text from bank_account order by id limit 1');
    const ids = [account['tenant_id'], account['id']];
    await server.database.owner.query(
      `insert into bank_batch (id, tenant_id, batch_no, bank_account_id, file_name, file_hash, file)
       values (901, $1, 'B901', $2, 'f', 'f', '')`,
      ids,
    );
    await server.database.owner.query(
      `insert into bank_bill (id, tenant_id, batch_id, bank_account_id, line, bill_no, direction, currency, amount, utr, payer, booked_at)
       values (902, $1, 901, $2, 2, 'L902', 1, 'INR', 999, '661199882277', 'MEERA VENKATESAN', now())`,
      ids,
    );
  });

  const cases: readonly (readonly [string, string, string, (text: string) => string])[] = [
    ['a bill by its UTR', 'bankBill', 'utr from bank_bill', (utr) => utr],
    ['a bill by the last digits of its UTR', 'bankBill', 'utr from bank_bill', (utr) => utr.slice(-6)],
    ['a bill by who paid it', 'bankBill', 'payer from bank_bill', (payer) => payer.slice(0, 12)],
    [
      'a bill by its payer in small letters',
      'bankBill',
      'payer from bank_bill',
      (payer) => payer.toLowerCase(),
    ],
    ['a payment by its reference', 'payment', 'reference from payment', (reference) => reference],
    ['an upstream by a part of its name', 'upstream', 'name from upstream', (name) => name.slice(1)],
    ['a channel by its code', 'channel', 'channel_code from channel', (code) => code],
    ['a bank account by its number', 'bankAccount', 'account_no from bank_account', (number) => number],
  ];

  it.each(cases)('%s', async (_name, resource, column, typed) => {
    const admin = await server.signIn('admin', PASSWORD);
    const [name, table] = column.split(' from ');
    const row = await first(
      `select id::text, ${name} as text from ${table} where ${name} is not null order by id desc limit 1`,
    );
    const found = await admin.call<{ resource: string; id: string }[]>(
      `find?q=${encodeURIComponent(typed(row['text']!))}`,
    );
    const { rows: alike } = await server.database.pool.query<{ id: string }>(
      `select id::text from ${table} where ${name} = $1`,
      [row['text']],
    );
    const ids = found.filter((one) => one.resource === resource).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(alike.map(({ id }) => id)).toContain(ids[0]);
  });

  it('is nothing of what a person may not read', async () => {
    const merchant = await server.signIn('merchant', PASSWORD);
    const bill = await first(
      'select utr, payer from bank_bill where utr is not null and payer is not null limit 1',
    );
    const upstream = await first('select name from upstream limit 1');
    for (const text of [bill['utr']!, bill['payer']!, upstream['name']!]) {
      const found = await merchant.call<{ resource: string }[]>(`find?q=${encodeURIComponent(text)}`);
      const resources = found.map(({ resource }) => resource);
      for (const secret of ['bankBill', 'payment', 'upstream', 'channel', 'bankAccount'])
        expect(resources, text).not.toContain(secret);
    }
  });
});
