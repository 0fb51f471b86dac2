import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { type Payment, submitOrder, succeedOrder } from '../../server/actions/collect.ts';
import { transact } from '../../server/db/transaction.ts';
import { checkInvariants } from '../../server/invariants/check.ts';
import { hand, type Hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, orderOf, stamp, suspendedOf, take } from './bankWorld.ts';

/** Money that is told of again, under another name or for another order, and money that only seems to be the same. */

let server: TestServer;
let world: BankWorld;
let supervisor: Hand;
let maker: Hand;
let checker: Hand;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  supervisor = await hand(
    server,
    world,
    ['page', 'claim', 'cancel', 'overrule', 'repairProof', 'forceConfirm', 'reverse', 'supervise'].map(
      (verb) => `collectOrder:${verb}`,
    ),
  );
  const verbs = ['page', 'add', 'submit', 'approve'].map((verb) => `manualOrder:${verb}`);
  [maker, checker] = [await hand(server, world, verbs), await hand(server, world, verbs)];
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
async function paying(amount = '1000'): Promise<string> {
  const id = await openOrder(pool(), world, { amount });
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
const tell = (id: string, paidAmount: string, more: Partial<Payment> = {}) =>
  transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount, ...more }));
const act = (action: string, id: string, input?: object) =>
  supervisor.client.command<ActionResult>(`collectOrder/${action}`, { ids: [id], ...(input && { input }) });
const coded = (input: object) => ({ reason: 'seen', ...input, otp: supervisor.phone.code() });
const suspended = (id: string) => suspendedOf(server, id);
async function lateMoney(amount = '1000', reference = utr()) {
  const id = await paying(amount);
  expect((await act('cancel', id)).done).toEqual([id]);
  expect(await tell(id, amount, { utr: reference, upstreamOrderNo: `u${id}` })).toBe('review');
  return { id, reference };
}
async function line(reference: string, amount: string): Promise<string> {
  const [bill] = await billsOf(server, await take(server, world, `${stamp()},${reference},${amount},,,`));
  return bill!.id;
}
async function match(bill: string, order: string) {
  const { orderNo } = await orderOf(server, order);
  return world.finance.command<ActionResult>('bankBill/match', { ids: [bill], input: { orderNo } });
}
const unmatch = (bill: string) => world.finance.command<ActionResult>('bankBill/unmatch', { ids: [bill] });
const items = async (id: string) =>
  (
    await pool().query<{ amount: number; status: string }>(
      'select amount::float as amount, status from review_item where order_id = $1 order by id',
      [id],
    )
  ).rows;

describe('under one number of the upstream', () => {
  it('a second reference is a second payment, and told again it is the same', async () => {
    const [id, first, second] = [await paying(), utr(), utr()];
    const upstreamOrderNo = `u${id}`;
    await tell(id, '1000', { utr: first, upstreamOrderNo });
    for (let again = 0; again < 3; again += 1) {
      await tell(id, '1000', { utr: second, upstreamOrderNo });
      await tell(id, '1000', { utr: first, upstreamOrderNo });
    }
    expect(await suspended(id)).toBe('1000');
    expect(await items(id)).toEqual([{ amount: 1000, status: 'open' }]);
  });

  it('the parts of a payment all arrive', async () => {
    const id = await paying();
    for (const part of ['400', '600']) await tell(id, part, { utr: utr(), upstreamOrderNo: `u${id}` });
    expect(await suspended(id)).toBe('1000');
  });

  it('more money without a reference is told of once, and named by a later word', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    for (const more of [{}, {}, { utr: reference }, {}])
      await tell(id, '300', { upstreamOrderNo: `v${id}`, ...more });
    expect(await suspended(id)).toBe('300');
    const { rows } = await pool().query('select reference from suspended_reference where order_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ reference }]);
  });

  it('another sum without a reference contradicts, and is left to a person', async () => {
    const id = await paying();
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '700', { upstreamOrderNo: `u${id}` });
    expect(await suspended(id)).toBe('0');
    expect(await items(id)).toEqual([{ amount: 700, status: 'open' }]);
  });
});

describe('an order that is submitted again', () => {
  it.each(['the upstream', 'a line'])(
    'is paid by the money that waits for it, told of by %s',
    async (who) => {
      const { id, reference } = await lateMoney();
      await act('overrule', id, { reason: 'too late' });
      await transact(pool(), (tx) => submitOrder(tx, id));
      if (who === 'a line') await match(await line(reference, '1000'), id);
      else expect(await tell(id, '1000', { utr: reference, upstreamOrderNo: `v${id}` })).toBe('success');
      expect(await orderOf(server, id)).toMatchObject({ status: 2, paid: '1000' });
      expect(await suspended(id)).toBe('0');
      expect(await items(id)).toEqual([{ amount: 1000, status: 'done' }]);
    },
  );

  it('goes to a person where that money is not its amount', async () => {
    const id = await paying();
    const reference = utr();
    await tell(id, '900', { utr: reference, upstreamOrderNo: `u${id}` });
    await act('overrule', id, { reason: 'too little' });
    await transact(pool(), (tx) => submitOrder(tx, id));
    expect(await tell(id, '900', { utr: reference, upstreamOrderNo: `v${id}` })).toBe('review');
    expect(await suspended(id)).toBe('900');
  });
});

