import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { newId } from '../../server/platform/db/id.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, openOrder, utr, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A person confirms an order of which another amount has arrived: what was paid stays, and somebody bears the rest. */

let server: TestServer;
let world: World;
let hand: Client;
const phones: Phone[] = [];
beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
  const [person] = await makeStaff(server.database.pool, world, 1);
  hand = await server.signIn(person!.account, PASSWORD);
  phones.push(await bindOtp(server, person!.id));
});
afterAll(() => server.stop());

const rows = async <T extends object>(text: string, id: string) =>
  (await server.database.pool.query<T>(text, [id])).rows;
const accounts = async (id: string) =>
  Object.fromEntries(
    (
      await rows<{ account: string; sum: string }>(
        `select p.account, trim_scale(sum(p.amount))::text as sum from journal_entry e
           join platform_posting p on p.entry_id = e.id where e.order_id = $1 group by 1 having sum(p.amount) <> 0`,
        id,
      )
    ).map(({ account, sum }) => [account, sum]),
  );
const paid = async (id: string) =>
  (
    await rows<{ status: number; paid: string }>(
      'select status, trim_scale(paid_amount)::text as paid from collect_order where id = $1',
      id,
    )
  )[0];

/** An order of 1000 for which the given amounts came before somebody claimed it. */
async function claimed(...amounts: string[]): Promise<string> {
  const { pool } = server.database;
  const id = await openOrder(pool, world);
  for (const paidAmount of amounts)
    await transact(pool, (tx) => succeedOrder(tx, id, { paidAmount, utr: utr(), upstreamOrderNo: utr() }));
  await hand.command('collectOrder/claim', { ids: [id] });
  return id;
}
const input = () => ({ utr: utr(), reason: 'seen at the bank' });
const act = (action: string, id: string, given: object = {}) =>
  hand.command<ActionResult>(`collectOrder/${action}`, {
    ids: [id],
    input: { ...given, ...(action === 'settle' ? {} : { otp: phones[0]!.code() }) },
  });

it.each([
  ['a part', ['900'], '900', '-100', 'adjustments', { adjustments: '-100' }],
  ['two parts', ['600', '300'], '900', '-100', 'adjustments', { adjustments: '-100' }],
  ['too much', ['1100'], '1100', '100', 'suspense', { suspense: '100' }],
])(
  'says before what %s leaves, keeps what was paid and books the rest',
  async (_, came, sum, rest, bearer, left) => {
    const id = await claimed(...came);
    const given = input();
    const dry = await hand.call<ActionResult>('collectOrder/forceConfirm', {
      ids: [id],
      dryRun: true,
      input: given,
    });
    expect(dry.preview?.[0]?.after).toMatchObject({ amount: '1000', arrived: sum, difference: rest, bearer });
    expect((await act('forceConfirm', id, given)).done).toEqual([id]);
    expect(await paid(id)).toEqual({ status: 2, paid: sum });
    // The upstream owes what arrived less its cost, and nothing of what never came.
    expect(await accounts(id)).toEqual({
      ...left,
      [`upstream:${world.upstreamId}`]: String(12 - Number(sum)),
      fees: '20',
      upstreamCost: '-12',
    });
    expect(await checkInvariants(server.database.pool)).toEqual([]);
    await act('settle', id);
    expect(await checkInvariants(server.database.pool)).toEqual([]);
    expect((await act('reverse', id, { reason: 'not ours' })).done).toEqual([id]);
    expect(await paid(id)).toEqual({ status: 6, paid: sum });
    expect(await accounts(id)).toEqual({ [`upstream:${world.upstreamId}`]: `-${sum}`, suspense: sum });
    expect(await checkInvariants(server.database.pool)).toEqual([]);
  },
);

it('takes a person’s word for the whole where nothing has been seen', async () => {
  const id = await claimed();
  await act('forceConfirm', id, input());
  expect(await paid(id)).toEqual({ status: 2, paid: '1000' });
  expect(await accounts(id)).toMatchObject({ [`upstream:${world.upstreamId}`]: '-988' });
  expect(await checkInvariants(server.database.pool)).toEqual([]);
});

it('of money in another currency counts nothing, says where it waits, and books one payment once', async () => {
  const { pool, owner } = server.database;
  const id = await openOrder(pool, world);
  const [same, other] = [utr(), utr()];
  for (const [reference, currency] of [
    [same, 'USD'],
    [other, 'EUR'],
  ] as const)
    await transact(pool, (tx) =>
      succeedOrder(tx, id, { paidAmount: '1000', currency, utr: reference, upstreamOrderNo: utr() }),
    );
  expect(await paid(id)).toEqual({ status: 7, paid: '0' });
  await hand.command('collectOrder/claim', { ids: [id] });
  const given = { utr: same, reason: 'the bank shows rupees' };
  const dry = await hand.call<ActionResult>('collectOrder/forceConfirm', {
    ids: [id],
    input: given,
    dryRun: true,
  });
  expect(dry.preview?.[0]?.after).toMatchObject({
    arrived: '0',
    otherMoney: [
      { amount: '1000', currency: 'USD', utr: same },
      { amount: '1000', currency: 'EUR', utr: other },
    ],
  });
  expect((await act('forceConfirm', id, given)).done).toEqual([id]);
  expect(await paid(id)).toEqual({ status: 2, paid: '1000' });
  const left = await rows<{ currency: string; held: string }>(
    `select p.currency, trim_scale(sum(p.amount))::text as held from journal_entry e
     join platform_posting p on p.entry_id = e.id where e.order_id = $1 and p.account = 'suspense' group by 1 order by 1`,
    id,
  );
  expect(left).toEqual([
    { currency: 'EUR', held: '1000' },
    { currency: 'USD', held: '0' },
  ]);
  // What is left has its order's end behind it, and a person before it.
  const items = await rows(
    'select amount::int, currency, status, utr from review_item where order_id = $1',
    id,
  );
  expect(items).toEqual([{ amount: 1000, currency: 'EUR', status: 'open', utr: other }]);
  expect(await checkInvariants(owner)).toEqual([]);
});

