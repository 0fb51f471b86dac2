import { describe, expect, it } from 'vitest';
import { utr } from '../safety/world.ts';
import { knownMoney } from './knownMoneyWorld.ts';

/** Money that is reported without a reference, or by its line first, and named later. */

const known = knownMoney();
const { pool, paying, tell, act, coded, suspended, line, match, matched, unmatch, items, open, orderOf } =
  known;

/** An order whose own payment the upstream has reported. */
async function succeeded() {
  const [id, reference] = [await paying(), utr()];
  await tell(id, '1000', { utr: reference, upstreamOrderNo: `n${id}` });
  return { id, reference };
}

/** An order in review by a first part. */
async function inReview(amount: string, more: { utr?: string; upstreamOrderNo?: string } = {}) {
  const id = await paying();
  expect(await tell(id, amount, more)).toBe('review');
  return id;
}

const events = async (order: string): Promise<string[]> =>
  (
    await pool().query<{ kind: string }>('select kind from review_item where order_id = $1 order by id', [
      order,
    ])
  ).rows.map(({ kind }) => kind);

describe('a line names the money that it proves', () => {
  it('which the payment of another line does not draw', async () => {
    const id = await inReview('400');
    await matched(utr(), '400', id);
    const own = utr();
    await matched(own, '1000', id);
    expect([(await orderOf(id)).status, await suspended(id)]).toEqual([7, '1400']);
    expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
    expect(await open(id)).toEqual([400]);
  });

  it('so that what a person drew of it is booked beside once the right line comes', async () => {
    const id = await inReview('400');
    await matched(utr(), '400', id);
    const own = utr();
    expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
    await matched(own, '1000', id);
    // 1400 came: what the order drew of them, and the line as well.
    expect(await open(id)).toEqual([1000]);
  });

  it('and another reference under the same number is another payment', async () => {
    const id = await paying();
    expect((await act('cancel', id)).done).toEqual([id]);
    await tell(id, '900', { upstreamOrderNo: `n${id}` });
    await matched(utr(), '900', id);
    const second = utr();
    await tell(id, '900', { utr: second, upstreamOrderNo: `n${id}` });
    expect(await suspended(id)).toBe('1800');
    await matched(second, '900', id);
    expect(await suspended(id)).toBe('1800');
  });

  it('until its match is undone, unless the upstream names it too', async () => {
    for (const isNoticed of [false, true]) {
      const [id, reference] = [await inReview('400', { upstreamOrderNo: `n${utr()}` }), utr()];
      const bill = await matched(reference, '400', id);
      if (isNoticed) await tell(id, '400', { utr: reference });
      expect((await unmatch(bill)).done).toEqual([bill]);
      const { rowCount } = await pool().query(
        'select from payment where order_id = $1 and reference is not null',
        [id],
      );
      expect([rowCount, await suspended(id)]).toEqual([isNoticed ? 1 : 0, '400']);
    }
  });

  it('also the order’s own, under whose number another one may be told of', async () => {
    const [id, own, second] = [await paying(), utr(), utr()];
    await tell(id, '1000', { upstreamOrderNo: `n${id}` });
    await matched(own, '1000', id);
    await matched(second, '1000', id);
    expect(await suspended(id)).toBe('1000');
    await tell(id, '1000', { utr: second, upstreamOrderNo: `n${id}` });
    await tell(id, '1000', { utr: own });
    expect(await suspended(id)).toBe('1000');
    expect(await open(id)).toEqual([1000]);
  });
});

describe('a reference that comes later', () => {
  it('and is the order’s own names no other money, which a person looks at', async () => {
    const { id, reference } = await succeeded();
    const number = `m${id}`;
    await tell(id, '1000', { upstreamOrderNo: number });
    expect(await suspended(id)).toBe('1000');
    await tell(id, '1000', { utr: reference, upstreamOrderNo: number });
    expect(await suspended(id)).toBe('1000');
    expect(await events(id)).toEqual(['moreMoney', 'contradiction']);
  });

  it.each(['proof', 'forceConfirm'])(
    'and stands for another order by a person’s word is looked at once (%s)',
    async (how) => {
      const [id, reference, number] = [await paying(), utr(), `n${utr()}`];
      await tell(id, '1000', { upstreamOrderNo: number });
      expect((await orderOf(id)).utr).toBeNull();
      // The line of that money, which a person gives to an order of the same amount.
      const other = await paying();
      await line(reference, '1000');
      const evidence = how === 'proof' ? { utr: reference } : coded({ utr: reference });
      expect((await act(how === 'proof' ? 'repairProof' : how, other, evidence)).done).toEqual([other]);
      expect((await orderOf(other)).status).toBe(2);
      for (let time = 0; time < 2; time += 1)
        await tell(id, '1000', { utr: reference, upstreamOrderNo: number });
      expect(await events(id)).toEqual(['contradiction']);
      expect([(await orderOf(id)).status, await suspended(id)]).toEqual([2, '0']);
      const { orderNo } = await orderOf(other);
      const { rows } = await pool().query('select reported, utr from review_item where order_id = $1', [id]);
      expect(rows).toEqual([{ reported: `≠ 1000 INR, UTR ${reference}: ${orderNo}`, utr: reference }]);
    },
  );

  it('of money that a line has brought finds it, whether the first word named it or not', async () => {
    const { id } = await succeeded();
    const second = utr();
    await matched(second, '1000', id);
    const number = `m${id}`;
    await tell(id, '1000', { upstreamOrderNo: number });
    await tell(id, '1000', { utr: second, upstreamOrderNo: number });
    expect(await suspended(id)).toBe('1000');
    expect(await open(id)).toEqual([1000]);
  });
});

