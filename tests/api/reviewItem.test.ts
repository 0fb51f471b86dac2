import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Row, Totals } from '../../contract/calls.ts';
import { returnPayout } from '../../server/domain/orders/payout/payMoves.ts';
import { lockPayout } from '../../server/domain/orders/payStore.ts';
import { ROLES } from '../../server/demo/seed/roles.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, utr } from '../safety/world.ts';
import { listen } from '../support/stream.ts';
import { billsOf, makeBankWorld, stamp, take } from './bankWorld.ts';
import { type Kind, type Order, type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** Money that comes for an order which has its end is left to a person: once, in a list, with a notice. */

const MAY = [
  'collectOrder:page',
  'payOrder:page',
  'reviewItem:page',
  'reviewItem:close',
  'reviewItem:export',
];

let talk: UpstreamTalk;
let staff: Hand;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(async () => {
  expect(await checkInvariants(talk.server.database.owner)).toEqual([]);
  await talk.stop();
});
beforeEach(async () => {
  await talk.fresh();
  staff = await hand(talk.server, talk.world, MAY);
});

const pool = () => talk.pool;
const items = async (who = staff, body: Record<string, unknown> = {}) =>
  (await who.client.call<{ items: Row[] }>('reviewItem/page', { ...body, pageSize: 100 })).items;
const of = (order: Order) => items(staff, { orderNo: order.orderNo });
const notices = async (who = staff) =>
  (await who.client.call<{ title: string; content: string }[]>('sysNotice/mine', {})).filter(({ content }) =>
    content.includes('Review items'),
  );
const close = (who: Hand, ids: readonly unknown[], reason: string | null = 'refunded to the payer') =>
  who.client.command<ActionResult>('reviewItem/close', { ids, input: { reason } });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);
const INR = { amount: '1000', currency: 'INR' };

async function succeeded(kind: Kind): Promise<{ order: Order; reference: string; number: string }> {
  const [order, reference] = [await talk.submitted(kind), utr()];
  const number = `u${order.id}`;
  await talk.tell(order, { ...INR, utr: reference, upstreamOrderNo: number });
  expect(await talk.stateOf(order)).toBe('success');
  return { order, reference, number };
}

/** A payout that both of its routes refused. */
async function failed(): Promise<Order> {
  const order = await talk.submitted('pay');
  await talk.tell(order, { state: 'failed' });
  await submitPayout(talk.server.deps, order.id);
  await talk.tell(order, { state: 'failed' }, talk.world.codes[1]);
  expect(await talk.stateOf(order)).toBe('failed');
  return order;
}

async function returned(): Promise<Awaited<ReturnType<typeof succeeded>>> {
  const paid = await succeeded('pay');
  await transact(pool(), async (tx) => {
    const actor = { operator: 'test', operatorId: null };
    await returnPayout(tx, await lockPayout(tx, paid.order.id), false, 'came back', new Date(), actor);
  });
  return paid;
}

