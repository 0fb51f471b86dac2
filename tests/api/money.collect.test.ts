import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrder,
  failOrder,
  submitOrder,
  succeedOrder,
} from '../../server/domain/orders/collect/collect.ts';
import { expireDue } from '../../server/domain/orders/collect/expireOrders.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { fullCheck } from '../../server/ledger/invariants/fullCheck.ts';
import { monitorRound } from '../../server/ledger/invariants/monitor.ts';
import { createLog } from '../../server/platform/observability/log.ts';
import { makeWorld, openOrder, paidOrder, utr, type World } from '../safety/world.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const { pool, owner } = database;
afterAll(() => database.drop());

let world: World;
beforeAll(async () => {
  world = await makeWorld(pool);
});

const read = async (id: string) =>
  (
    await pool.query(
      `select status, amount::text, fee::text, upstream_cost::text as cost, commission::text, agent_id::text as agent,
        paid_amount::text as paid, callback_status from collect_order where id = $1`,
      [id],
    )
  ).rows[0];

const pay = (id: string, paidAmount: string, upstreamOrderNo: string, currency?: string) =>
  transact(pool, (tx) =>
    succeedOrder(tx, id, { paidAmount, upstreamOrderNo, utr: utr(), ...(currency ? { currency } : {}) }),
  );

const suspense = async (id: string): Promise<string> =>
  (
    await pool.query(
      `select trim_scale(coalesce(sum(p.amount), 0))::text as sum from journal_entry e join platform_posting p
       on p.entry_id = e.id where e.order_id = $1 and p.account = 'suspense'`,
      [id],
    )
  ).rows[0].sum;

const make = (over: Partial<Parameters<typeof createOrder>[1]>) =>
  transact(pool, (tx) =>
    createOrder(tx, {
      merchantId: world.merchantId,
      channelId: world.channelId,
      merchantOrderNo: newId(),
      amount: '1000',
      ...over,
    }),
  );

