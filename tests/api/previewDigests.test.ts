import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { ADDRESS, applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, paidOrder, type World, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What a sheet showed is what its command does, or it does nothing. */

const RIGHTS = [
  'withdrawal:page',
  'withdrawal:apply',
  'withdrawal:confirmRate',
  'withdrawal:complete',
  'collectOrder:page',
  'collectOrder:settle',
  'collectOrder:resettle',
  'collectOrder:batchSettle',
  'collectOrder:cancel',
];

let server: TestServer;
let world: World;
let finance: Hand;
let second: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(pool());
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makeWorld(pool(), await newPlatform(pool()));
  await fund(pool(), world.merchantId, '5000');
  [finance, second] = await Promise.all([hand(server, world, RIGHTS), hand(server, world, RIGHTS)]);
});

type Body = { ids: string[]; input?: Record<string, unknown> };
const dry = (who: Hand, action: string, body: Body) =>
  who.client.call<ActionResult>(action, { ...body, dryRun: true });
const run = (
  who: Hand,
  action: string,
  body: Body & { previewDigests?: Record<string, string> | undefined },
) => who.client.command<ActionResult>(action, { ...body });
const codes = ({ refused }: ActionResult) => refused.map(({ code }) => code);

describe('a withdrawal that is re-rated under an open sheet', () => {
  const complete = (who: Hand, id: string, previewDigests: ActionResult['previewDigests']) =>
    run(who, 'withdrawal/complete', {
      ids: [id],
      input: { transactionHash: randomBytes(32).toString('hex'), otp: who.phone.code() },
      previewDigests,
    });

  it('is not completed by what the sheet showed; looked at again, it is, and with the same code', async () => {
    const id = await applied(pool(), world);
    const rate = (exchangeRate: string) =>
      run(finance, 'withdrawal/confirmRate', { ids: [id], input: { exchangeRate } });
    await rate('88');
    const before = await dry(second, 'withdrawal/complete', { ids: [id] });
    await rate('90');
    const otp = second.phone.code();
    const transactionHash = randomBytes(32).toString('hex');
    const send = (previewDigests: ActionResult['previewDigests']) =>
      run(second, 'withdrawal/complete', { ids: [id], input: { transactionHash, otp }, previewDigests });
    const refused = await send(before.previewDigests);
    expect(refused.done).toEqual([]);
    expect(codes(refused)).toEqual(['figuresChanged']);
    expect((await balancesOf(pool(), world.merchantId)).frozen).toBe('1000');
    const after = await dry(second, 'withdrawal/complete', { ids: [id] });
    expect(after.preview?.[0]?.after).toMatchObject({ exchangeRate: '90' });
    expect((await send(after.previewDigests)).done).toEqual([id]);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('is completed although the balances beside the figures have moved', async () => {
    const id = await applied(pool(), world);
    await run(finance, 'withdrawal/confirmRate', { ids: [id], input: { exchangeRate: '88' } });
    const { previewDigests } = await dry(second, 'withdrawal/complete', { ids: [id] });
    await fund(pool(), world.merchantId, '70');
    expect((await complete(second, id, previewDigests)).done).toEqual([id]);
  });

  it('is completed for a client that says nothing of what it showed', async () => {
    const id = await applied(pool(), world);
    await run(finance, 'withdrawal/confirmRate', { ids: [id], input: { exchangeRate: '88' } });
    expect((await complete(second, id, undefined)).done).toEqual([id]);
  });
});

it('an order is not settled again by a rate that was set under the sheet', async () => {
  const id = await paidOrder(pool(), world);
  expect((await run(finance, 'collectOrder/settle', { ids: [id] })).done).toEqual([id]);
  const rate = (to: string) =>
    pool().query('update channel_binding set rate = $2 where channel_id = $1', [world.channelId, to]);
  await rate('0.03');
  const { previewDigests } = await dry(finance, 'collectOrder/resettle', { ids: [id] });
  await rate('0.04');
  expect(codes(await run(finance, 'collectOrder/resettle', { ids: [id], previewDigests }))).toEqual([
    'figuresChanged',
  ]);
  const again = await dry(finance, 'collectOrder/resettle', { ids: [id] });
  expect(
    (await run(finance, 'collectOrder/resettle', { ids: [id], previewDigests: again.previewDigests })).done,
  ).toEqual([id]);
});

describe('an order that is settled again', () => {
  const path = 'collectOrder/resettle';

  it('shows what the agent gets or gives back', async () => {
    const id = await paidOrder(pool(), world);
    await run(finance, 'collectOrder/settle', { ids: [id] });
    await pool().query('update channel_binding set rate = 0.03 where channel_id = $1', [world.channelId]);
    await pool().query('update extension_rate set rate = 0.002 where channel_id = $1', [world.channelId]);
    const { preview, previewDigests } = await dry(finance, path, { ids: [id] });
    const after = preview?.[0]?.after;
    expect(after).toMatchObject({ commissionBefore: '5', commission: '2', fee: '30', agentBefore: '5' });
    expect(after).toMatchObject({ agentAfter: '2', agentName: expect.any(String) });
    expect((await run(finance, path, { ids: [id], previewDigests })).done).toEqual([id]);
    expect((await balancesOf(pool(), world.agentId)).available).toBe(after?.agentAfter);
    expect((await balancesOf(pool(), world.merchantId)).available).toBe(after?.availableAfter);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  });

  it('says before the command that nothing would change', async () => {
    const id = await paidOrder(pool(), world);
    await run(finance, 'collectOrder/settle', { ids: [id] });
    expect(codes(await dry(finance, path, { ids: [id] }))).toEqual(['nothingToResettle']);
    expect(codes(await run(finance, path, { ids: [id] }))).toEqual(['nothingToResettle']);
  });
});

it('of a batch the rows that came to something else are refused, and the others are done', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => paidOrder(pool(), world)));
  const [changed = ''] = ids;
  const { previewDigests } = await dry(finance, 'collectOrder/batchSettle', { ids });
  await pool().query('update collect_order set commission = commission + 1 where id = $1', [changed]);
  const result = await run(finance, 'collectOrder/batchSettle', { ids, previewDigests });
  expect([...result.done].sort()).toEqual(ids.filter((id) => id !== changed).sort());
  expect(result.refused.map(({ id, code }) => [id, code])).toEqual([[changed, 'figuresChanged']]);
});

