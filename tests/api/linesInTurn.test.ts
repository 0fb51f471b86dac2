import { describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { openOrder, utr } from '../safety/world.ts';
import { codesOf, knownMoney } from './knownMoneyWorld.ts';

/** Lines and words of several payments for one order, in every turn that a day brings: what came is what is booked. */

const known = knownMoney();
const { pool, paying, tell, act, coded, suspended, line, match, matched, unmatch, items, open, orderOf } =
  known;

const refusedLine = async (reference: string, amount: string, order: string) =>
  codesOf(await match(await line(reference, amount), order));
const takeOut = async (order: string) => {
  const { rows } = await pool().query<{ id: string }>(
    "select id::text from review_item where order_id = $1 and status = 'open' order by id limit 1",
    [order],
  );
  return known.supervisor().client.command<ActionResult>('reviewItem/writeOff', {
    ids: [rows[0]!.id],
    input: coded({}),
  });
};
async function late(): Promise<string> {
  const id = await paying();
  expect((await act('cancel', id)).done).toEqual([id]);
  return id;
}

describe('the order’s own line', () => {
  it('leaves the line of a second payment, told of by its reference, to that', async () => {
    const [id, second] = [await paying(), utr()];
    await tell(id, '1000', { upstreamOrderNo: `n${id}` });
    await tell(id, '1000', { utr: second, upstreamOrderNo: `m${id}` });
    await matched(second, '1000', id);
    await matched(utr(), '1000', id);
    expect([await suspended(id), await open(id)]).toEqual(['1000', [1000]]);
  });

  it('is followed by none of another amount under the same reference', async () => {
    const [id, reference] = [await paying('500'), utr()];
    await matched(reference, '500', id);
    expect(await refusedLine(reference, '20', id)).toEqual(['orderMatched']);
    const [tied, own] = [await paying('500'), utr()];
    await tell(tied, '500', { utr: own, upstreamOrderNo: `n${tied}` });
    await matched('', '500', tied);
    expect(await refusedLine(own, '20', tied)).toEqual(['orderMatched']);
    expect([await suspended(id), await suspended(tied)]).toEqual(['0', '0']);
  });

  it('ties to its payment though a line of more money came before it', async () => {
    const [id, own] = [await paying(), utr()];
    await tell(id, '1000', { utr: own, upstreamOrderNo: `n${id}` });
    await tell(id, '601', { utr: utr(), upstreamOrderNo: `m${id}` });
    await matched('', '601', id);
    await matched(own, '1000', id);
    expect([await suspended(id), await open(id)]).toEqual(['601', [601]]);
  });

  it('does so also where the upstream names no reference', async () => {
    const id = await paying();
    await tell(id, '1000', { upstreamOrderNo: `n${id}` });
    await tell(id, '602', { upstreamOrderNo: `m${id}` });
    await matched(utr(), '602', id);
    await matched(utr(), '1000', id);
    expect([await suspended(id), await open(id)]).toEqual(['602', [602]]);
  });

  it('is of no other money under its reference, whatever the sum', async () => {
    const [id, own] = [await paying(), utr()];
    expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
    await tell(id, '1200', { upstreamOrderNo: `n${id}` });
    expect(await refusedLine(own, '1200', id)).toEqual(['billDiffers']);
    expect((await takeOut(id)).done).toHaveLength(1);
    expect(await suspended(id)).toBe('0');
  });

  it('ties to what waits for an order that was reversed, and that is told in error no more', async () => {
    const [id, own] = [await late(), utr()];
    await tell(id, '1000', { utr: own });
    expect((await act('forceConfirm', id, coded({ utr: own }))).done).toEqual([id]);
    expect((await act('reverse', id, coded({}))).done).toEqual([id]);
    await matched(own, '1000', id);
    expect([await suspended(id), codesOf(await takeOut(id))]).toEqual(['1000', ['lineProves']]);
  });

  it('proves money that its confirmation drew and a reversal set free', async () => {
    for (const reference of [utr(), undefined]) {
      const id = await late();
      await tell(id, '1000', { ...(reference && { utr: reference }), upstreamOrderNo: `n${id}` });
      await matched(reference ?? utr(), '1000', id);
      expect(await orderOf(id)).toMatchObject({ status: 2 });
      expect((await act('reverse', id, coded({}))).done).toEqual([id]);
      expect([await suspended(id), codesOf(await takeOut(id))]).toEqual(['1000', ['lineProves']]);
    }
  });
});

describe('a line draws', () => {
  it('the payment of its amount, also with a reference', async () => {
    const id = await paying();
    await tell(id, '600', { upstreamOrderNo: `n${id}` });
    await tell(id, '1000', { upstreamOrderNo: `m${id}` });
    const own = utr();
    await matched(own, '1000', id);
    expect([(await orderOf(id)).status, await open(id)]).toEqual([2, [600]]);
    await matched(utr(), '600', id);
    expect([await suspended(id), await open(id)]).toEqual(['600', [600]]);
    // Named at last, the word is the one that the line has proved.
    await tell(id, '1000', { utr: own, upstreamOrderNo: `m${id}` });
    expect([await suspended(id), await open(id)]).toEqual(['600', [600]]);
  });

  it('no payment of another amount: that has a line of its own', async () => {
    const [id, part] = [await paying(), utr()];
    await tell(id, '410', { utr: part, upstreamOrderNo: `n${id}` });
    await matched('', '1000', id);
    expect(await orderOf(id)).toMatchObject({ status: 2, utr: null });
    expect(await open(id)).toEqual([410]);
    await matched(part, '410', id);
    expect([await suspended(id), await open(id)]).toEqual(['410', [410]]);
  });

  it('no payment of another amount where the upstream names none, and its own word is known then', async () => {
    const id = await paying();
    await tell(id, '611', { upstreamOrderNo: `n${id}` });
    await matched(utr(), '1000', id);
    await matched(utr(), '611', id);
    expect([await suspended(id), await open(id)]).toEqual(['611', [611]]);
  });

  it('all payments together where they come to its amount', async () => {
    const id = await paying();
    for (const [at, amount] of ['400', '600'].entries())
      await tell(id, amount, { upstreamOrderNo: `${at}n${id}` });
    await matched('', '1000', id);
    expect([(await orderOf(id)).status, await suspended(id)]).toEqual([2, '0']);
  });

  it('nothing that another line has proved', async () => {
    const id = await paying();
    await tell(id, '603', { utr: utr(), upstreamOrderNo: `n${id}` });
    await matched(utr(), '1000', id);
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `m${id}` });
    await matched('', '1000', id);
    // 2603 came; the line without a reference proved what no other one had.
    expect([await suspended(id), (await orderOf(id)).status]).toEqual(['1603', 2]);
  });
});