describe('a line of a statement', () => {
  it('confirms its order by its own money alone: what came under another reference stays in sight', async () => {
    const { id, reference } = await lateMoney();
    const other = utr();
    await line(other, '1000');
    expect((await act('repairProof', id, { utr: other })).done).toEqual([id]);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, utr: other });
    expect(await suspended(id)).toBe('1000');
    expect(await items(id)).toEqual([{ amount: 1000, status: 'open' }]);
    expect((await match(await line(reference, '1000'), id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('1000');
  });

  it.each([
    ['by the one it was confirmed by', 0],
    ['by the one that was told of', 1],
  ])('tells two payments that a person took for one, the second proved %s', async (_, last) => {
    const { id, reference } = await lateMoney();
    const other = utr();
    const asked = { ids: [id], input: { utr: other, reason: 'seen' }, dryRun: true };
    const dry = await supervisor.client.command<ActionResult>('collectOrder/forceConfirm', asked);
    const beside = [{ amount: '1000', currency: 'INR', utr: reference }];
    expect(dry.preview?.[0]?.after).toMatchObject({ arrived: '1000', beside });
    expect((await act('forceConfirm', id, coded({ utr: other }))).done).toEqual([id]);
    expect(await suspended(id)).toBe('0');
    const lines = [await line(other, '1000'), await line(reference, '1000')];
    if (last === 0) lines.reverse();
    expect((await match(lines[0]!, id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('0');
    expect((await match(lines[1]!, id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('1000');
    expect(await items(id)).toEqual([{ amount: 1000, status: 'open' }]);
  });

  it('is tied to the part of the order that it proves, where all of them went into it', async () => {
    const [id, first, second] = [await paying(), utr(), utr()];
    await tell(id, '400', { utr: first, upstreamOrderNo: `u${id}` });
    await tell(id, '600', { utr: second, upstreamOrderNo: `v${id}` });
    expect((await act('forceConfirm', id, coded({ utr: first }))).done).toEqual([id]);
    expect((await match(await line(first, '400'), id)).done).toHaveLength(1);
    expect((await match(await line(second, '600'), id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('0');
  });

  it('is more money where another one confirmed the order by what had no reference', async () => {
    const id = await paying();
    await act('cancel', id);
    await tell(id, '1000', { upstreamOrderNo: `u${id}` });
    expect((await match(await line(utr(), '1000'), id)).done).toHaveLength(1);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, paid: '1000' });
    expect((await match(await line(utr(), '1000'), id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('1000');
  });

  it.each([
    ['without a reference, told of with one', '', utr()],
    ['with a reference, told of without one', utr(), undefined],
  ])('%s pays an order that was submitted again once', async (_, written, told) => {
    const id = await paying();
    await act('cancel', id);
    await tell(id, '1000', { utr: told, upstreamOrderNo: `u${id}` });
    await act('overrule', id, { reason: 'too late' });
    await transact(pool(), (tx) => submitOrder(tx, id));
    expect((await match(await line(written, '1000'), id)).done).toHaveLength(1);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, paid: '1000' });
    expect(await suspended(id)).toBe('0');
  });

  it('goes without the upstream’s word of its money', async () => {
    const [id, reference] = [await paying('380.5'), utr()];
    await act('cancel', id);
    const bill = await line(reference, '380.5');
    await match(bill, id);
    await tell(id, '380.5', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect(await suspended(id)).toBe('380.5');
    expect(await orderOf(server, id)).toMatchObject({ status: 7, paid: '380.5' });
  });

  it('is tied to more money that was told of without a reference', async () => {
    const id = await paying();
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '1000', { upstreamOrderNo: `v${id}` });
    expect((await match(await line(utr(), '1000'), id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('1000');
    expect(await items(id)).toHaveLength(1);
  });

  it('takes along what is listed and paid by it when it is undone', async () => {
    const [id, first, second] = [await paying('600'), utr(), utr()];
    await act('cancel', id);
    const bills = [await line(first, '600'), await line(second, '600')];
    for (const bill of bills) await match(bill, id);
    expect((await act('forceConfirm', id, coded({ utr: first }))).done).toEqual([id]);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, paid: '1200' });
    expect((await unmatch(bills[1]!)).done).toHaveLength(1);
    expect(await orderOf(server, id)).toMatchObject({ status: 2, paid: '600' });
    expect(await items(id)).toEqual([{ amount: 600, status: 'done' }]);
  });
});

describe('a reference', () => {
  it('that was noted on one order and paid another is let go of', async () => {
    const [noted, paid, reference] = [await paying(), await paying(), utr()];
    await act('repairProof', noted, { utr: reference });
    expect(await tell(paid, '1000', { utr: reference })).toBe('success');
    expect(await tell(noted, '1000', { utr: reference })).toBe('review');
    expect(await orderOf(server, noted)).toMatchObject({ utr: null, paid: '1000' });
  });

  it('that waits for one order is doubted for another', async () => {
    const [id, other, more] = [await paying(), await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '1000', { utr: more, upstreamOrderNo: `v${id}` });
    expect(await tell(other, '1000', { utr: more, upstreamOrderNo: `u${other}` })).toBe('review');
  });

  it('that waits for one order and confirms another takes its money along', async () => {
    const [id, other, more] = [await paying(), await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '1000', { utr: more, upstreamOrderNo: `v${id}` });
    expect((await act('forceConfirm', other, coded({ utr: more }))).done).toEqual([other]);
    expect(await suspended(other)).toBe('-1000');
    expect(await items(id)).toEqual([{ amount: 1000, status: 'done' }]);
    expect((await match(await line(more, '1000'), other)).done).toHaveLength(1);
    const third = await paying('900');
    expect((await act('forceConfirm', third, coded({ utr: more }))).refused[0]?.code).toBe('utrUsed');
  });

  it('is one however it is written', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: reference });
    await tell(id, '1000', { utr: `UTR ${reference}` });
    expect(await suspended(id)).toBe('0');
    const late = await lateMoney('1000', `UTR${utr()}`);
    await match(await line(late.reference.slice(3), '1000'), late.id);
    expect(await orderOf(server, late.id)).toMatchObject({ status: 2, paid: '1000' });
    expect(await suspended(late.id)).toBe('0');
  });

  it('of a payout that came back proves no payment', async () => {
    const { rows } = await pool().query<{ id: string; utr: string }>(
      `insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, currency, amount, fee_rate,
         fixed_fee, fee, status, utr)
       select id + 1, 'P' || id, merchant_id, 'P' || id, channel_id, 'INR', 1500, 0, 0, 0, 8, $2
       from collect_order where id = $1 returning id::text, utr`,
      [await paying(), utr()],
    );
    const [payout] = rows;
    const id = await paying('1500');
    const refused = await act('forceConfirm', id, coded({ utr: payout!.utr }));
    expect(refused.refused[0]).toMatchObject({ code: 'utrUsed', message: expect.stringContaining('P') });
    expect((await match(await line(payout!.utr, '1500'), id)).refused[0]?.code).toBe('utrUsed');
    expect(await tell(id, '1500', { utr: payout!.utr })).toBe('review');
    await server.database.owner.query('delete from pay_order where id = $1', [payout!.id]);
  });
});

describe('a request for money that waits in suspense', () => {
  async function asked(amount: string, reference: string) {
    const values = { merchantId: world.merchantId, currency: 'INR', amount, utr: reference };
    const made = await maker.client.call<{ id: string }>('manualOrder/add', {
      ...values,
      upstreamId: world.upstreamId,
    });
    expect((await decide(maker, 'submit', made.id)).done).toEqual([made.id]);
    return made.id;
  }
  const decide = (who: Hand, action: string, id: string, dryRun = false) =>
    who.client.command<ActionResult>(`manualOrder/${action}`, { ids: [id], dryRun });
  async function more(amount: string) {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, amount, { utr: reference, upstreamOrderNo: `v${id}` });
    return { id, reference };
  }

  it('credits it from there, whichever upstream it names', async () => {
    const { id, reference } = await more('900');
    const request = await asked('900', reference);
    const dry = await decide(checker, 'approve', request, true);
    expect(dry.preview?.[0]?.after).toHaveProperty('suspenseBefore');
    expect((await decide(checker, 'approve', request)).done).toEqual([request]);
    const { rows } = await pool().query(
      `select p.account, trim_scale(p.amount)::text as amount from platform_posting p
       join journal_entry e on e.id = p.entry_id where e.order_id = $1`,
      [request],
    );
    expect(rows).toEqual([{ account: 'suspense', amount: '-900' }]);
    expect(await items(id)).toEqual([{ amount: 900, status: 'done' }]);
  });

  it('is refused another sum, and leaves the item in sight', async () => {
    const { id, reference } = await more('900');
    const request = await asked('1', reference);
    const { orderNo } = await orderOf(server, id);
    const answer = await decide(checker, 'approve', request);
    expect(answer.refused[0]).toMatchObject({
      code: 'waitsInSuspense',
      message: `900 INR waits in suspense under this reference for order ${orderNo}: credit just that`,
    });
    expect(await items(id)).toEqual([{ amount: 900, status: 'open' }]);
  });
});

it('a payment that is reversed waits again, and is listed', async () => {
  const { id, reference } = await lateMoney();
  expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
  expect(await items(id)).toEqual([]);
  expect((await act('reverse', id, coded({}))).done).toEqual([id]);
  expect(await suspended(id)).toBe('1000');
  expect(await items(id)).toEqual([{ amount: 1000, status: 'open' }]);
});
