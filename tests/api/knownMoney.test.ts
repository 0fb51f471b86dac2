import { describe, expect, it } from 'vitest';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { utr } from '../safety/world.ts';
import { knownMoney } from './knownMoneyWorld.ts';

/** Money that is reported again, under another name or for another order, and money that only seems to be the same. */

const { owner, pool, paying, tell, act, coded, suspended, lateMoney, line, match, items, orderOf } =
  knownMoney();

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
    const { rows } = await pool().query('select reference from payment where order_id = $1 and held', [id]);
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
      expect(await orderOf(id)).toMatchObject({ status: 2, paid: '1000' });
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

describe('a reference', () => {
  it('that was noted on one order and paid another is let go of', async () => {
    const [noted, paid, reference] = [await paying(), await paying(), utr()];
    await act('repairProof', noted, { utr: reference });
    expect(await tell(paid, '1000', { utr: reference })).toBe('success');
    expect(await tell(noted, '1000', { utr: reference })).toBe('review');
    expect(await orderOf(noted)).toMatchObject({ utr: null, paid: '1000' });
  });

  it('that a person only noted is no word of its money', async () => {
    const { id } = await lateMoney();
    const other = utr();
    await act('repairProof', id, { utr: other });
    await tell(id, '1000', { utr: other, upstreamOrderNo: `v${id}` });
    expect(await suspended(id)).toBe('2000');
  });

  it('that comes later is kept with the money it is of', async () => {
    const [id, reference, other] = [await paying(), utr(), await paying()];
    await act('cancel', id);
    for (const named of [{}, { utr: reference }])
      await tell(id, '1000', { upstreamOrderNo: `u${id}`, ...named });
    expect((await act('forceConfirm', id, coded({ utr: utr() }))).done).toEqual([id]);
    expect(await tell(other, '1000', { utr: reference })).toBe('review');
  });

  it('told again after a reversal is no new money', async () => {
    const [id, reference] = [await paying(), utr()];
    const word = { utr: reference, upstreamOrderNo: `u${id}` };
    await tell(id, '1000', word);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    await tell(id, '1000', word);
    await tell(id, '1000', { upstreamOrderNo: `u${id}` });
    expect(await suspended(id)).toBe('0');
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
    expect(await orderOf(late.id)).toMatchObject({ status: 2, paid: '1000' });
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
    await owner().query('delete from pay_order where id = $1', [payout!.id]);
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

it('more money that is listed is listed once when the order is reversed', async () => {
  const id = await paying();
  await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
  await tell(id, '900', { utr: utr(), upstreamOrderNo: `v${id}` });
  expect((await act('reverse', id, coded({}))).done).toEqual([id]);
  expect(await items(id)).toEqual([{ amount: 900, status: 'open' }]);
});

it('what a confirmation takes from another order is of what was paid, beside a part that stays', async () => {
  const [from, id, taken] = [await paying(), await paying(), utr()];
  await tell(from, '1000', { utr: utr(), upstreamOrderNo: `n${from}` });
  await tell(from, '1000', { utr: taken, upstreamOrderNo: `m${from}` });
  await tell(id, '400', { utr: utr(), upstreamOrderNo: `n${id}` });
  const faults = async () => (await owner().query('select subject, problem from invariant_i15')).rows;
  expect((await act('forceConfirm', id, coded({ utr: taken }))).done).toEqual([id]);
  const listed = async (order: string) => (await items(order)).filter(({ status }) => status === 'open');
  expect([await listed(from), await listed(id), await faults()]).toEqual([
    [],
    [{ amount: 400, status: 'open' }],
    [],
  ]);
  expect((await act('reverse', id, coded({}))).done).toEqual([id]);
  expect([await listed(from), await faults()]).toEqual([[{ amount: 1000, status: 'open' }], []]);
});