describe('a line without a reference', () => {
  it('proves what is in suspense in its amount, whatever that is called', async () => {
    const id = await paying();
    await matched(utr(), '400', id);
    await tell(id, '600', { utr: utr(), upstreamOrderNo: `n${id}` });
    await matched('', '600', id);
    expect(await suspended(id)).toBe('1000');
  });

  it('proves more money for an order that is paid', async () => {
    const { id } = await succeeded();
    await tell(id, '650', { utr: utr(), upstreamOrderNo: `m${id}` });
    await matched('', '650', id);
    expect(await suspended(id)).toBe('650');
  });

  it('draws the payment of its amount, and leaves the others', async () => {
    const id = await inReview('600', { utr: utr() });
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `m${id}` });
    await matched('', '1000', id);
    expect(await orderOf(id)).toMatchObject({ status: 2 });
    expect(await open(id)).toEqual([600]);
  });
});

describe('a line of another payment', () => {
  it('waits in suspense and is listed, whatever its amount, also once the order is reversed', async () => {
    const { id } = await succeeded();
    await matched(utr(), '30', id);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    await matched(utr(), '1000', id);
    expect([await suspended(id), await open(id)]).toEqual(['1030', [30, 1000]]);
    const own = await succeeded();
    expect((await match(await line(own.reference, '30'), own.id)).refused[0]?.code).toBe('billDiffers');
  });
});

describe('a line that was undone', () => {
  it('and matched again is what is known of its order', async () => {
    const [id, reference] = [await paying(), utr()];
    const bill = await matched(reference, '600', id);
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect(await orderOf(id)).toMatchObject({ paid: null });
    expect((await match(bill, id)).done).toEqual([bill]);
    expect(await orderOf(id)).toMatchObject({ paid: '600', utr: reference });
    await tell(id, '600');
    await tell(id, '600', { utr: reference });
    expect(await suspended(id)).toBe('600');
  });
});

describe('an item', () => {
  it('is open again once a reversal sets its money free', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1200', { utr: reference });
    const stays = async (action: string) => {
      const asked = { ids: [id], dryRun: true };
      const dry = await known
        .supervisor()
        .client.command<{ preview?: { after: object }[] }>(`collectOrder/${action}`, asked);
      return dry.preview?.[0]?.after;
    };
    expect(await stays('overrule')).toMatchObject({
      stays: [{ amount: '1200', currency: 'INR', utr: reference }],
    });
    expect((await act('overrule', id, { reason: 'not ours' })).done).toEqual([id]);
    expect(await open(id)).toEqual([1200]);
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(await open(id)).toEqual([200]);
    expect(await stays('reverse')).toMatchObject({ stays: [{ amount: '1000', utr: reference }] });
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    expect(await items(id)).toEqual([{ amount: 1200, status: 'open' }]);
  });

  it('is of one payment, also where two are equal', async () => {
    const id = await inReview('500', { upstreamOrderNo: `n${utr()}` });
    await tell(id, '500', { utr: utr(), upstreamOrderNo: `m${id}` });
    expect(await suspended(id)).toBe('1000');
    expect((await act('overrule', id, { reason: 'not ours' })).done).toEqual([id]);
    expect(await open(id)).toEqual([500, 500]);
  });

  it('that its money left for another order is open again once that order is reversed', async () => {
    const first = await succeeded();
    const reference = utr();
    await tell(first.id, '1000', { utr: reference, upstreamOrderNo: `m${first.id}` });
    const other = await paying();
    const dry = await known
      .supervisor()
      .client.command<{ preview?: { after: object }[] }>('collectOrder/forceConfirm', {
        ids: [other],
        input: { utr: reference },
        dryRun: true,
      });
    const { orderNo } = await orderOf(first.id);
    expect(dry.preview?.[0]?.after).toMatchObject({ taken: { orderNo } });
    expect((await act('forceConfirm', other, coded({ utr: reference }))).done).toEqual([other]);
    expect(await items(first.id)).toEqual([{ amount: 1000, status: 'done' }]);
    expect((await act('reverse', other, coded({}))).done).toEqual([other]);
    expect(await items(first.id)).toEqual([{ amount: 1000, status: 'open' }]);
  });

  it('that a person has closed stays closed as long as its money stays what it was', async () => {
    const { id } = await succeeded();
    await tell(id, '900', { utr: utr(), upstreamOrderNo: `m${id}` });
    const { rows } = await pool().query<{ id: string }>(
      'select id::text from review_item where order_id = $1',
      [id],
    );
    const closing = { ids: [rows[0]!.id], input: { reason: 'refunded' } };
    await known.supervisor().client.command('reviewItem/close', closing);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    expect(await items(id)).toEqual([{ amount: 900, status: 'done' }]);
  });
});

it('books the payment that a person meant beside the one that was drawn for it, once', async () => {
  const id = await inReview('400', { utr: utr() });
  const own = utr();
  expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
  for (let again = 0; again < 2; again += 1) await tell(id, '1000', { utr: own });
  await tell(id, '1000', { utr: own, upstreamOrderNo: `m${id}` });
  expect(await suspended(id)).toBe('1000');
  expect(await open(id)).toEqual([1000]);
  await matched(own, '1000', id);
  expect(await suspended(id)).toBe('1000');
});

it('books what two lines prove as often as the second one is matched', async () => {
  const [id, first, own] = [await paying(), utr(), utr()];
  expect((await act('cancel', id)).done).toEqual([id]);
  await tell(id, '1000', { utr: first });
  expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
  await matched(own, '1000', id);
  const bill = await matched(first, '1000', id);
  expect(await suspended(id)).toBe('1000');
  expect((await unmatch(bill)).done).toEqual([bill]);
  expect(await suspended(id)).toBe('0');
  expect((await match(bill, id)).done).toEqual([bill]);
  expect(await suspended(id)).toBe('1000');
});