it('rows past those that a dry run executes are refused together once their money is another', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 103; turn += 1) ids.push(await openOrder(pool(), world));
  const { previewDigests } = await dry(finance, 'collectOrder/cancel', { ids });
  await pool().query('update collect_order set amount = amount + 1 where id = $1', [ids.at(-1)]);
  const answer = await finance.client.ask(
    'collectOrder/cancel',
    { ids, previewDigests },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(answer.body.extras?.errorCode).toBe('figuresChanged');
  const again = await dry(finance, 'collectOrder/cancel', { ids });
  expect(
    (await run(finance, 'collectOrder/cancel', { ids, previewDigests: again.previewDigests })).done,
  ).toHaveLength(103);
});

it('rows past those are not done because they have become possible, and the others are', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 101; turn += 1) ids.push(await paidOrder(pool(), world));
  const [later, claimed] = [await openOrder(pool(), world), await paidOrder(pool(), world)];
  ids.push(later, claimed);
  const { previewDigests } = await dry(finance, 'collectOrder/batchSettle', { ids });
  await transact(pool(), (tx) => succeedOrder(tx, later, { paidAmount: '1000' }));
  const result = await run(finance, 'collectOrder/batchSettle', { ids, previewDigests });
  expect(result.done).toHaveLength(102);
  expect(result.refused.map(({ id, code }) => [id, code])).toEqual([[later, 'figuresChanged']]);
  const again = await dry(finance, 'collectOrder/batchSettle', { ids: [later] });
  expect(
    (await run(finance, 'collectOrder/batchSettle', { ids: [later], previewDigests: again.previewDigests }))
      .done,
  ).toEqual([later]);
});

it('a row that was said to be refused is not done because it has become possible', async () => {
  const [open, paid] = [await openOrder(pool(), world), await paidOrder(pool(), world)];
  const { previewDigests } = await dry(finance, 'collectOrder/batchSettle', { ids: [open, paid] });
  const held = await transact(pool(), (tx) =>
    tx.query('update collect_order set status = 2 where id = $1', [open]),
  );
  expect(held.rowCount).toBe(1);
  const result = await run(finance, 'collectOrder/batchSettle', { ids: [open, paid], previewDigests });
  expect(result.done).toEqual([paid]);
  expect(codes(result)).toEqual(['figuresChanged']);
});

it('a withdrawal is not applied for at terms that were not previewDigests', async () => {
  const input = {
    merchantId: world.merchantId,
    currency: 'INR',
    amount: '1000',
    address: ADDRESS,
    remark: 'r',
  };
  const { previewDigests } = await finance.client.call<ActionResult>('withdrawal/apply', {
    input,
    dryRun: true,
  });
  const fee = (to: string) =>
    pool().query(`update withdrawal_term set fixed_fee = $1 where currency = 'INR'`, [to]);
  await fee('6');
  const otp = finance.phone.code();
  const ask = (given: unknown) =>
    finance.client.ask<ActionResult>(
      'withdrawal/apply',
      { input: { ...input, otp }, previewDigests: given },
      { 'Idempotency-Key': randomUUID() },
    );
  try {
    expect((await ask(previewDigests)).body.extras?.errorCode).toBe('figuresChanged');
    const again = await finance.client.call<ActionResult>('withdrawal/apply', { input, dryRun: true });
    expect((await ask(again.previewDigests)).body.result.done).toHaveLength(1);
  } finally {
    await fee('5');
  }
});
