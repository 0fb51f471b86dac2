import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { FUND, onMerchant, onPlatform } from '../../server/ledger/legs.ts';
import { post } from '../../server/ledger/post.ts';
import { makeOperator, makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { makeWorld, openOrder, paidOrder, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;
let people: Staff[];
let hands: Client[];
let phones: Phone[];

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  people = await makeStaff(server.database.pool, world, 2);
  hands = await Promise.all(people.map(({ account }) => server.signIn(account, PASSWORD)));
  phones = await Promise.all(people.map(({ id }) => bindOtp(server, id)));
});
afterAll(() => server.stop());

const CONFIRMED: ReadonlySet<string> = new Set(['reverse', 'forceConfirm']);

const act = (action: string, ids: string[], input?: Record<string, unknown>, hand = 0) => {
  const otp = CONFIRMED.has(action) ? { otp: (phones[hand] as Phone).code() } : {};
  return (hands[hand] as Client).command<ActionResult>(`collectOrder/${action}`, {
    ids,
    ...(input ? { input: { ...input, ...otp } } : {}),
  });
};

const rehearse = (action: string, ids: string[], input?: Record<string, unknown>) =>
  (hands[0] as Client).call<ActionResult>(`collectOrder/${action}`, {
    ids,
    dryRun: true,
    ...(input ? { input } : {}),
  });

const one = async (text: string, values: unknown[]) =>
  (await server.database.pool.query(text, values)).rows[0];
const order = (id: string) =>
  one('select status, settled, settled_at, claimed_by::text, version from collect_order where id = $1', [id]);
const asset = (merchantId: string) =>
  one(
    'select trim_scale(pending)::text as pending, trim_scale(available)::text as available from merchant_asset where merchant_id = $1',
    [merchantId],
  );

describe('settle', () => {
  it('shows before it settles what it will settle, and writes nothing', async () => {
    const id = await paidOrder(server.database.pool, world);
    const before = await asset(world.merchantId);
    const { preview } = await rehearse('settle', [id]);
    expect(preview?.[0]?.after).toMatchObject({
      merchantName: expect.stringContaining('Merchant'),
      currency: 'INR',
      amount: '1000',
      fee: '20',
      net: '980',
      commission: '5',
      balanceBefore: before.available,
      balanceAfter: String(Number(before.available) + 980),
    });
    expect(await asset(world.merchantId)).toEqual(before);
    expect((await order(id)).settled).toBe(false);
  });

  it('moves pending to available and the commission to the agent', async () => {
    const lone = await paidOrder(server.database.pool, world, { merchantId: world.loneId });
    expect((await act('settle', [lone])).done).toEqual([lone]);
    expect(await asset(world.loneId)).toEqual({ pending: '0', available: '980' });
    const id = await paidOrder(server.database.pool, world);
    const agent = Number((await asset(world.agentId))?.available ?? 0);
    await act('settle', [id]);
    expect(Number((await asset(world.agentId)).available)).toBe(agent + 5);
    expect(await order(id)).toMatchObject({ settled: true, settled_at: expect.any(Date) });
    const log = await one(
      'select event, operator, before, after from order_log where order_id = $1 order by id desc limit 1',
      [id],
    );
    expect(log).toEqual({
      event: 'settle',
      operator: people[0]?.account,
      before: { settled: false },
      after: { settled: true },
    });
  });

  it('tells the screens of the order, the details and the balances', async () => {
    const id = await paidOrder(server.database.pool, world);
    await act('settle', [id]);
    const { rows } = await server.database.pool.query(
      `with told as (select resource, row_id from outbox union select resource, row_id from event)
       select 'collectOrder' as resource, id from collect_order where id = $1
         union all select 'fundDetail', id from fund_detail where order_id = $1
         union all select 'merchantAsset', id from merchant_asset where merchant_id = any($2::bigint[])
         union all select 'orderLog', id from order_log where order_id = $1
       except select resource, row_id from told`,
      [id, [world.merchantId, world.agentId]],
    );
    expect(rows).toEqual([]);
  });

  it('takes many at once by batch settle, each for itself', async () => {
    const { pool } = server.database;
    const ids = [await paidOrder(pool, world), await openOrder(pool, world), await paidOrder(pool, world)];
    const answer = await act('batchSettle', ids);
    expect(new Set(answer.done)).toEqual(new Set([ids[0], ids[2]]));
    expect(answer.refused).toEqual([expect.objectContaining({ id: ids[1], code: 'guard' })]);
    const single = await (hands[0] as Client).ask(
      'collectOrder/settle',
      { ids },
      { 'Idempotency-Key': newId() },
    );
    expect(single.body.extras?.errorCode).toBe('selectOne');
  });

  it('settles an order whose fee took all', async () => {
    const { pool } = server.database;
    await pool.query('update channel_binding set fixed = 1000 where merchant_id = $1', [world.loneId]);
    const id = await paidOrder(pool, world, { merchantId: world.loneId });
    await pool.query('update channel_binding set fixed = 0 where merchant_id = $1', [world.loneId]);
    expect((await act('settle', [id])).done).toEqual([id]);
    expect((await act('reverse', [id], { reason: 'chargeback' })).done).toEqual([id]);
  });
});

