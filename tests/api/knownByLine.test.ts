import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { utr } from '../safety/world.ts';
import { knownMoney } from './knownMoneyWorld.ts';

/** Lines of statements and the money that was reported before them. */

const {
  pool,
  paying,
  tell,
  act,
  coded,
  suspended,
  lateMoney,
  line,
  match,
  unmatch,
  items,
  orderOf,
  supervisor,
} = knownMoney();

describe('a line of a statement', () => {
  it('confirms its order by its own money alone: what came under another reference stays in sight', async () => {
    const { id, reference } = await lateMoney();
    const other = utr();
    await line(other, '1000');
    expect((await act('repairProof', id, { utr: other })).done).toEqual([id]);
    expect(await orderOf(id)).toMatchObject({ status: 2, utr: other });
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
    const dry = await supervisor().client.command<ActionResult>('collectOrder/forceConfirm', asked);
    const otherMoney = [{ amount: '1000', currency: 'INR', utr: reference }];
    expect(dry.preview?.[0]?.after).toMatchObject({ arrived: '1000', otherMoney });
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
    expect(await orderOf(id)).toMatchObject({ status: 2, paid: '1000' });
    expect((await match(await line(utr(), '1000'), id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('1000');
  });

  it.each([
    ['without a reference, told of with one', '', utr()],
    ['with a reference, told of without one', utr(), undefined],
  ])('%s pays an order that was submitted again once', async (_, written, noticed) => {
    const id = await paying();
    await act('cancel', id);
    await tell(id, '1000', { utr: noticed, upstreamOrderNo: `u${id}` });
    await act('overrule', id, { reason: 'too late' });
    await transact(pool(), (tx) => submitOrder(tx, id));
    expect((await match(await line(written, '1000'), id)).done).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ status: 2, paid: '1000' });
    expect(await suspended(id)).toBe('0');
  });

  it('proves parts that went into a confirmation by another payment, which is more money then', async () => {
    const [id, first, second, other] = [await paying(), utr(), utr(), utr()];
    await tell(id, '400', { utr: first, upstreamOrderNo: `u${id}` });
    await tell(id, '600', { utr: second, upstreamOrderNo: `v${id}` });
    expect((await act('forceConfirm', id, coded({ utr: other }))).done).toEqual([id]);
    const whole = await line(other, '1000');
    const parts = [await line(first, '400'), await line(second, '600')];
    for (const bill of [whole, ...parts]) expect((await match(bill, id)).done).toEqual([bill]);
    expect(await suspended(id)).toBe('1000');
    // Without the line that the order was confirmed by, its parts are its money again.
    expect((await unmatch(whole)).done).toEqual([whole]);
    expect(await suspended(id)).toBe('0');
  });

  it('is what came, where the upstream told of another currency', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '900', { utr: reference, currency: 'USD', upstreamOrderNo: `u${id}` });
    expect((await match(await line(reference, '900'), id)).done).toHaveLength(1);
    const { rows } = await pool().query(
      `select p.currency, trim_scale(sum(p.amount))::text as held from journal_entry e
       join platform_posting p on p.entry_id = e.id where e.order_id = $1 and p.account = 'suspense' group by 1 order by 1`,
      [id],
    );
    expect(rows).toEqual([
      { currency: 'INR', held: '900' },
      { currency: 'USD', held: '0' },
    ]);
  });

  it('goes without the upstream’s word of its money', async () => {
    const [id, reference] = [await paying('380.5'), utr()];
    await act('cancel', id);
    const bill = await line(reference, '380.5');
    await match(bill, id);
    await tell(id, '380.5', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect(await suspended(id)).toBe('380.5');
    expect(await orderOf(id)).toMatchObject({ status: 7, paid: '380.5' });
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
    expect(await orderOf(id)).toMatchObject({ status: 2, paid: '1200' });
    expect((await unmatch(bills[1]!)).done).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ status: 2, paid: '600' });
    expect(await items(id)).toEqual([{ amount: 600, status: 'done' }]);
  });
});

it('an order whose line goes is known by the payment that is left: another of the same sum is another', async () => {
  const [id, left, gone] = [await paying(), utr(), utr()];
  const bill = await line(gone, '600');
  expect((await match(bill, id)).done).toEqual([bill]);
  await tell(id, '600', { utr: left, upstreamOrderNo: `n${left}` });
  expect((await unmatch(bill)).done).toEqual([bill]);
  expect(await orderOf(id)).toMatchObject({ utr: left });
  await tell(id, '600', { utr: gone, upstreamOrderNo: `n${gone}` });
  expect(await suspended(id)).toBe('1200');
  expect((await match(bill, id)).done).toEqual([bill]);
  expect(await suspended(id)).toBe('1200');
});