describe('a part that was confirmed by the reference of the whole', () => {
  it.each([
    { turn: 'the whole first', first: 0 },
    { turn: 'the part first', first: 1 },
  ])('leaves both in the books once their lines are there: $turn', async ({ first }) => {
    for (const late of [false, true]) {
      const [id, part, whole] = [await paying(), utr(), utr()];
      await tell(id, '400', { utr: part, upstreamOrderNo: `n${id}` });
      expect((await act('forceConfirm', id, coded({ utr: whole }))).done).toEqual([id]);
      if (late) await tell(id, '1000', { utr: whole, upstreamOrderNo: `m${id}` });
      const ofWhole = () => matched(whole, '1000', id);
      if (first === 0) await ofWhole();
      await matched(part, '400', id);
      if (first === 1) await ofWhole();
      if (!late) await tell(id, '1000', { utr: whole, upstreamOrderNo: `m${id}` });
      // 1400 came: 400 of it with 600 of the platform's are the order's.
      expect([await suspended(id), await open(id)]).toEqual(['1000', [1000]]);
    }
  });
});

it('a line without a reference is more money where the order has its own line', async () => {
  const [id, own] = [await paying(), utr()];
  await tell(id, '1000', { utr: own, upstreamOrderNo: `n${id}` });
  await matched(own, '1000', id);
  await matched('', '612', id);
  expect([await suspended(id), await open(id)]).toEqual(['612', [612]]);
  expect(await refusedLine('', '1000', id)).toEqual(['orderMatched']);
});

describe('one payment', () => {
  it('of two halves is not the other one, though its proof was noted first', async () => {
    const [id, first, second] = [await paying(), utr(), utr()];
    await tell(id, '500', { utr: first, upstreamOrderNo: `n${id}` });
    const bills = [await line(second, '500'), await line(first, '500')];
    expect((await act('repairProof', id, { utr: second })).done).toEqual([id]);
    for (const bill of bills) await match(bill, id);
    expect(await suspended(id)).toBe('1000');
  });

  it('is proved by one line: a second is refused by name until the first lets go', async () => {
    const [id, reference] = [await late(), utr()];
    await tell(id, '1204', { utr: reference });
    const bare = await matched('', '1204', id);
    const own = await line(reference, '1204');
    expect(codesOf(await match(own, id))).toEqual(['lineProves']);
    expect((await unmatch(bare)).done).toEqual([bare]);
    expect((await match(own, id)).done).toEqual([own]);
    expect((await match(bare, id)).done).toEqual([bare]);
    expect(await suspended(id)).toBe('2408');
  });

  it('keeps the name that its line gave it once it has gone on', async () => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '400', { upstreamOrderNo: `n${id}` });
    const bill = await matched(reference, '400', id);
    expect((await act('forceConfirm', id, coded({ utr: reference }))).done).toEqual([id]);
    expect((await unmatch(bill)).done).toEqual([bill]);
    expect((await match(bill, id)).done).toEqual([bill]);
  });
});

