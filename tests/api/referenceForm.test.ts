import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, paidOrder, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** One payment is credited once, however its reference is written. */

const RIGHTS = [
  ...['page', 'add', 'update', 'submit', 'approve', 'reject'].map((verb) => `rechargeOrder:${verb}`),
  ...['page', 'confirmRate', 'complete'].map((verb) => `withdrawal:${verb}`),
];

let server: TestServer;
let world: World;
let maker: Hand;
let checker: Hand;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
  world = await makeWorld(server.database.pool);
  await fund(server.database.pool, world.merchantId, '9000');
  [maker, checker] = await Promise.all([hand(server, world, RIGHTS), hand(server, world, RIGHTS)]);
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});

const pool = () => server.database.pool;
const hash = () => randomBytes(32).toString('hex');
const ask = (reference: string) =>
  maker.client.ask<{ id: string; orderNo: string; reference: string }>('rechargeOrder/add', {
    merchantId: world.merchantId,
    currency: 'INR',
    amount: '10',
    reference,
  });
const act = (who: Hand, path: string, id: string, input?: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids: [id], ...(input && { input }) });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);
const refusedAs = async (reference: string) => (await ask(reference)).body.extras?.errorCode;

async function drafted(reference: string) {
  const { body } = await ask(reference);
  expect(body).toMatchObject({ code: 200, result: { reference } });
  return body.result!;
}
async function approved(reference: string) {
  const made = await drafted(reference);
  expect((await act(maker, 'rechargeOrder/submit', made.id)).done).toEqual([made.id]);
  expect((await act(checker, 'rechargeOrder/approve', made.id)).done).toEqual([made.id]);
  return made;
}
async function paidOut(transactionHash: string): Promise<ActionResult> {
  const id = await applied(pool(), world);
  await act(maker, 'withdrawal/confirmRate', id, { exchangeRate: '88' });
  return act(checker, 'withdrawal/complete', id, { transactionHash, otp: checker.phone.code() });
}

it.each([
  ['a hash', (one: string) => [one, one.toUpperCase(), `0X${one}`, `0x${one.toUpperCase()}`]],
  ['a word', (one: string) => [`REF-${one}`, `ref-${one}`, `Ref - ${one}`, `UTR ref-${one}`]],
  [
    'a UTR',
    () =>
      ((bare) => [
        bare,
        `UTR ${bare}`,
        `utr:${bare}`,
        `UTR${bare.slice(0, 6)} ${bare.slice(6)}`,
        `${bare}.`,
        `NEFT ${bare}`,
        `rrn/${bare}`,
        bare.replace(/(.{4})(.{4})/, '$1-$2-'),
      ])(utr()),
  ],
])('%s written otherwise is the same payment', async (_, ways) => {
  const [first, ...twins] = ways(hash());
  await drafted(first!);
  for (const twin of twins) expect(await refusedAs(twin), twin).toBe('duplicate');
});

it('is the same for a request that has been approved, and for an order that was paid', async () => {
  const one = hash();
  const { orderNo } = await approved(`0x${one.toUpperCase()}`);
  const { body } = await ask(one);
  expect([body.extras?.errorCode, body.message]).toEqual([
    'utrUsed',
    `This reference belongs to order ${orderNo}`,
  ]);

  const paid = await paidOrder(pool(), world);
  const { rows } = await pool().query<{ utr: string }>('select utr from collect_order where id = $1', [paid]);
  expect(await refusedAs(`UTR ${rows[0]!.utr}`)).toBe('utrUsed');
  await pool().query(`update collect_order set utr = 'N99/ab 1' where id = $1`, [paid]);
  expect(await refusedAs('n99/AB1')).toBe('utrUsed');
});

it('does not take another reference for the same', async () => {
  const one = hash();
  await drafted(one);
  await drafted(`${one.slice(1)}0`);
  await drafted(`0x${one.slice(1)}`);
  await drafted('UTRECHT-1');
  await drafted('echt-1');
});

it('takes no transaction that paid a withdrawal for money received, nor one received for a payment', async () => {
  const [out, into] = [hash(), hash()];
  const before = await drafted(out.toUpperCase());
  expect((await paidOut(out)).done).toHaveLength(1);
  const { body } = await ask(`0x${out}`);
  expect([body.extras?.errorCode, body.message]).toEqual([
    'hashPaidOut',
    'A transaction that paid a withdrawal: it is no proof of money received',
  ]);
  const { available } = await balancesOf(pool(), world.merchantId);
  expect(codesOf(await act(maker, 'rechargeOrder/submit', before.id))).toEqual(['hashPaidOut']);
  await pool().query('update recharge_order set status = 1 where id = $1', [before.id]);
  expect(codesOf(await act(checker, 'rechargeOrder/approve', before.id))).toEqual(['hashPaidOut']);
  expect((await balancesOf(pool(), world.merchantId)).available).toBe(available);

  await approved(into);
  expect(codesOf(await paidOut(`0x${into.toUpperCase()}`))).toEqual(['hashReceived']);
});
