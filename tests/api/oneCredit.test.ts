import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { balancesOf, openPayout, submitted, upstreamAnswer } from '../safety/payoutWorld.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { writingsOf } from '../support/writings.ts';
import { billsOf, makePayingBankWorld, stamp, take } from './bankWorld.ts';

/** One payment is credited once, at whichever door and however its reference is written (tests/support/writings.ts). */

type PayingWorld = Awaited<ReturnType<typeof makePayingBankWorld>>;

const RIGHTS = [
  ...['rechargeOrder', 'manualOrder'].flatMap((resource) =>
    ['page', 'add', 'update', 'submit', 'approve', 'reject'].map((verb) => `${resource}:${verb}`),
  ),
  ...['collectOrder', 'payOrder'].flatMap((resource) =>
    ['page', 'claim', 'repairProof', 'forceConfirm', 'supervise'].map((verb) => `${resource}:${verb}`),
  ),
  ...['page', 'confirmRate', 'complete'].map((verb) => `withdrawal:${verb}`),
];

let server: TestServer;
let world: PayingWorld;
let maker: Hand;
let checker: Hand;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
  world = await makePayingBankWorld(server, '500000');
  [maker, checker] = await Promise.all([hand(server, world, RIGHTS), hand(server, world, RIGHTS)]);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const act = (who: Hand, path: string, id: string, input?: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids: [id], ...(input && { input }) });
const available = async () => (await balancesOf(pool(), world.merchantId)).available;
const add = (resource: string, column: string, reference: string) =>
  maker.client.ask<{ id: string }>(`${resource}/add`, {
    merchantId: world.merchantId,
    currency: 'INR',
    amount: '1000',
    [column]: reference,
  });

/** What a dry run of an action on one row says: done, the code of its refusal, or that its input was refused. */
async function tried(path: string, id: string, input: Record<string, unknown>): Promise<string> {
  const { body } = await maker.client.ask<ActionResult>(path, { ids: [id], input, dryRun: true });
  if (body.code !== 200) return body.extras?.errorCode ?? String(body.code);
  return body.result!.refused[0]?.code ?? 'done';
}

async function payingOrder(): Promise<string> {
  const id = await openOrder(pool(), world);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return id;
}
async function unknownPayout(): Promise<string> {
  const { id } = await openPayout(pool(), world);
  const attempt = await submitted(pool(), id);
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, upstreamAnswer('unknown'), new Date()));
  return id;
}
const withdrawal = async (): Promise<string> => {
  const id = await applied(pool(), world);
  await act(maker, 'withdrawal/confirmRate', id, { exchangeRate: '88' });
  return id;
};

const wordReference = () => `HDFCR${randomBytes(6).toString('hex').toUpperCase()}7`;
const hash = () => randomBytes(32).toString('hex');

describe.each([
  ['rechargeOrder', 'reference', 'a UTR', utr],
  ['rechargeOrder', 'reference', 'a word', wordReference],
  ['rechargeOrder', 'reference', 'a hash', hash],
  ['manualOrder', 'utr', 'a UTR', utr],
] as const)('%s.%s', (resource, column, kind, reference) => {
  it(`credits ${kind} once`, async () => {
    const one = reference();
    const before = Number(await available());
    const { body } = await add(resource, column, one);
    const { id } = body.result!;
    expect((await act(maker, `${resource}/submit`, id)).done).toEqual([id]);
    expect((await act(checker, `${resource}/approve`, id)).done).toEqual([id]);
    for (const [how, written] of writingsOf(one)) {
      const { body: twin } = await add(resource, column, written);
      expect(twin.code, `${how}: ${JSON.stringify(written)}`).toBe(400);
    }
    expect(Number(await available())).toBe(before + 1000);
  });
});

it('confirms one collection order by a reference, and notes it on one', async () => {
  const one = utr();
  const [first, second] = [await payingOrder(), await payingOrder()];
  const confirm = { utr: one, reason: 'seen', otp: maker.phone.code() };
  expect((await act(maker, 'collectOrder/forceConfirm', first, confirm)).done).toEqual([first]);
  for (const [how, written] of writingsOf(one))
    for (const action of ['repairProof', 'forceConfirm'])
      expect(await tried(`collectOrder/${action}`, second, { utr: written }), `${action} ${how}`).toMatch(
        /^(utrUsed|validation)$/,
      );
});

it('pays one payout by a reference', async () => {
  const one = utr();
  const [first, second] = [await unknownPayout(), await unknownPayout()];
  expect((await act(maker, 'payOrder/repairProof', first, { utr: one })).done).toEqual([first]);
  for (const [how, written] of writingsOf(one))
    expect(await tried('payOrder/repairProof', second, { utr: written }), how).toMatch(
      /^(utrUsed|validation)$/,
    );
});

it('completes one withdrawal by a transaction', async () => {
  const one = hash();
  const [first, second] = [await withdrawal(), await withdrawal()];
  const input = (written: string) => ({ transactionHash: written, otp: checker.phone.code() });
  expect((await act(checker, 'withdrawal/complete', first, input(one))).done).toEqual([first]);
  for (const [how, written] of writingsOf(one)) {
    const why = await tried('withdrawal/complete', second, { transactionHash: written });
    expect(why, how).toMatch(/^(hashUsed|validation)$/);
  }
});

it.each([
  ['a UTR', utr],
  ['a word', wordReference],
])('counts a line of a statement with %s once', async (_, reference) => {
  const one = reference();
  const at = stamp();
  const lines = writingsOf(one)
    // A cell of a file is one line, and a blank ends no cell.
    .filter(([, written]) => !/[\n,"]/.test(written))
    .map(([, written]) => `${at},${written},1000,,,`);
  const bills = await billsOf(server, await take(server, world, lines.join('\n')));
  expect(bills).toHaveLength(lines.length);
  expect(bills.filter(({ repeats }) => repeats === null)).toHaveLength(1);
});