describe('a word without a reference', () => {
  it.each([
    ['with a number', 'W'],
    ['without any', undefined],
  ])('that repeats what a line has brought stays known, %s', async (_, number) => {
    const [id, reference] = [await paying(), utr()];
    await tell(id, '1000', { utr: utr(), upstreamOrderNo: `n${id}` });
    await matched(reference, '605', id);
    const word = number === undefined ? {} : { upstreamOrderNo: `${number}${id}` };
    for (let again = 0; again < 3; again += 1) await tell(id, '605', word);
    expect([await suspended(id), await open(id)]).toEqual(['605', [605]]);
  });

  it('under the number of a contradiction brings nothing', async () => {
    const [id, own] = [await paying(), utr()];
    await tell(id, '1000', { utr: own, upstreamOrderNo: `n${id}` });
    await tell(id, '900', { utr: own, upstreamOrderNo: `m${id}` });
    await tell(id, '900', { upstreamOrderNo: `m${id}` });
    expect(await suspended(id)).toBe('0');
    expect(await items(id)).toHaveLength(1);
  });

  it('is the order’s first payment, whatever line came since', async () => {
    const [id, second] = [await paying(), utr()];
    await tell(id, '400', { upstreamOrderNo: `n${id}` });
    await tell(id, '600', { utr: second, upstreamOrderNo: `m${id}` });
    await matched(second, '600', id);
    await tell(id, '400', { utr: utr() });
    expect(await suspended(id)).toBe('1000');
  });
});

it('a part that is told again after the confirmation contradicts nothing', async () => {
  const [id, first] = [await paying(), utr()];
  await tell(id, '400', { utr: first, upstreamOrderNo: `n${id}` });
  await tell(id, '600', { utr: utr(), upstreamOrderNo: `m${id}` });
  expect((await act('forceConfirm', id, coded({ utr: first }))).done).toEqual([id]);
  for (const number of [`n${id}`, `o${id}`]) await tell(id, '400', { utr: first, upstreamOrderNo: number });
  expect([await suspended(id), await items(id)]).toEqual(['0', []]);
});

it('an item bears the reference that its money is given', async () => {
  const [id, reference] = [await paying(), utr()];
  await tell(id, '1000', { utr: utr(), upstreamOrderNo: `n${id}` });
  await tell(id, '607', { upstreamOrderNo: `m${id}` });
  await matched(reference, '607', id);
  const { rows } = await pool().query('select utr from review_item where order_id = $1', [id]);
  expect(rows).toEqual([{ utr: reference }]);
});

it('of an order that somebody may not know of is neither named nor taken', async () => {
  const branch = known.colleague();
  const { merchantId, loneId, tenantId } = known.world();
  const [id, reference] = [await paying(), utr()];
  await tell(id, '1000', { utr: utr(), upstreamOrderNo: `n${id}` });
  await tell(id, '1000', { utr: reference, upstreamOrderNo: `m${id}` });
  const own = await openOrder(pool(), known.world(), { merchantId: loneId });
  const org = newId();
  await pool().query("insert into sys_org (id, tenant_id, name) values ($1, $2, 'Elsewhere')", [
    org,
    tenantId,
  ]);
  const moved = await pool().query<{ was: string }>(
    `with old as (select id, org_id from merchant where id = $1)
     update merchant m set org_id = $2 from old where m.id = old.id returning old.org_id::text as was`,
    [merchantId, org],
  );
  const role = 'select role_id from sys_user_role where user_id = $1';
  await pool().query(`update sys_role set data_scope = 2 where id = (${role})`, [branch.id]);
  const confirm = (input: object, dryRun = false) =>
    branch.client.command<ActionResult>('collectOrder/forceConfirm', { ids: [own], input, dryRun });
  await branch.client.command('collectOrder/claim', { ids: [own] });
  const asked = [await confirm({ utr: reference }, true)];
  asked.push(await confirm({ utr: reference, reason: 'seen', otp: branch.phone.code() }));
  // Nor where the same reference waits for an order of theirs, too, in another sum.
  const theirs = await openOrder(pool(), known.world(), { merchantId: loneId, amount: '500' });
  await tell(theirs, '500', { utr: utr(), upstreamOrderNo: `n${theirs}` });
  await tell(theirs, '777', { utr: reference, upstreamOrderNo: `m${theirs}` });
  const two = await confirm({ utr: reference }, true);
  expect(codesOf(two)).toEqual(['waitsInSuspense']);
  expect(JSON.stringify(two)).toContain('777');
  const { utr: booked, orderNo } = await orderOf(id);
  asked.push(await confirm({ utr: booked }, true));
  for (const answer of asked) {
    expect(codesOf(answer)).toEqual(['utrTaken']);
    expect(JSON.stringify(answer)).not.toContain(orderNo);
  }
  expect(await suspended(id)).toBe('1000');
  await pool().query('update merchant set org_id = $2 where id = $1', [merchantId, moved.rows[0]!.was]);
});
