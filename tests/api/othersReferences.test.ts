import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import {
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  upstreamAnswer,
  submitted,
} from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { openOrder, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makePayingBankWorld, orderOf, stamp, take } from './bankWorld.ts';

/** Which order has a reference is shown to nobody who may not know of that order. */

let server: TestServer;
let world: PayoutWorld & BankWorld;
/** Sees its own organisation, as a branch does; the lone merchant is of another one. */
let branch: Hand;
/** Sees the whole tenant. */
let office: Hand;

const pool = () => server.database.pool;
const RIGHTS = [
  ...['forceConfirm', 'repairProof', 'supervise', 'page'].flatMap((verb) => [
    `payOrder:${verb}`,
    `collectOrder:${verb}`,
  ]),
  ...['page', 'match', 'autoMatch', 'unmatch'].map((verb) => `bankBill:${verb}`),
];

beforeAll(async () => {
  server = await startServer();
  world = await makePayingBankWorld(server, '50000');
  const elsewhere = newId();
  await pool().query('insert into sys_org (id, tenant_id, name) values ($1, $2, $3)', [
    elsewhere,
    world.tenantId,
    `Elsewhere ${elsewhere}`,
  ]);
  await pool().query('update merchant set org_id = $2 where id = $1', [world.loneId, elsewhere]);
  branch = await hand(server, world, RIGHTS);
  office = await hand(server, world, RIGHTS);
  await pool().query(
    'update sys_role set data_scope = 2 where id in (select role_id from sys_user_role where user_id = $1)',
    [branch.id],
  );
  // Who somebody is, is kept for moments.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
});
afterAll(() => server.stop());

/** The dry run's refusals as code and text. */
async function asked({ client }: Hand, path: string, id: string, input?: object): Promise<string> {
  const { body } = await client.ask<ActionResult>(path, { ids: [id], dryRun: true, ...(input && { input }) });
  return JSON.stringify(body.result?.refused ?? body);
}

async function paidOut(of: World): Promise<{ orderNo: string; reference: string }> {
  const reference = utr();
  const { id, orderNo } = await openPayout(pool(), of, { merchantId: of.loneId });
  const attempt = await submitted(pool(), id);
  const answer = upstreamAnswer('paid', { amount: '1000', utr: reference });
  await transact(pool(), (tx) => applyPayoutAnswer(tx, id, attempt, answer, new Date()));
  return { orderNo, reference };
}

async function collected(): Promise<{ id: string; orderNo: string; reference: string }> {
  const reference = utr();
  const id = await openOrder(pool(), world, { merchantId: world.loneId });
  await transact(pool(), (tx) => submitOrder(tx, id));
  await transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '1000', utr: reference }));
  return { id, orderNo: (await orderOf(server, id)).orderNo, reference };
}

async function ownPayout(): Promise<string> {
  const { id } = await openPayout(pool(), world);
  await submitted(pool(), id);
  return id;
}

async function ownOrder(): Promise<{ id: string; orderNo: string }> {
  const id = await openOrder(pool(), world);
  await transact(pool(), (tx) => submitOrder(tx, id));
  return { id, orderNo: (await orderOf(server, id)).orderNo };
}

describe('the payout that has a reference', () => {
  it.each(['forceConfirm', 'repairProof'])('%s', async (verb) => {
    const theirs = await paidOut(world);
    const mine = await ownPayout();
    const input = { utr: theirs.reference, ...(verb === 'forceConfirm' && { reason: 'seen' }) };
    const shown = await asked(branch, `payOrder/${verb}`, mine, input);
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
    expect(await asked(office, `payOrder/${verb}`, mine, input)).toContain(theirs.orderNo);
  });

  it('of another tenant', async () => {
    const other = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9');
    await fund(pool(), other.loneId, '5000');
    const theirs = await paidOut(other);
    const input = { utr: theirs.reference, reason: 'seen' };
    const shown = await asked(office, 'payOrder/forceConfirm', await ownPayout(), input);
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
  });
});

