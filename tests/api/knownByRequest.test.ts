import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import type { Hand } from '../safety/withdrawalWorld.ts';
import { utr } from '../safety/world.ts';
import { knownMoney } from './knownMoneyWorld.ts';

/** Requests for money that waits in suspense. */

const { pool, paying, tell, act, coded, items, orderOf, world, maker, checker } = knownMoney();

describe('a request for money that waits in suspense', () => {
  async function asked(amount: string, reference: string) {
    const values = { merchantId: world().merchantId, currency: 'INR', amount, utr: reference };
    const made = await maker().client.call<{ id: string }>('manualOrder/add', {
      ...values,
      upstreamId: world().upstreamId,
    });
    expect((await decide(maker(), 'submit', made.id)).done).toEqual([made.id]);
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
    const dry = await decide(checker(), 'approve', request, true);
    expect(dry.preview?.[0]?.after).toHaveProperty('suspenseBefore');
    expect((await decide(checker(), 'approve', request)).done).toEqual([request]);
    const { rows } = await pool().query(
      `select p.account, trim_scale(p.amount)::text as amount from platform_posting p
       join journal_entry e on e.id = p.entry_id where e.order_id = $1`,
      [request],
    );
    expect(rows).toEqual([{ account: 'suspense', amount: '-900' }]);
    expect(await items(id)).toEqual([{ amount: 900, status: 'done' }]);
  });

  it('is of its own merchant alone', async () => {
    const { reference } = await more('900');
    const foreign = { merchantId: world().loneId, currency: 'INR', amount: '900', utr: reference };
    const { body } = await maker().client.ask('manualOrder/add', foreign);
    expect(body.extras?.errorCode).toBe('utrUsed');
  });

  it('credits what an order was paid too much, though the reference is the order’s', async () => {
    const [id, reference] = [await paying('600'), utr()];
    await tell(id, '900', { utr: reference, upstreamOrderNo: `u${id}` });
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect(await items(id)).toEqual([{ amount: 300, status: 'open' }]);
    const request = await asked('300', reference);
    expect((await decide(checker(), 'approve', request)).done).toEqual([request]);
    expect(await items(id)).toEqual([{ amount: 300, status: 'done' }]);
  });

  it('is refused another sum, and leaves the item in sight', async () => {
    const { id, reference } = await more('900');
    const { orderNo } = await orderOf(id);
    const values = { merchantId: world().merchantId, currency: 'INR', amount: '1', utr: reference };
    const { body } = await maker().client.ask('manualOrder/add', values);
    expect(body).toMatchObject({
      message: `900 INR waits in suspense under this reference for order ${orderNo}: credit just that`,
      extras: { errorCode: 'waitsInSuspense' },
    });
    expect(await items(id)).toEqual([{ amount: 900, status: 'open' }]);
  });
});