describe('more money for a collection', () => {
  it('is in suspense and in the list, is told of, and leaves the order as it is', async () => {
    const { order } = await succeeded('collect');
    expect(await of(order)).toEqual([]);
    const [reference, number] = [utr(), `v${order.id}`];
    const more = { ...INR, utr: reference, upstreamOrderNo: number };
    for (let again = 0; again < 3; again += 1) await talk.tell(order, more);
    expect(await talk.stateOf(order)).toBe('success');
    expect(await talk.entriesOf(order)).toEqual(['collection', 'suspense']);
    const [item, ...others] = await of(order);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      orderKind: 'collectOrder',
      kind: 'moreMoney',
      status: 'open',
      merchantId: talk.world.merchantId,
      upstreamId: talk.world.upstreamId,
      ...INR,
      utr: reference,
      upstreamOrderNo: number,
      reported: '+ 1000 INR',
      closedBy: null,
    });
    const { rows } = await pool().query(
      "select id::text from journal_entry where order_id = $1 and kind = 'suspense'",
      [order.id],
    );
    expect(rows).toEqual([{ id: item!.entryId }]);
    expect(await notices()).toHaveLength(1);
  });

  it('is found by what it names, among what nobody has closed', async () => {
    const { order } = await succeeded('collect');
    const reference = utr();
    await talk.tell(order, { ...INR, utr: reference });
    const found = { status: ['open'], kind: ['moreMoney'], merchantId: [talk.world.merchantId] };
    expect(await items(staff, { ...found, currency: ['INR'], anyId: reference })).toHaveLength(1);
    expect(await items(staff, { status: ['done'], anyId: order.orderNo })).toEqual([]);
  });

  it('of one that waits in review is there already', async () => {
    const order = await talk.submitted('collect');
    for (const amount of ['900', '1000', '-5']) await talk.tell(order, { ...INR, amount, utr: utr() });
    expect(await talk.stateOf(order)).toBe('review');
    expect(await of(order)).toEqual([]);
  });

  it.each([
    ['no amount', { amount: '-5' }, { amount: null, currency: 'INR', reported: 'paid -5 INR' }],
    ['no currency', { amount: '5', currency: '₹' }, { amount: null, currency: null }],
  ])('that is %s is a contradiction for a person', async (_, message, shown) => {
    const { order } = await succeeded('collect');
    for (let again = 0; again < 2; again += 1) await talk.tell(order, { ...INR, ...message });
    expect(await of(order)).toEqual([expect.objectContaining({ kind: 'contradiction', ...shown })]);
  });

  it('of another sum under the same reference is one', async () => {
    const { order, reference } = await succeeded('collect');
    for (let again = 0; again < 2; again += 1)
      await talk.tell(order, { ...INR, amount: '900', utr: reference });
    expect(await of(order)).toEqual([
      expect.objectContaining({ kind: 'contradiction', amount: '900', utr: reference, entryId: null }),
    ]);
  });
});

describe('a payout that is said to be paid', () => {
  it('after it failed is in the list once, however the word is repeated', async () => {
    const { length } = await notices();
    const order = await failed();
    const before = await balancesOf(pool(), talk.world.merchantId);
    const [reference, number] = [utr(), `n${order.id}`];
    for (const message of [
      { upstreamOrderNo: number },
      { upstreamOrderNo: number },
      { utr: reference },
      { utr: `UTR: ${reference}`, upstreamOrderNo: number },
    ])
      await talk.tell(order, { ...INR, ...message });
    expect(await talk.stateOf(order)).toBe('failed');
    expect(await balancesOf(pool(), talk.world.merchantId)).toEqual(before);
    expect(await of(order)).toEqual([
      expect.objectContaining({
        orderKind: 'payOrder',
        kind: 'paidAfterEnd',
        status: 'open',
        upstreamId: talk.world.upstreamId,
        ...INR,
        utr: reference,
        upstreamOrderNo: number,
        reported: `paid 1000 INR, ${number}`,
      }),
    ]);
    // By another transfer, by another route, or of another sum it is other money.
    await talk.tell(order, { ...INR, utr: utr() });
    await talk.tell(order, { ...INR, utr: reference }, talk.world.codes[1]);
    await talk.tell(order, { ...INR, amount: '999', utr: reference });
    expect(await of(order)).toHaveLength(4);
    expect(await notices()).toHaveLength(length + 2);
  });

  it('by another transfer once it is paid', async () => {
    const { order, reference, number } = await succeeded('pay');
    await talk.tell(order, { ...INR, utr: reference, upstreamOrderNo: number });
    await talk.tell(order, { ...INR });
    expect(await of(order)).toEqual([]);
    await talk.tell(order, { ...INR, utr: utr(), upstreamOrderNo: number });
    expect(await of(order)).toEqual([expect.objectContaining({ kind: 'paidAfterEnd' })]);
  });

  it('again after the bank sent it back is only said again', async () => {
    const { order, reference, number } = await returned();
    const words = [{ utr: reference, upstreamOrderNo: number }, { utr: ` ${reference}` }, {}];
    for (const message of words)
      expect((await talk.tell(order, { ...INR, ...message })).kept?.applied).toBe('applied');
    expect(await of(order)).toEqual([]);
    expect((await talk.logOf(order)).map(({ event }) => event)).not.toContain('contradiction');
    await talk.tell(order, { ...INR, utr: utr(), upstreamOrderNo: number });
    expect(await of(order)).toHaveLength(1);
  });

  it('with the number that the first word had left out is only said again, and is held against the next', async () => {
    const [order, reference] = [await talk.submitted('pay'), utr()];
    await talk.tell(order, INR);
    for (let again = 0; again < 2; again += 1) await talk.tell(order, { ...INR, utr: reference });
    expect(await of(order)).toEqual([]);
    const { rows } = await pool().query('select utr from pay_order where id = $1', [order.id]);
    expect(rows).toEqual([{ utr: reference }]);
    expect((await talk.logOf(order)).filter(({ remark }) => remark === `= UTR ${reference}`)).toHaveLength(1);
    await talk.tell(order, { ...INR, utr: utr() });
    expect(await of(order)).toHaveLength(1);
  });

  it('by the transfer of another payout is no repetition', async () => {
    const other = await succeeded('pay');
    const order = await talk.submitted('pay');
    await talk.tell(order, INR);
    await talk.tell(order, { ...INR, utr: other.reference });
    expect(await of(order)).toHaveLength(1);
  });

  it('by a route that it has left, while it is with the next one and after that has paid', async () => {
    const order = await talk.submitted('pay');
    await talk.tell(order, { state: 'failed' });
    await submitPayout(talk.server.deps, order.id);
    await talk.tell(order, INR);
    expect(await talk.stateOf(order)).toBe('processing');
    expect(await of(order)).toEqual([expect.objectContaining({ kind: 'contradiction' })]);
    await talk.tell(order, { ...INR, utr: utr() }, talk.world.codes[1]);
    expect(await talk.stateOf(order)).toBe('success');
    // Without a reference nothing proves that it means what the other one paid.
    await talk.tell(order, INR);
    expect(await of(order)).toHaveLength(1);
  });
});

