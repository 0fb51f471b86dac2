import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Row, RowsResult } from '../../contract/calls.ts';
import { Amount, amountText } from '../../contract/money.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(1_500);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const rowsOf = async (filter: Record<string, unknown>, count: number): Promise<Row[]> =>
  (await admin.call<RowsResult>('collectOrder/rows', { ...filter, start: 0, end: count })).items;
const rehearse = (action: string, body: Record<string, unknown>, hand: Client = admin) =>
  hand.call<ActionResult & { total: number }>(`collectOrder/${action}`, { ...body, dryRun: true });
const refusedIn = ({ impact }: ActionResult): number =>
  impact!.refused.reduce((sum, each) => sum + each.count, 0);

it.each(['batchSettle', 'notify', 'claim', 'unclaim', 'cancel', 'overrule', 'batchCallback'])(
  'counts %s as running it row by row would come out',
  async (action) => {
    const ids = (await rowsOf({}, 100)).map((row) => row.id);
    await admin.command('collectOrder/claim', { ids: ids.slice(0, 40) });
    const result = await rehearse(action, { ids });
    expect(result.impact!.able).toBe(result.done.length);
    const counted = Object.groupBy(result.refused, ({ code }) => code);
    const impact = Object.groupBy(result.impact!.refused, ({ code }) => code);
    const estimated = (code: string) => (impact[code] ?? []).reduce((sum, each) => sum + each.count, 0);
    for (const [code, alike] of Object.entries(counted))
      expect([code, estimated(code)]).toEqual([code, alike?.length]);
    expect(refusedIn(result)).toBe(result.refused.length);
  },
);

it('sums what would be settled, and says where each balance would stand', async () => {
  const ids = (await rowsOf({ status: [2], settled: false, currency: ['INR'] }, 60)).map((row) => row.id);
  const result = await rehearse('batchSettle', { ids });
  const nets = result.preview!.map(({ after }) => new Amount(String(after.net)));
  const sum = nets.reduce((total, net) => total.plus(net), new Amount(0));
  expect(result.impact!.byCurrency[0]!.sums.net).toBe(amountText(sum));
  const { balances } = result.impact!;
  expect(balances.length).toBeGreaterThan(1);
  const { rows: shares } = await server.database.pool.query<{ agent: string }>(
    'select distinct agent_id::text as agent from collect_order where id = any($1::bigint[]) and commission > 0',
    [ids],
  );
  expect(shares.length).toBeGreaterThan(0);
  for (const { agent } of shares)
    expect(balances).toContainEqual(expect.objectContaining({ merchantId: agent, account: 'available' }));
  await admin.command('collectOrder/batchSettle', { ids });
  for (const { merchantId, currency, account, after } of balances) {
    const { rows } = await server.database.pool.query(
      `select trim_scale(${account})::text as balance from merchant_asset where merchant_id = $1 and currency = $2`,
      [merchantId, currency],
    );
    expect(rows[0].balance).toBe(after);
  }
});

it('counts all that match, not only the rows it tried', async () => {
  const result = await rehearse('notify', { all: {} });
  expect(result.total).toBeGreaterThan(1_000);
  expect(result.impact!.able + refusedIn(result)).toBe(result.total);
  expect(result.done.length + result.refused.length).toBe(100);
  expect(result.impact!.byCurrency.reduce((sum, each) => sum + each.count, 0)).toBe(result.impact!.able);
});

it('tells a merchant of rows that are not its own as of rows that do not exist', async () => {
  const merchant = await server.signIn('merchant', PASSWORD);
  const ids = (await rowsOf({}, 50)).map((row) => row.id);
  const own = await merchant.call<RowsResult>('collectOrder/rows', { ids });
  const result = await rehearse('notify', { ids }, merchant);
  const missing = result.impact!.refused.find(({ code }) => code === 'notFound');
  expect(missing?.count).toBe(50 - own.items.length);
});