describe('a collection order outside the screen', () => {
  it('copies fee, cost and commission onto the order when it is created', async () => {
    const row = await read(await openOrder(pool, world));
    expect(row).toMatchObject({
      status: 0,
      fee: '20.000000',
      cost: '12.000000',
      commission: '5.000000',
      agent: world.agentId,
    });
  });

  it.each([
    ['an amount below the binding', { amount: '0.5' }, 'guard'],
    ['an amount above the binding', { amount: '1000001' }, 'guard'],
    ['more digits than the currency has', { amount: '10.001' }, 'amountDigits'],
    ['a channel that is not bound', { channelId: '1' }, 'guard'],
  ])('refuses %s', async (_, over, code) => {
    await expect(make(over)).rejects.toMatchObject({ code });
  });

  it('refuses a merchant order number that was used', async () => {
    const merchantOrderNo = newId();
    await make({ merchantOrderNo });
    await expect(make({ merchantOrderNo })).rejects.toMatchObject({ code: 'duplicate' });
  });

  it('goes created → paying → success and schedules the callback once', async () => {
    const id = await openOrder(pool, world, { callbackUrl: 'https://merchant.example/notify' });
    expect(await transact(pool, (tx) => submitOrder(tx, id))).toBe('paying');
    expect(await pay(id, '1000', `a${id}`)).toBe('success');
    expect(await read(id)).toMatchObject({ status: 2, paid: '1000.000000', callback_status: 1 });
    const { rows } = await pool.query('select status_reported from callback_schedule where order_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status_reported: 2 }]);
  });

  it('applies the same upstream message once', async () => {
    const id = await openOrder(pool, world);
    const notice = { paidAmount: '1000', upstreamOrderNo: `b${id}`, utr: utr() };
    const tell = () => transact(pool, (tx) => succeedOrder(tx, id, notice));
    await Promise.all(Array.from({ length: 8 }, tell));
    expect(await suspense(id)).toBe('0');
    expect((await read(id)).status).toBe(2);
  });

  it('refuses one upstream message for two orders', async () => {
    const [one, other] = [await openOrder(pool, world), await openOrder(pool, world)];
    await pay(one, '1000', `c${one}`);
    await expect(pay(other, '1000', `c${one}`)).rejects.toMatchObject({ code: 'duplicate' });
  });

  it.each([
    ['another amount', '999.99', undefined],
    ['another currency', '1000', 'USD'],
  ])('puts the order in review and the money in suspense for %s', async (_, amount, currency) => {
    const id = await openOrder(pool, world);
    expect(await pay(id, amount, `d${id}`, currency)).toBe('review');
    expect(await suspense(id)).toBe(amount);
  });

  it('keeps late money and more money', async () => {
    const late = await openOrder(pool, world);
    await transact(pool, (tx) => failOrder(tx, late, 'declined'));
    expect(await pay(late, '1000', `e${late}`)).toBe('review');
    expect(await suspense(late)).toBe('1000');
    const more = await paidOrder(pool, world);
    expect(await pay(more, '1000', `f${more}`)).toBe('success');
    expect(await suspense(more)).toBe('1000');
  });

  it('refuses an edge that is not listed', async () => {
    const id = await paidOrder(pool, world);
    await expect(transact(pool, (tx) => failOrder(tx, id))).rejects.toMatchObject({ code: 'guard' });
  });

  it('expires what was not paid in time and nothing else', async () => {
    const [open, paid] = [await openOrder(pool, world), await paidOrder(pool, world)];
    expect(await expireDue(pool, new Date(Date.now() + 29 * 60_000))).toBe(0);
    expect(await expireDue(pool, new Date(Date.now() + 31 * 60_000))).toBeGreaterThan(0);
    expect((await read(open)).status).toBe(4);
    expect((await read(paid)).status).toBe(2);
  });

  it('leaves every invariant holding, and the rollup equal to the rows', async () => {
    expect(await checkInvariants(pool)).toEqual([]);
    const { rows } = await pool.query(
      `with told as (select resource, merchant_id, bucket, sum(rows) as rows, sum(amount) as amount
         from rollup_delta group by 1, 2, 3 having sum(rows) <> 0),
       real as (select 'collectOrder' as resource, merchant_id, status as bucket, count(*) as rows, sum(amount) as amount
         from collect_order group by 2, 3
         union all select 'fundDetail', merchant_id, type, count(*), sum(amount) from fund_detail group by 2, 3)
       select * from told full join real using (resource, merchant_id, bucket, rows, amount)
       where told.resource is null or real.resource is null`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the monitor', () => {
  it('raises an alert that names the row, once, and clears it once when the row is right again', async () => {
    const id = await paidOrder(pool, world);
    await monitorRound(pool, 'changes', createLog('silent'));
    await owner.query('update collect_order set callback_count = 7 where id = $1', [id]);
    const other = await paidOrder(pool, world);
    const lines: unknown[] = [];
    const closed: unknown[] = [];
    const log = {
      error: (line: unknown) => lines.push(line),
      info: (line: unknown) => closed.push(line),
    } as unknown as ReturnType<typeof createLog>;
    const notices = async () =>
      (
        await pool.query<{ permission: string; content: string }>(
          `select permission, content from sys_notice where once_key like 'invariant%'
             and tenant_id = (select min(id) from sys_tenant) order by id`,
        )
      ).rows;
    const alerts = async () =>
      (await pool.query('select invariant, subject from invariant_alert order by id')).rows;
    const plant = (order: string, count: number) =>
      owner.query('update collect_order set callback_count = $2 where id = $1', [order, count]);

    await monitorRound(pool, 'changes', log);
    await monitorRound(pool, 'changes', log);
    expect(lines).toEqual([
      expect.objectContaining({ alert: 'invariant', invariant: 'I16', subject: `collect_order ${id}` }),
    ]);
    expect(await notices()).toEqual([
      { permission: 'trialBalance:page', content: expect.stringContaining(`I16 × 1: collect_order ${id}`) },
    ]);

    // A second row joins the open alert: its notice has the new count, there is no second one.
    await plant(other, 7);
    await monitorRound(pool, 'changes', log);
    expect(await notices()).toEqual([
      expect.objectContaining({ content: expect.stringContaining('I16 × 2: ') }),
    ]);
    expect(lines).toHaveLength(2);

    await plant(id, 0);
    await monitorRound(pool, 'changes', log);
    expect(await alerts()).toEqual([{ invariant: 'I16', subject: `collect_order ${other}` }]);
    expect(closed).toEqual([]);
    await plant(other, 0);
    await monitorRound(pool, 'changes', log);
    await fullCheck(pool, { log });
    expect(await alerts()).toEqual([]);
    expect(closed).toEqual([expect.objectContaining({ cleared: ['I16'] })]);
    expect(await notices()).toHaveLength(2);

    // The same fault later is a new alert.
    await plant(id, 7);
    await monitorRound(pool, 'changes', log);
    expect(await notices()).toHaveLength(3);
    await plant(id, 0);
    await fullCheck(pool, { log });
    expect(await alerts()).toEqual([]);
    expect(closed).toHaveLength(2);
  });
});
