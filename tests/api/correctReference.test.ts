import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { deliver, dueOf } from '../../server/domain/callbacks/deliver.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, openPayout, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { type Hand, hand, limitOf } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  type BankWorld,
  billsOf,
  makePayingBankWorld,
  orderOf,
  stamp,
  suspendedOf,
  take,
} from './bankWorld.ts';

/** A reference that was mistyped when an order was confirmed is corrected, and its line tied, without moving money. */

let server: TestServer;
let world: PayoutWorld & BankWorld;
let operator: Hand;
let second: Hand;
let finance: Hand;

const verbs = (resource: string, ...names: string[]) => names.map((verb) => `${resource}:${verb}`);
const CONFIRM = ['collectOrder', 'payOrder'].flatMap((resource) =>
  verbs(resource, 'page', 'claim', 'forceConfirm', 'repairProof', 'supervise', 'correctReference', 'notify'),
);

beforeAll(async () => {
  server = await startServer();
  world = await makePayingBankWorld(server, '90000');
  await limitOf(pool(), world, 'collectOrder:forceConfirm', '5000');
  await signIn();
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

/** Codes move the clock on, past the sessions of those who gave them. */
async function signIn(): Promise<void> {
  [operator, second, finance] = [
    await hand(server, world, CONFIRM),
    await hand(server, world, CONFIRM),
    await hand(server, world, CONFIRM),
  ];
}
const pool = () => server.database.pool;
const act = (who: Hand, path: string, id: string, input: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids: [id], input });
const confirm = async (id: string, reference: string, who = operator, resource = 'collectOrder') =>
  act(who, `${resource}/forceConfirm`, id, { utr: reference, reason: 'seen', otp: who.phone.code() });
const correct = async (id: string, reference: string, who = finance, resource = 'collectOrder') =>
  act(who, `${resource}/correctReference`, id, { utr: reference, reason: 'typo', otp: who.phone.code() });
const exchange = async (id: string, reference: string, who = finance, resource = 'collectOrder') =>
  act(who, `${resource}/correctReference`, id, {
    utr: reference,
    exchange: true,
    reason: 'crosswise',
    otp: who.phone.code(),
  });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);