describe('an item', () => {
  async function open(count = 1): Promise<{ order: Order; ids: string[] }> {
    const { order } = await succeeded('collect');
    for (let at = 0; at < count; at += 1) await talk.tell(order, { ...INR, utr: utr() });
    return { order, ids: (await of(order)).map(({ id }) => id) };
  }
  const shownOn = async (order: Order, who = staff) =>
    (await who.client.call<Row>(`${order.kind}Order/detail?id=${order.id}`)).reviewItems;

  it('shows on its order as long as it waits, and is closed with a reason and in the order’s log', async () => {
    const { order, ids } = await open(3);
    expect(await shownOn(order)).toBe(3);
    const paid = await failed();
    await talk.tell(paid, INR);
    expect(await shownOn(paid)).toBe(1);
    await expect(close(staff, ids, null)).rejects.toThrow('400');
    expect((await close(staff, ids.slice(0, 2))).done.toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(await shownOn(order)).toBe(1);
    const closed = await items(staff, { orderNo: order.orderNo, status: ['done'] });
    expect(closed).toHaveLength(2);
    expect(closed[0]).toMatchObject({ reason: 'refunded to the payer' });
    expect(closed[0]!.closedAt).not.toBeNull();
    expect((await talk.logOf(order)).filter(({ event }) => event === 'closeReview')).toEqual(
      ids.slice(0, 2).map(() => ({ event: 'closeReview', remark: 'refunded to the payer' })),
    );
    expect(codesOf(await close(staff, [ids[0]]))).toEqual(['guard']);
    expect((await close(staff, [ids[2]])).done).toEqual([ids[2]]);
    expect(await shownOn(order)).toBeUndefined();
    expect(await talk.stateOf(order)).toBe('success');
  });

  it('is added up with the others of its currency, of those that are open or of those that are done', async () => {
    const { order, ids } = await open(3);
    await close(staff, ids.slice(0, 1));
    const sums = async (status: string) =>
      (await staff.client.call<Totals>('reviewItem/totals', { orderNo: order.orderNo, status: [status] }))
        .byCurrency;
    expect(await sums('open')).toEqual([{ currency: 'INR', count: 2, sums: { amount: '2000' } }]);
    expect(await sums('done')).toEqual([{ currency: 'INR', count: 1, sums: { amount: '1000' } }]);
  });

  it('says before it is closed how much it is about', async () => {
    const { ids } = await open(2);
    const rehearse = (some: string[]) =>
      staff.client.call<ActionResult>('reviewItem/close', { ids: some, dryRun: true });
    const { preview } = await rehearse(ids.slice(0, 1));
    expect(preview![0]!.after).toMatchObject({ status: 'done', ...INR });
    const { impact } = await rehearse(ids);
    expect(impact!.byCurrency).toEqual([{ currency: 'INR', count: 2, sums: { amount: '2000' } }]);
  });

  it('is closed by one of two at once, and stays closed when it is told again', async () => {
    const order = await failed();
    const message = { ...INR, utr: utr() };
    await talk.tell(order, message);
    const [item] = await of(order);
    const answers = await Promise.all([1, 2, 3].map(() => close(staff, [item!.id])));
    expect(answers.flatMap(({ done }) => done)).toEqual([item!.id]);
    await talk.tell(order, message);
    expect(await of(order)).toEqual([expect.objectContaining({ status: 'done' })]);
  });

  it('is its own tenant’s alone, and nothing to merchants and agents', async () => {
    const { order, ids } = await open();
    const stranger = await hand(talk.server, await makeWorld(pool()), MAY);
    expect(await items(stranger)).toEqual([]);
    expect(await notices(stranger)).toEqual([]);
    // What becomes of money in suspense is the platform's to say, of a tenant's own items too.
    const refused = await stranger.client.ask(
      'reviewItem/close',
      { ids, input: { reason: 'refunded to the payer' } },
      { 'Idempotency-Key': newId() },
    );
    expect(refused.body.extras?.errorCode).toBe('platformBooks');
    for (const merchantId of [talk.world.merchantId, talk.world.agentId]) {
      const outside = await hand(talk.server, talk.world, MAY, merchantId);
      await expect(items(outside)).rejects.toThrow('403');
      await expect(close(outside, ids)).rejects.toThrow('403');
      expect(await notices(outside)).toEqual([]);
      expect(await shownOn(order, outside)).toBeUndefined();
    }
    const blind = await hand(talk.server, talk.world, ['collectOrder:page']);
    expect(await shownOn(order, blind)).toBeUndefined();
    expect((await of(order)).map(({ status }) => status)).toEqual(['open']);
  });

  it('is heard of by those who see its merchant', async () => {
    const stops: AbortController[] = [];
    const branch = await hand(talk.server, talk.world, MAY);
    await pool().query(
      `update sys_role set data_scope = 2 where id = (select role_id from sys_user_role where user_id = $1)`,
      [branch.id],
    );
    const outside = await hand(talk.server, talk.world, MAY, talk.world.merchantId);
    const streams = await Promise.all(
      [branch, outside].map(({ client }) => listen(talk.server.base, client, stops)),
    );
    const { order, ids } = await open();
    const heard = streams.map((stream) => () => stream.changes().map(({ id }) => id));
    await streams[0]!.until(() => heard[0]!().includes(ids[0]!));
    await streams[1]!.until(() => heard[1]!().includes(order.id));
    expect(heard[1]!()).not.toContain(ids[0]);
    for (const stop of stops) stop.abort();
  });

  it('is for those who handle orders and for finance', () => {
    const codes = ROLES.filter(({ permissions }) => permissions.includes('reviewItem:close')).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['administrator', 'operator', 'finance', 'branchOperator']);
  });
});

it('goes with the bank line that brought its money and was not the order’s', async () => {
  const { server } = talk;
  const world = await makeBankWorld(server);
  const { order } = await succeeded('collect');
  await pool().query('update merchant set tenant_id = $2 where id = $1', [
    talk.world.merchantId,
    world.tenantId,
  ]);
  const [bill] = await billsOf(server, await take(server, world, `${stamp()},${utr()},1000,,,`));
  const matched = await world.finance.command<ActionResult>('bankBill/match', {
    ids: [bill!.id],
    input: { orderNo: order.orderNo },
  });
  expect(matched.done).toEqual([bill!.id]);
  const read = async () =>
    (
      await world.finance.call<{ items: Row[] }>('reviewItem/page', {
        orderNo: order.orderNo,
        pageSize: 10,
      })
    ).items;
  expect(await read()).toEqual([expect.objectContaining({ kind: 'moreMoney', status: 'open' })]);
  await world.finance.command('bankBill/unmatch', { ids: [bill!.id] });
  const [item] = await read();
  expect(item).toMatchObject({ status: 'done' });
  expect(item!.reason).toContain(bill!.billNo);
});