describe('reverse', () => {
  it('undoes a settled order to the last paisa, once', async () => {
    const id = await paidOrder(server.database.pool, world);
    const [merchant, agent] = [await asset(world.merchantId), await asset(world.agentId)];
    await act('settle', [id]);
    const balances = async () => [
      (await asset(world.merchantId)).available,
      (await asset(world.agentId)).available,
    ];
    const [held, earned] = await balances();
    const expected = (await rehearse('reverse', [id], { reason: 'chargeback' })).preview?.[0]?.after;
    expect(expected).toMatchObject({
      status: 6,
      currency: 'INR',
      net: '980',
      availableBefore: held,
      agentName: expect.any(String),
      agentBefore: earned,
    });
    expect((await act('reverse', [id], { reason: 'chargeback' })).done).toEqual([id]);
    // What was shown is what the ledger holds now.
    expect(await balances()).toEqual([expected?.availableAfter, expected?.agentAfter]);
    expect(Number((await asset(world.merchantId)).available)).toBe(Number(merchant.available));
    expect(Number((await asset(world.merchantId)).pending)).toBe(Number(merchant.pending) - 980);
    expect(await asset(world.agentId)).toEqual(agent);
    expect(await order(id)).toMatchObject({ status: 6, settled: false, settled_at: null });
    expect((await act('reverse', [id], { reason: 'again' })).refused[0]?.code).toBe('guard');
  });

  it('is refused whole with the shortfall when the money is gone', async () => {
    const { pool } = server.database;
    const id = await paidOrder(pool, world, { merchantId: world.loneId });
    await act('settle', [id]);
    const { available } = await asset(world.loneId);
    const taken = String(Number(available) - 979.5);
    await transact(pool, (tx) =>
      post(tx, {
        kind: 'adjustment',
        merchantId: world.loneId,
        currency: 'INR',
        order: null,
        commandKey: newId(),
        operator: 'finance',
        system: false,
        legs: [
          onMerchant(world.loneId, 'available', FUND.deduct, `-${taken}`),
          onPlatform('adjustments', taken),
        ],
      }),
    );
    for (const answer of [
      await rehearse('reverse', [id], { reason: 'x' }),
      await act('reverse', [id], { reason: 'x' }),
    ]) {
      expect(answer.refused[0]).toMatchObject({
        code: 'insufficientBalance',
        message: expect.stringContaining('0.5 INR'),
      });
    }
    expect(await order(id)).toMatchObject({ status: 2, settled: true });
    expect((await asset(world.loneId)).available).toBe('979.5');
  });

  it('needs a reason', async () => {
    const id = await paidOrder(server.database.pool, world);
    const answer = await (hands[0] as Client).ask(
      'collectOrder/reverse',
      { ids: [id], input: {} },
      { 'Idempotency-Key': newId() },
    );
    expect(answer.body.code).toBe(400);
  });
});

describe('claim, cancel, notify', () => {
  it('lets only the holder or a supervisor give a claim back', async () => {
    const id = await openOrder(server.database.pool, world);
    const account = await makeOperator(server.database.pool, world, [
      'collectOrder:claim',
      'collectOrder:unclaim',
    ]);
    const operator = await server.signIn(account, PASSWORD);
    await act('claim', [id]);
    const tried = await operator.command<ActionResult>('collectOrder/unclaim', { ids: [id] });
    expect(tried.refused[0]?.code).toBe('claimedByOther');
    expect((await act('unclaim', [id])).done).toEqual([id]);
    const own = await operator.command<ActionResult>('collectOrder/claim', { ids: [id] });
    expect(own.done).toEqual([id]);
    // The super administrator supervises.
    expect((await act('unclaim', [id])).done).toEqual([id]);
    expect((await act('unclaim', [id])).refused[0]?.code).toBe('notClaimedByYou');
    expect((await order(id)).claimed_by).toBeNull();
  });

  it('is not possible on an order that is done', async () => {
    const id = await paidOrder(server.database.pool, world);
    expect((await act('claim', [id])).refused[0]?.code).toBe('guard');
  });

  it('cancels an open order and reports it', async () => {
    const id = await openOrder(server.database.pool, world, {
      callbackUrl: 'https://merchant.example/notify',
    });
    expect((await act('cancel', [id])).done).toEqual([id]);
    expect((await order(id)).status).toBe(5);
    expect(await one('select status_reported from callback_schedule where order_id = $1', [id])).toEqual({
      status_reported: 5,
    });
  });

  it('queues one extra attempt, and says so where there is no address', async () => {
    const { pool } = server.database;
    const mute = await paidOrder(pool, world);
    expect((await act('notify', [mute])).refused[0]?.code).toBe('noCallbackUrl');
    const id = await paidOrder(pool, world, { callbackUrl: 'https://merchant.example/notify' });
    expect((await act('notify', [id])).done).toEqual([id]);
    const jobs = await pool.query(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'callback'`,
    );
    expect(jobs.rows[0].n).toBeGreaterThan(1);
  });

  it('leaves every invariant holding', async () => {
    expect(await checkInvariants(server.database.pool)).toEqual([]);
  });
});