it('lists what waits for an order that is overruled, until it is confirmed by it after all', async () => {
  const id = await claimed('600', '300');
  await hand.command('collectOrder/overrule', { ids: [id], input: { reason: 'not ours' } });
  const items = () =>
    rows('select amount::int, status, reason from review_item where order_id = $1 order by id', id);
  expect(await items()).toMatchObject([
    { amount: 600, status: 'open' },
    { amount: 300, status: 'open' },
  ]);
  await hand.command('collectOrder/claim', { ids: [id] });
  expect((await act('forceConfirm', id, input())).done).toEqual([id]);
  expect(await items()).toMatchObject([
    { amount: 600, status: 'done', reason: expect.stringContaining('Used') },
    { amount: 300, status: 'done' },
  ]);
  expect(await checkInvariants(server.database.pool)).toEqual([]);
});

it('does not count a payment that another order or a request was credited with meanwhile', async () => {
  const { pool } = server.database;
  const parts = async (first: string, second: string) => {
    const id = await openOrder(pool, world);
    for (const [paidAmount, reference] of [
      ['400', first],
      ['301', second],
    ] as const)
      await transact(pool, (tx) =>
        succeedOrder(tx, id, { paidAmount, utr: reference, upstreamOrderNo: utr() }),
      );
    await hand.command('collectOrder/claim', { ids: [id] });
    return id;
  };
  const seen = async (id: string, reference: string) => {
    const given = { utr: reference, reason: 'seen at the bank' };
    const dry = await hand.call<ActionResult>('collectOrder/forceConfirm', {
      ids: [id],
      input: given,
      dryRun: true,
    });
    return dry.preview?.[0]?.after.arrived;
  };
  const [own, taken] = [utr(), utr()];
  const id = await parts(own, taken);
  expect(await seen(id, own)).toBe('701');
  const manual = newId();
  await pool.query(
    `insert into manual_order (id, order_no, merchant_id, currency, amount, utr, maker_id, status)
     values ($1::bigint, $1::text, $2, 'INR', 301, $3, $4, 1)`,
    [manual, world.merchantId, taken, world.userIds[0]],
  );
  const approved = await hand.command<ActionResult>('manualOrder/approve', { ids: [manual] });
  expect(approved.done).toEqual([manual]);
  expect(await seen(id, own)).toBe('400');
  expect((await act('forceConfirm', id, { utr: own, reason: 'the first part' })).done).toEqual([id]);
  expect(await accounts(id)).toMatchObject({ adjustments: '-600' });

  const [mine, his] = [utr(), utr()];
  const late = await parts(mine, his);
  // It came as another sum than that of an order of 1000.
  const wrong = await act('forceConfirm', await claimed(), { utr: his, reason: 'his' });
  expect(wrong.refused.map(({ code }) => code)).toEqual(['waitsInSuspense']);
  const other = await openOrder(pool, world, { amount: '301' });
  await hand.command('collectOrder/claim', { ids: [other] });
  expect((await act('forceConfirm', other, { utr: his, reason: 'his' })).done).toEqual([other]);
  expect(await seen(late, mine)).toBe('400');

  // What went into a confirmation is credited under its reference too.
  const [first, second] = [utr(), utr()];
  const whole = await parts(first, second);
  expect((await act('forceConfirm', whole, { utr: first, reason: 'both parts' })).done).toEqual([whole]);
  const again = newId();
  await pool.query(
    `insert into manual_order (id, order_no, merchant_id, currency, amount, utr, maker_id, status)
     values ($1::bigint, $1::text, $2, 'INR', 301, $3, $4, 1)`,
    [again, world.merchantId, second, world.userIds[0]],
  );
  const refused = await hand.command<ActionResult>('manualOrder/approve', { ids: [again] });
  expect(refused.refused.map(({ code }) => code)).toEqual(['utrUsed']);
  expect(await checkInvariants(pool)).toEqual([]);
});

it('names an order whose paid amount hides what the platform bears', async () => {
  const id = await claimed('900');
  await act('forceConfirm', id, input());
  await server.database.owner.query('update collect_order set paid_amount = 1000 where id = $1', [id]);
  const faults = await checkInvariants(server.database.pool);
  expect(faults.map(({ invariant }) => invariant)).toEqual(['I15']);
});
