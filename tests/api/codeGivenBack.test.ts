import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { fund, makePayoutWorld, openPayout, type PayoutWorld, submitted } from '../safety/payoutWorld.ts';
import { makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { codeAt } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newPlatform } from '../safety/world.ts';

/** A bank reference proves one payout, and a command that is refused for it has spent no code. */

let server: TestServer;
let world: PayoutWorld;
let operator: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:1/none', 1_000, await newPlatform(pool()));
  await fund(pool(), world.merchantId, '20000');
  operator = await hand(
    server,
    world,
    ['page', 'repairProof', 'forceConfirm', 'supervise'].map((verb) => `payOrder:${verb}`),
  );
});

async function underWay(): Promise<{ id: string; orderNo: string }> {
  const { id } = await openPayout(pool(), world);
  await submitted(pool(), id);
  const { rows } = await pool().query<{ orderNo: string }>(
    'select order_no as "orderNo" from pay_order where id = $1',
    [id],
  );
  return { id, orderNo: rows[0]!.orderNo };
}

const utrOf = () => String(Math.floor(Math.random() * 9e11) + 1e11);
type Sends = Pick<Hand, 'client'>;
const act = (who: Sends, action: string, id: string, input: Record<string, unknown>) =>
  who.client.ask<ActionResult>(
    `payOrder/${action}`,
    { ids: [id], input },
    { 'Idempotency-Key': randomUUID() },
  );
const confirm = (who: Sends, id: string, utr: string, otp: string) =>
  act(who, 'forceConfirm', id, { utr, reason: 'seen at the bank', otp });

it('names the payout that has the reference, in the sheet and in the command', async () => {
  const [first, other] = [await underWay(), await underWay()];
  const utr = utrOf();
  expect((await act(operator, 'repairProof', first.id, { utr })).body.result.done).toEqual([first.id]);
  const answer = await act(operator, 'repairProof', other.id, { utr });
  expect(answer.body.result.refused).toMatchObject([
    { code: 'utrUsed', message: `This reference belongs to order ${first.orderNo}` },
  ]);
  const dry = await operator.client.call<ActionResult>('payOrder/forceConfirm', {
    ids: [other.id],
    input: { utr },
    dryRun: true,
  });
  expect(dry.refused[0]?.message).toContain(first.orderNo);
});

it('gives one of 16 payouts a reference that all are given at once, and tells the others whose it is', async () => {
  const payouts = await Promise.all(Array.from({ length: 16 }, underWay));
  const utr = utrOf();
  const answers = await Promise.all(payouts.map(({ id }) => act(operator, 'repairProof', id, { utr })));
  const results = answers.map(({ body }) => body.result);
  expect(results.filter(({ done }) => done.length === 1)).toHaveLength(1);
  expect(results.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(
    Array.from({ length: 15 }, () => 'utrUsed'),
  );
});

it('leaves a code unspent where the reference was the fault, and takes it once after', async () => {
  const [first, other] = [await underWay(), await underWay()];
  const utr = utrOf();
  await act(operator, 'repairProof', first.id, { utr });
  const code = operator.phone.code();
  expect((await confirm(operator, other.id, utr, code)).body.result.refused[0]?.code).toBe('utrUsed');
  expect((await confirm(operator, other.id, utrOf(), code)).body.result.done).toEqual([other.id]);
  const again = await confirm(operator, first.id, utr, code);
  expect(again.body.extras?.errorCode).toBe('otpUsed');
  expect(await checkInvariants(server.database.owner)).toEqual([]);
});

it('leaves a recovery code in the list for the same reason', async () => {
  const [staff] = (await makeStaff(pool(), world, 1)) as [Staff];
  const client = await server.signIn(staff.account, PASSWORD);
  const { secret } = await client.call<{ secret: string }>('userOtp/enrol', { password: PASSWORD });
  const bound = { code: codeAt(secret, server.clock.now().getTime()) };
  const { recoveryCodes } = await client.call<{ recoveryCodes: string[] }>('userOtp/verify', bound);
  const [code = ''] = recoveryCodes;
  const [first, other] = [await underWay(), await underWay()];
  const utr = utrOf();
  await act({ client }, 'repairProof', first.id, { utr });
  const left = async () => (await client.call<{ recoveryLeft: number }>('userOtp/own')).recoveryLeft;
  expect((await confirm({ client }, other.id, utr, code)).body.result.refused[0]?.code).toBe('utrUsed');
  expect(await left()).toBe(8);
  expect((await confirm({ client }, other.id, utrOf(), code)).body.result.done).toEqual([other.id]);
  expect(await left()).toBe(7);
});

it('leaves a code unspent where a withdrawal is not at the state that the command needs', async () => {
  const finance = await hand(
    server,
    world,
    ['page', 'apply', 'confirmRate', 'complete', 'refund'].map((verb) => `withdrawal:${verb}`),
  );
  await openWithdrawals(pool());
  const id = await applied(pool(), world);
  const code = finance.phone.code();
  const run = (action: string, input: Record<string, unknown>) =>
    finance.client.ask<ActionResult>(
      `withdrawal/${action}`,
      { ids: [id], input: { ...input, otp: code } },
      { 'Idempotency-Key': randomUUID() },
    );
  const tooEarly = await run('complete', { transactionHash: 'ab'.repeat(32) });
  expect(tooEarly.body.result.refused[0]?.code).toBe('guard');
  expect((await run('refund', { reason: 'by mistake' })).body.result.done).toEqual([id]);
});
