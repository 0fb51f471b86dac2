import { afterAll, beforeAll, expect, it } from 'vitest';
import { FUND, onMerchant, onPlatform } from '../../server/ledger/legs.ts';
import { type Entry, post } from '../../server/ledger/post.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { fund } from '../safety/payoutWorld.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import { freshDatabase } from '../support/database.ts';

/** What one posting writes: entry, legs, balances, the settlement, sums for the rollup, and events. */

const database = await freshDatabase();
const { pool } = database;
let world: World;

beforeAll(async () => {
  world = await makeWorld(pool);
  await fund(pool, world.agentId, '7');
});
afterAll(() => database.drop());

const read = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;

async function settlementOf(orderId: string): Promise<Entry> {
  const [order] = await read<{ orderNo: string; merchantOrderNo: string }>(
    'select order_no as "orderNo", merchant_order_no as "merchantOrderNo" from collect_order where id = $1',
    [orderId],
  );
  const { merchantId, agentId } = world;
  return {
    kind: 'settlement',
    merchantId,
    currency: 'INR',
    order: { id: orderId, ...order! },
    commandKey: `settle:${orderId}`,
    operator: 'ada',
    system: false,
    remark: 'why',
    legs: [
      onMerchant(merchantId, 'pending', FUND.settlement, '-980'),
      onMerchant(merchantId, 'available', FUND.settlement, '980'),
      onPlatform('commission', '-5'),
      onMerchant(agentId, 'available', FUND.commission, '5'),
    ],
    settlement: { net: '980', commission: '5', agentId },
  };
}

const run = (entry: Entry) => transact(pool, (tx) => post(tx, entry));

it('writes an entry with all that depends on it, once per command', async () => {
  const orderId = await paidOrder(pool, world);
  const entry = await settlementOf(orderId);
  const events = 'select resource, change, merchant_id::text as owner from outbox';
  const before = (await read(events, [])).length;
  const { entryId, repeated } = await run(entry);
  expect(repeated).toBe(false);
  const { merchantId, agentId } = world;
  expect(
    await read(
      `select kind, merchant_id::text as owner, currency, order_id::text as "order", command_key as key, operator, remark,
         reverses from journal_entry where id = $1`,
      [entryId],
    ),
  ).toEqual([
    {
      kind: 'settlement',
      owner: merchantId,
      currency: 'INR',
      order: orderId,
      key: `settle:${orderId}`,
      operator: 'ada',
      remark: 'why',
      reverses: null,
    },
  ]);
  const detail = (owner: string, account: number, type: number, figures: string) => ({
    owner,
    account,
    type,
    figures,
    number: entry.order!.orderNo,
    operator: 'ada',
    system: false,
    remark: 'why',
  });
  expect(
    await read(
      `select merchant_id::text as owner, account, type, concat_ws(' ', trim_scale(amount), trim_scale(balance_before),
         trim_scale(balance_after), seq) as figures, order_no as number, operator, is_system as system, remark
       from fund_detail where entry_id = $1 order by id`,
      [entryId],
    ),
  ).toEqual([
    detail(merchantId, 1, FUND.settlement, '-980 980 0 3'),
    detail(merchantId, 2, FUND.settlement, '980 0 980 1'),
    detail(agentId, 2, FUND.commission, '5 7 12 2'),
  ]);
  expect(
    await read(
      'select account, trim_scale(amount)::text as amount from platform_posting where entry_id = $1',
      [entryId],
    ),
  ).toEqual([{ account: 'commission', amount: '-5' }]);
  const balances = `select trim_scale(pending)::text as pending, trim_scale(available)::text as available, available_seq::text as seq
    from merchant_asset where merchant_id = $1 and currency = 'INR'`;
  expect(await read(balances, [merchantId])).toEqual([{ pending: '0', available: '980', seq: '1' }]);
  expect(await read(balances, [agentId])).toEqual([{ pending: '0', available: '12', seq: '2' }]);
  expect(
    await read(
      `select trim_scale(net)::text as net, trim_scale(commission)::text as commission, agent_id::text as agent,
         reversed_at from order_settlement where entry_id = $1`,
      [entryId],
    ),
  ).toEqual([{ net: '980', commission: '5', agent: agentId, reversed_at: null }]);
  const fresh = (await read<{ resource: string; owner: string }>(events, [])).length - before;
  // Three details and the balances of two merchants.
  expect(fresh).toBe(5);
  await pool.query('update collect_order set settled = true where id = $1', [orderId]);

  expect(await run(entry)).toEqual({ entryId, repeated: true, legs: [], balances: [] });
  expect(await read(balances, [merchantId])).toEqual([{ pending: '0', available: '980', seq: '1' }]);
  expect((await read(events, [])).length - before).toBe(5);
  expect(await checkInvariants(pool)).toEqual([]);
});

it('adds its legs to the sums of its hour by merchant and type', async () => {
  const sums = `select trim_scale(sum(amount))::text as amount, sum(rows)::int as rows from rollup_delta
    where resource = 'fundDetail' and merchant_id = $1 and bucket = $2`;
  await fund(pool, world.loneId, '3');
  await fund(pool, world.loneId, '4');
  expect(await read(sums, [world.loneId, FUND.add])).toEqual([{ amount: '7', rows: 2 }]);
});

it('refuses an entry of a merchant that does not exist by its foreign key, and opens no account', async () => {
  const [missing, { loneId }] = [newId(), world];
  const refused = run({
    kind: 'adjustment',
    merchantId: missing,
    currency: 'VND',
    order: null,
    commandKey: `adjust:${missing}`,
    operator: 'ada',
    system: false,
    legs: [onMerchant(loneId, 'available', FUND.add, '1'), onMerchant(missing, 'available', FUND.add, '-1')],
  });
  await expect(refused).rejects.toMatchObject({ code: '23503', table: 'merchant_asset' });
  const accounts = "select from merchant_asset where currency = 'VND' and merchant_id = any($1)";
  expect(await read(accounts, [[loneId, missing]])).toEqual([]);
});

it('leaves out what an entry has not, and refuses its key to another command', async () => {
  const entry: Entry = {
    kind: 'adjustment',
    merchantId: world.loneId,
    currency: 'INR',
    order: null,
    commandKey: `adjust:${newId()}`,
    operator: 'ada',
    system: true,
    legs: [onPlatform('adjustments', '-1'), onMerchant(world.loneId, 'available', FUND.add, '1')],
  };
  const { entryId } = await run(entry);
  expect(await read('select order_id, remark from journal_entry where id = $1', [entryId])).toEqual([
    { order_id: null, remark: null },
  ]);
  expect(
    await read('select order_no, merchant_order_no, is_system from fund_detail where entry_id = $1', [
      entryId,
    ]),
  ).toEqual([{ order_no: null, merchant_order_no: null, is_system: true }]);
  expect(await read('select id from order_settlement where entry_id = $1', [entryId])).toEqual([]);
  await expect(run({ ...entry, merchantId: world.merchantId, legs: [] })).rejects.toThrow('unbalanced');
  await expect(run({ ...entry, kind: 'recharge' })).rejects.toMatchObject({ code: 'idempotencyReused' });
});