async function confirmed(
  amount: string,
  reference: string,
  callbackUrl: string | null = null,
): Promise<string> {
  const id = await openOrder(pool(), world, { amount, callbackUrl });
  await transact(pool(), (tx) => submitOrder(tx, id));
  expect((await confirm(id, reference)).done).toEqual([id]);
  return id;
}
const credit = async (amount: string, reference: string) =>
  (await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,UPI`, true)))[0]!;
const billOf = async (id: string) =>
  (
    await pool().query<{ status: number; effect: string | null; orderNo: string | null }>(
      'select status, effect, order_no as "orderNo" from bank_bill where id = $1',
      [id],
    )
  ).rows[0];
const openItems = async (id: string) =>
  (await pool().query(`select from review_item where order_id = $1 and status = 'open'`, [id])).rowCount;

interface ReportedOrder {
  id: string;
  correction: number;
  state: number;
  planned: boolean;
}
const eventsOf = async (id: string) =>
  (
    await pool().query<ReportedOrder>(
      `select id::text, correction, state, next_try_at is not null as planned from callback_schedule
       where order_id = $1 order by correction`,
      [id],
    )
  ).rows;

describe('a collection', () => {
  it('ties the line that has come under the right reference, and leaves the other to whom it is of', async () => {
    const [wrong, right] = [utr(), utr()];
    const id = await confirmed('801', wrong);
    const { orderNo } = await orderOf(server, id);
    const bill = await credit('801', right);
    expect(bill.effect).not.toBe('tied');
    const before = await balancesOf(pool(), world.merchantId);
    expect((await correct(id, right)).done).toEqual([id]);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, utr: right, paid: '801' });
    expect(await billOf(bill.id)).toEqual({ status: 2, effect: 'tied', orderNo });
    expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
    // The reference is another payer's again.
    await confirmed('802', wrong);
    const { rows } = await pool().query(
      `select before ->> 'utr' as was, after ->> 'utr' as utr, remark from order_log
       where order_id = $1 and event = 'correctReference'`,
      [id],
    );
    expect(rows).toEqual([{ was: wrong, utr: right, remark: 'typo' }]);
  });

  it('takes out of suspense what its own line, or an upstream, brought in a second time', async () => {
    for (const word of ['line', 'upstream'] as const) {
      const [wrong, right] = [utr(), utr()];
      const id = await confirmed('803', wrong);
      const { orderNo } = await orderOf(server, id);
      if (word === 'line') {
        const bill = await credit('803', right);
        const by = await world.finance.command<ActionResult>('bankBill/match', {
          ids: [bill.id],
          input: { orderNo },
        });
        expect(by.done).toEqual([bill.id]);
      } else
        await transact(pool(), (tx) =>
          succeedOrder(tx, id, { paidAmount: '803', utr: right, upstreamOrderNo: `n${id}` }),
        );
      expect([await suspendedOf(server, id), await openItems(id)]).toEqual(['803', 1]);
      const before = await balancesOf(pool(), world.merchantId);
      expect(await correct(id, right)).toMatchObject({ refused: [], done: [id] });
      expect([await suspendedOf(server, id), await openItems(id)]).toEqual(['0', 0]);
      expect(await orderOf(server, id)).toMatchObject({ status: 2, utr: right, paid: '803' });
      expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
      // Told once more it is the order's own.
      await transact(pool(), (tx) =>
        succeedOrder(tx, id, { paidAmount: '803', utr: right, upstreamOrderNo: `n${id}` }),
      );
      expect(await suspendedOf(server, id)).toBe('0');
    }
  });

  it('is refused where the reference is proved, is an upstream’s, is the same, or is somebody else’s', async () => {
    const [own, taken] = [utr(), utr()];
    const id = await confirmed('804', own);
    const other = await confirmed('805', taken);
    expect(codesOf(await correct(id, own))).toEqual(['utrSame']);
    expect(codesOf(await correct(id, taken))).toEqual(['utrUsed']);
    expect((await credit('804', own)).effect).toBe('tied');
    expect(codesOf(await correct(id, utr()))).toEqual(['orderMatched']);
    const paid = await openOrder(pool(), world, { amount: '806' });
    await transact(pool(), (tx) => submitOrder(tx, paid));
    await transact(pool(), (tx) => succeedOrder(tx, paid, { paidAmount: '806', utr: utr() }));
    expect(codesOf(await correct(paid, utr()))).toEqual(['utrNotTyped']);
    // Another payment of another sum came under it: a person looks at that first.
    const more = utr();
    await transact(pool(), (tx) => succeedOrder(tx, other, { paidAmount: '900', utr: more }));
    expect(codesOf(await correct(other, more))).toEqual(['waitsInSuspense']);
    const asked = await finance.client
      .command<ActionResult>('collectOrder/correctReference', {
        ids: [other],
        input: { utr: utr(), reason: 'no code' },
      })
      .catch((error: Error) => error.message);
    expect(String(asked)).toMatch(/otp/i);
    expect(await orderOf(server, other)).toMatchObject({ utr: taken });
  });

  it('is refused where money told of under the reference went into the order, its own or another one’s', async () => {
    for (const whose of ['own', 'another’s'] as const) {
      const stated = utr();
      const id = await openOrder(pool(), world, { amount: '807' });
      await transact(pool(), (tx) => submitOrder(tx, id));
      // Late for its own order, or more money for another one that is paid.
      const other = whose === 'own' ? id : await openOrder(pool(), world, { amount: '807' });
      if (other === id) await transact(pool(), (tx) => expireOrder(tx, id));
      else {
        await transact(pool(), (tx) => submitOrder(tx, other));
        await transact(pool(), (tx) => succeedOrder(tx, other, { paidAmount: '807', utr: utr() }));
      }
      await transact(pool(), (tx) => succeedOrder(tx, other, { paidAmount: '807', utr: stated }));
      expect((await confirm(id, stated)).done).toEqual([id]);
      expect(codesOf(await correct(id, utr()))).toEqual(['utrNotTyped']);
    }
  });

  it('is refused where an upstream has repeated the reference since', async () => {
    const typed = utr();
    const id = await confirmed('808', typed);
    const { orderNo } = await orderOf(server, id);
    await pool().query(
      `insert into upstream_event (id, upstream_id, event_id, kind, order_no, raw, verified)
       select $1, upstream_id, $2, 'collect', order_no, $3, true from collect_order where id = $4`,
      [newId(), orderNo, JSON.stringify({ orderNo, utr: typed, state: 'paid' }), id],
    );
    expect(codesOf(await correct(id, utr()))).toEqual(['utrNotTyped']);
  });

  it('exchanges its reference with the order that has it, and ties the lines of both', async () => {
    const [one, two] = [utr(), utr()];
    const first = await confirmed('821', one);
    const second = await confirmed('822', two);
    const [lineOfFirst, lineOfSecond] = [await credit('821', two), await credit('822', one)];
    const before = await balancesOf(pool(), world.merchantId);
    const numbers = [(await orderOf(server, first)).orderNo, (await orderOf(server, second)).orderNo];
    const looked = await finance.client.command<ActionResult>('collectOrder/correctReference', {
      ids: [first],
      input: { utr: two, exchange: true },
      dryRun: true,
    });
    expect(JSON.stringify(looked)).toContain(`"exchanged":"${numbers[1]}"`);
    expect(await orderOf(server, second)).toMatchObject({ utr: two });
    expect(codesOf(await correct(first, two))).toEqual(['utrUsed']);
    expect(await exchange(first, two)).toMatchObject({ refused: [], done: [first] });
    expect(await orderOf(server, first)).toMatchObject({ status: 2, utr: two, paid: '821' });
    expect(await orderOf(server, second)).toMatchObject({ status: 2, utr: one, paid: '822' });
    expect(await billOf(lineOfFirst.id)).toEqual({ status: 2, effect: 'tied', orderNo: numbers[0] });
    expect(await billOf(lineOfSecond.id)).toEqual({ status: 2, effect: 'tied', orderNo: numbers[1] });
    expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
    const { rows } = await pool().query(
      `select before ->> 'utr' as was, after ->> 'utr' as utr, remark from order_log
       where order_id = any($1) and event = 'correctReference' order by order_id = $2 desc`,
      [[first, second], first],
    );
    expect(rows).toEqual([
      { was: one, utr: two, remark: 'crosswise' },
      { was: two, utr: one, remark: 'crosswise' },
    ]);
  });

  it('exchanges with no order whose reference is proved, or that is of somebody else’s', async () => {
    const [one, proved, elsewhere] = [utr(), utr(), utr()];
    const first = await confirmed('823', one);
    const second = await confirmed('824', proved);
    expect((await credit('824', proved)).effect).toBe('tied');
    expect(codesOf(await exchange(first, proved))).toEqual(['orderMatched']);
    // An order that is on its way has only noted it.
    const open = await openOrder(pool(), world, { amount: '825' });
    await transact(pool(), (tx) => submitOrder(tx, open));
    const noted = await act(operator, 'collectOrder/repairProof', open, { utr: elsewhere });
    expect(noted.done).toEqual([open]);
    expect(codesOf(await exchange(first, elsewhere))).toEqual(['utrUsed']);
    // Nobody has it: the same as without.
    const free = utr();
    expect((await exchange(first, free)).done).toEqual([first]);
    expect(await orderOf(server, second)).toMatchObject({ utr: proved });
    expect(await orderOf(server, first)).toMatchObject({ utr: free });
  });

  it('exchanges once where two people ask for it at the same moment', async () => {
    const [one, two] = [utr(), utr()];
    const first = await confirmed('826', one);
    const other = await confirmed('827', two);
    const [left, right] = await Promise.all([exchange(first, two), exchange(other, one, second)]);
    const refused = [...codesOf(left), ...codesOf(right)];
    expect(refused).toEqual(['utrSame']);
    expect(await orderOf(server, first)).toMatchObject({ utr: two });
    expect(await orderOf(server, other)).toMatchObject({ utr: one });
  });

  it('tells its merchant the right reference as another event, where the wrong one may have been told', async () => {
    // Nobody is asked there: private addresses are refused before anything is sent.
    const url = 'http://127.0.0.1:9/callback';
    const [wrong, right, more] = [utr(), utr(), utr()];
    const id = await confirmed('828', wrong, url);
    expect((await correct(id, right)).done).toEqual([id]);
    const [first, ...none] = await eventsOf(id);
    expect([first, none]).toMatchObject([{ correction: 0, state: 1, planned: true }, []]);
    expect(await dueOf(pool(), first!.id)).toMatchObject({ utr: right });
    // Its first try has failed, the second one is planned.
    expect(await deliver(server.deps, { scheduleId: first!.id })).toMatchObject({ delivered: false });
    expect((await correct(id, more)).done).toEqual([id]);
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      { id: first!.id, correction: 0, state: 3, planned: false },
      { correction: 1, state: 1, planned: true },
    ]);
    expect(await dueOf(pool(), events[1]!.id)).toMatchObject({ utr: more, statusReported: 2 });
    expect(await deliver(server.deps, { scheduleId: events[1]!.id })).toMatchObject({ delivered: false });
    // By hand the latest event is reported.
    expect((await act(finance, 'collectOrder/notify', id, {})).done).toEqual([id]);
    const { rows } = await server.database.owner.query(
      `select payload ->> 'scheduleId' as id from graphile_worker._private_jobs where payload ->> 'manual' = 'true'
       and payload ->> 'scheduleId' = any($1)`,
      [events.map((event) => event.id)],
    );
    expect(rows).toEqual([{ id: events[1]!.id }]);
  });

  it('that two people confirmed is corrected by a third', async () => {
    const wrong = utr();
    const id = await openOrder(pool(), world, { amount: '6000' });
    await transact(pool(), (tx) => submitOrder(tx, id));
    await confirm(id, wrong);
    expect((await confirm(id, wrong, second)).done).toEqual([id]);
    const right = utr();
    expect(codesOf(await correct(id, right, operator))).toEqual(['selfApproval']);
    expect(codesOf(await correct(id, right, second))).toEqual(['selfApproval']);
    expect((await correct(id, right)).done).toEqual([id]);
    expect(codesOf(await correct(id, utr(), operator))).toEqual(['selfApproval']);
  });
});

describe('a payout', () => {
  beforeAll(signIn);

  it('ties the debit line that has come under the right reference', async () => {
    const { id } = await openPayout(pool(), world, { amount: '811' });
    await submitted(pool(), id);
    const [wrong, right] = [utr(), utr()];
    expect((await confirm(id, wrong, operator, 'payOrder')).done).toEqual([id]);
    const [bill] = await billsOf(server, await take(server, world, `${stamp()},${right},,811,,NEFT`, true));
    expect(bill).toMatchObject({ status: 0 });
    const before = await balancesOf(pool(), world.merchantId);
    expect((await correct(id, right, finance, 'payOrder')).done).toEqual([id]);
    const { orderNo, ...now } = await orderOf(server, id, 'pay_order');
    expect(now).toMatchObject({ status: 4, utr: right });
    expect(await billOf(bill!.id)).toEqual({ status: 2, effect: 'tied', orderNo });
    expect(await balancesOf(pool(), world.merchantId)).toEqual(before);
    expect(codesOf(await correct(id, utr(), finance, 'payOrder'))).toEqual(['orderMatched']);
  });

  it('exchanges its reference with another payout', async () => {
    const [one, two] = [utr(), utr()];
    const ids: string[] = [];
    for (const reference of [one, two]) {
      const { id } = await openPayout(pool(), world, { amount: '812' });
      await submitted(pool(), id);
      expect((await confirm(id, reference, operator, 'payOrder')).done).toEqual([id]);
      ids.push(id);
    }
    expect((await exchange(ids[0]!, two, finance, 'payOrder')).done).toEqual([ids[0]]);
    expect(await orderOf(server, ids[0]!, 'pay_order')).toMatchObject({ status: 4, utr: two });
    expect(await orderOf(server, ids[1]!, 'pay_order')).toMatchObject({ status: 4, utr: one });
  });
});
