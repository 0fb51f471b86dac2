import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { Payment } from '../../server/domain/orders/collect/collect.ts';
import { utr } from '../safety/world.ts';
import { codesOf, knownMoney } from './knownMoneyWorld.ts';

/** Money in suspense that never came, or that came once and was reported twice. */

const known = knownMoney();
const { pool, paying, tell, act, coded, suspended, lateMoney, line, match, unmatch, items, orderOf } = known;

const itemOf = async (order: string): Promise<string> =>
  (await pool().query<{ id: string }>('select id::text from review_item where order_id = $1', [order]))
    .rows[0]!.id;
const say = (item: string, input: object, dryRun = false, who = known.supervisor()) =>
  who.client.command<ActionResult>('reviewItem/writeOff', { ids: [item], input, dryRun });
const takeOut = async (order: string, who = known.supervisor()) =>
  say(await itemOf(order), { reason: 'told twice', otp: who.phone.code() }, false, who);

/** An order that succeeded, and for which money came once more. */
async function more(amount = '900') {
  const [id, reference] = [await paying(), utr()];
  const second: Payment & { paidAmount: string } = {
    paidAmount: amount,
    utr: reference,
    upstreamOrderNo: `v${id}`,
  };
  await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
  await tell(id, amount, second);
  return { id, reference, second };
}

const owed = async (id: string): Promise<number> => {
  const { rows } = await pool().query<{ owed: number }>(
    `select coalesce(sum(p.amount), 0)::float as owed from platform_posting p join journal_entry e on e.id = p.entry_id
     where e.order_id = $1 and p.account like 'upstream:%'`,
    [id],
  );
  return rows[0]!.owed;
};

describe('money that was told of in error', () => {
  it('leaves suspense, is owed no longer, and comes back by no repeated word', async () => {
    const { id, second } = await more();
    const before = await owed(id);
    expect(await suspended(id)).toBe('900');
    const dry = await say(await itemOf(id), { reason: 'told twice' }, true);
    const { suspenseBefore, suspenseAfter } = dry.preview![0]!.after as Record<string, string>;
    expect(Number(suspenseBefore) - Number(suspenseAfter)).toBe(900);
    expect((await takeOut(id)).done).toHaveLength(1);
    expect([await suspended(id), (await owed(id)) - before]).toEqual(['0', 900]);
    expect(await items(id)).toEqual([{ amount: 900, status: 'done' }]);
    expect(await orderOf(id)).toMatchObject({ status: 2 });
    for (let again = 0; again < 3; again += 1) await tell(id, '900', second);
    expect(await suspended(id)).toBe('0');
    expect(await items(id)).toEqual([{ amount: 900, status: 'done' }]);
  });

  it('comes back by no repeated word either where it was a second payment under one number', async () => {
    const [id, first, second] = [await paying(), utr(), utr()];
    const number = `u${id}`;
    await tell(id, '1000', { utr: first, upstreamOrderNo: number });
    const word = { utr: second, upstreamOrderNo: number };
    await tell(id, '1000', word);
    expect(await suspended(id)).toBe('1000');
    expect((await takeOut(id)).done).toHaveLength(1);
    await tell(id, '1000', word);
    expect(await suspended(id)).toBe('0');
    expect(await items(id)).toEqual([{ amount: 1000, status: 'done' }]);
  });

  it('can be taken out after a request has credited the same payment already', async () => {
    const reference = utr();
    const values = { merchantId: known.world().merchantId, currency: 'INR', amount: '900', utr: reference };
    const given = { ...values, upstreamId: known.world().upstreamId };
    const { id: request } = await known.maker().client.call<{ id: string }>('manualOrder/add', given);
    for (const [who, action] of [
      [known.maker(), 'submit'],
      [known.checker(), 'approve'],
    ] as const)
      expect(
        (await who.client.command<ActionResult>(`manualOrder/${action}`, { ids: [request] })).done,
      ).toEqual([request]);
    const id = await paying();
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `u${id}` });
    await tell(id, '900', { utr: reference, upstreamOrderNo: `v${id}` });
    expect(await suspended(id)).toBe('900');
    expect((await takeOut(id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('0');
  });

  it('is taken out once, by two who say so at once', async () => {
    const { id } = await more();
    const before = await owed(id);
    const results = await Promise.all([known.supervisor(), known.colleague()].map((who) => takeOut(id, who)));
    expect(results.flatMap(({ done }) => done)).toHaveLength(1);
    expect(results.flatMap(codesOf)).toEqual(['notInSuspense']);
    expect([await suspended(id), (await owed(id)) - before]).toEqual(['0', 900]);
  });

  it('is no such thing where a line of the bank proves it, until its match is undone', async () => {
    const { id, reference } = await more();
    const bill = await line(reference, '900');
    expect((await match(bill, id)).done).toEqual([bill]);
    const refused = await takeOut(id);
    expect(codesOf(refused)).toEqual(['lineProves']);
    expect(refused.refused[0]!.message).toMatch(/^Bank bill \S+ proves this money: undo its match first$/);
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect((await takeOut(id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('0');
  });

  it('is not what has gone into an order, whole or in part', async () => {
    const [id, reference] = [await paying('600'), utr()];
    await tell(id, '900', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(codesOf(await takeOut(id))).toEqual(['notInSuspense']);
    expect(await suspended(id)).toBe('300');
  });

  it('leaves an order that has no other money without any paid', async () => {
    const { id } = await lateMoney();
    expect((await act('overrule', id, { reason: 'not ours' })).done).toEqual([id]);
    expect((await takeOut(id)).done).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ status: 3, paid: null });
    expect(await suspended(id)).toBe('0');
  });
});
