import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readBill } from '../../server/api/cashier/bill.ts';
import { type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** Payers are sent to pages of the web and nowhere else, whatever an upstream answers. */

let talk: UpstreamTalk;
beforeAll(async () => {
  talk = await upstreamTalk();
});
afterAll(() => talk?.stop());
beforeEach(() => talk.fresh());

const storedOf = async (id: string): Promise<string | null> => {
  const { rows } = await talk.pool.query('select upstream_pay_url as url from collect_order where id = $1', [
    id,
  ]);
  return rows[0].url as string | null;
};

it('an answer with another address is malformed: the next route takes the order', async () => {
  // The first route names its own number where the address should be.
  await talk.configure({ answer: { payUrl: 'upstreamOrderNo' } });
  const { id } = await talk.submitted('collect');
  const { rows } = await talk.pool.query<{ no: string | null }>(
    'select upstream_order_no as no from collect_attempt where order_id = $1 order by attempt',
    [id],
  );
  expect(rows).toHaveLength(2);
  expect(await storedOf(id)).toContain(`/${talk.world.codes[1]}/payer/`);
});

it('the cashier leads to no other address that was stored before', async () => {
  const { id, orderNo } = await talk.submitted('collect');
  expect((await readBill(talk.pool, orderNo))?.upstreamPayUrl).toBe(await storedOf(id));
  await talk.pool.query('update collect_order set upstream_pay_url = $2 where id = $1', [
    id,
    'javascript:alert(1)',
  ]);
  expect((await readBill(talk.pool, orderNo))?.upstreamPayUrl).toBeNull();
});