describe('the order whose reference a line has', () => {
  it('match', async () => {
    const theirs = await collected();
    const mine = await ownOrder();
    const [line] = await billsOf(
      server,
      await take(server, world, `${stamp()},${theirs.reference},1000,,x,y`),
    );
    const input = { orderNo: mine.orderNo };
    const shown = await asked(branch, 'bankBill/match', line!.id, input);
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
    expect(await asked(office, 'bankBill/match', line!.id, input)).toContain(theirs.orderNo);
  });

  it('match where its money waits in suspense', async () => {
    const theirs = await collected();
    const reference = utr();
    await transact(pool(), (tx) => succeedOrder(tx, theirs.id, { paidAmount: '40', utr: reference }));
    const mine = await ownOrder();
    const [line] = await billsOf(server, await take(server, world, `${stamp()},${reference},40,,x,y`));
    const shown = await asked(branch, 'bankBill/match', line!.id, { orderNo: mine.orderNo });
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
  });

  it('auto match', async () => {
    const theirs = await collected();
    const [line] = await billsOf(
      server,
      await take(server, world, `${stamp()},${theirs.reference},1000,,x,y`),
    );
    const shown = await asked(branch, 'bankBill/autoMatch', line!.id);
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
  });

  it('debit', async () => {
    const theirs = await paidOut(world);
    const mine = await openPayout(pool(), world);
    await submitted(pool(), mine.id);
    const [line] = await billsOf(
      server,
      await take(server, world, `${stamp()},${theirs.reference},,1000,x,y`),
    );
    const shown = await asked(branch, 'bankBill/match', line!.id, { orderNo: mine.orderNo });
    expect(shown).toContain('utrTaken');
    expect(shown).not.toContain(theirs.orderNo);
  });
});

interface Line {
  id: string;
  candidateNo: string | null;
  candidateAmount: string | null;
  difference: string | null;
}

describe('a line that waits', () => {
  const page = async ({ client }: Hand, body: object) =>
    (await client.call<{ items: Line[] }>('bankBill/page', body)).items;

  it('proposes an order to those who see its merchant alone', async () => {
    const [theirs, mine] = [
      await openOrder(pool(), world, { merchantId: world.loneId, amount: '777.70' }),
      await openOrder(pool(), world, { amount: '888.80' }),
    ];
    for (const id of [theirs, mine]) await transact(pool(), (tx) => submitOrder(tx, id));
    const numbers = [(await orderOf(server, theirs)).orderNo, (await orderOf(server, mine)).orderNo];
    const batchId = await take(
      server,
      world,
      `${stamp()},${utr()},777.70,,x,y\n${stamp()},${utr()},888.80,,x,y`,
    );
    const proposed = async (who: Hand, body: object = {}) =>
      (await page(who, { batchId, field: 'amount', order: 'ascending', ...body })).map(
        ({ candidateNo }) => candidateNo,
      );
    expect(await proposed(office)).toEqual(numbers);
    expect(await proposed(branch)).toEqual([null, numbers[1]]);
    expect(await proposed(office, { candidateNo: numbers[0] })).toEqual([numbers[0]]);
    expect(await proposed(branch, { candidateNo: numbers[0] })).toEqual([]);
    expect(await proposed(branch, { candidateNo: numbers[1] })).toEqual([numbers[1]]);
    const [line] = await page(branch, { batchId, field: 'amount', order: 'ascending' });
    expect(line).toMatchObject({ candidateNo: null, candidateAmount: null, difference: null });
    const detail = await branch.client.call<Line>(`bankBill/detail?id=${line!.id}`);
    expect(detail).toMatchObject({ candidateNo: null, candidateAmount: null, difference: null });
    const rows = { batchId, sort: [{ field: 'amount', order: 'ascending' }] };
    const scrolled = await branch.client.call<{ items: Line[]; total: number }>('bankBill/rows', rows);
    expect([scrolled.total, scrolled.items.map(({ candidateNo }) => candidateNo)]).toEqual([
      2,
      [null, numbers[1]],
    ]);
  });

  it('tells nobody else what it was once matched with', async () => {
    const theirs = await collected();
    const [line] = await billsOf(
      server,
      await take(server, world, `${stamp()},${theirs.reference},1000,,x,y`, true),
    );
    await office.client.command('bankBill/unmatch', { ids: [line!.id] });
    const shown = async ({ client }: Hand) =>
      (
        await client.call<{ history: { event: string; orderNo: string | null }[] }>(
          `bankBill/detail?id=${line!.id}`,
        )
      ).history.map(({ orderNo }) => orderNo);
    expect(await shown(office)).toEqual([theirs.orderNo, theirs.orderNo]);
    expect(await shown(branch)).toEqual([null, null]);
  });
});

describe('a line that is matched', () => {
  it('is of those who see its merchant', async () => {
    const theirs = await collected();
    const batchId = await take(server, world, `${stamp()},${theirs.reference},1000,,x,y`, true);
    const [line] = await billsOf(server, batchId);
    expect(line).toMatchObject({ status: 1, orderNo: theirs.orderNo });
    const seen = async ({ client }: Hand) =>
      (await client.call<{ items: { id: string }[] }>('bankBill/page', { batchId })).items.map(
        ({ id }) => id,
      );
    expect(await seen(branch)).toEqual([]);
    expect(await seen(office)).toEqual([line!.id]);
    expect(await asked(branch, 'bankBill/unmatch', line!.id)).toContain('notFound');
  });
});
