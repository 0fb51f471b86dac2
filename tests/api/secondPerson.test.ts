import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { resultOf } from '../../server/platform/jobs/jobStore.ts';
import { newId } from '../../server/platform/db/id.ts';
import { type Hand, hand, limitOf } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Above a limit two people force confirm an order: the second one states what the first one did. */

let server: TestServer;
let world: World;
let maker: Hand & { account: string };
let checker: Hand & { account: string };
let supervisors: Hand[];
const pool = () => server.database.pool;

const VERBS = ['page', 'claim', 'unclaim', 'forceConfirm', 'overrule', 'cancel'];
const may = (...more: string[]) => [...VERBS, ...more].map((verb) => `collectOrder:${verb}`);

async function person(...more: string[]): Promise<Hand & { account: string }> {
  const one = await hand(server, world, may(...more));
  const { rows } = await pool().query<{ account: string }>('select account from sys_user where id = $1', [
    one.id,
  ]);
  return { ...one, account: rows[0]!.account };
}

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(pool());
  await limitOf(pool(), world, 'collectOrder:forceConfirm', '500');
  [maker, checker] = [await person(), await person()];
  supervisors = [await person('supervise'), await person('supervise')];
});
afterAll(() => server.stop());

const saying = (reference: string, reason = 'seen at the bank') => ({ utr: reference, reason });
const act = (who: Hand, action: string, id: string, input?: Record<string, unknown>) =>
  who.client.command<ActionResult & { results?: Record<string, Row> }>(`collectOrder/${action}`, {
    ids: [id],
    ...(input && { input }),
  });
const confirm = (who: Hand, id: string, reference: string, reason?: string) =>
  act(who, 'forceConfirm', id, { ...saying(reference, reason), otp: who.phone.code() });
const dry = (who: Hand, id: string, input: Record<string, unknown> = {}) =>
  who.client.call<ActionResult>('collectOrder/forceConfirm', { ids: [id], dryRun: true, input });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);

const rows = async <T extends object>(text: string, id: string) => (await pool().query<T>(text, [id])).rows;
const order = async (id: string) =>
  (
    await rows<{ status: number; utr: string | null; claimedBy: string | null }>(
      'select status, utr, claimed_by::text as "claimedBy" from collect_order where id = $1',
      id,
    )
  )[0];
const question = async (id: string) =>
  (
    await rows<{ status: number; reason: string | null; checker: string | null }>(
      'select status, reason, checker from approval where row_id = $1 order by id desc limit 1',
      id,
    )
  )[0];
const entries = (id: string) =>
  rows<{ operator: string }>('select operator from journal_entry where order_id = $1', id);
const logs = (id: string) =>
  rows<{
    event: string;
    operator: string;
    before: object | null;
    after: object | null;
    remark: string | null;
  }>('select event, operator, before, after, remark from order_log where order_id = $1 order by id', id);

/** An order of 1000 that the first person has claimed and asked about. */
async function asked(reference: string): Promise<string> {
  const id = await openOrder(pool(), world);
  await act(maker, 'claim', id);
  expect((await confirm(maker, id, reference)).done).toEqual([id]);
  return id;
}
const claimed = async (who: Hand, id: string) => {
  expect((await act(who, 'claim', id)).done).toEqual([id]);
  return id;
};

describe('the first person', () => {
  it('is told before that a second one is asked, and after that nothing is booked', async () => {
    const id = await claimed(maker, await openOrder(pool(), world));
    const preview = await dry(maker, id);
    expect(preview.preview?.[0]?.after).toMatchObject({ waits: true, amount: '1000' });
    const reference = utr();
    const command = {
      ids: [id],
      input: { ...saying(reference), otp: maker.phone.code() },
      previewDigests: preview.previewDigests,
    };
    const key = { 'Idempotency-Key': newId() };
    const send = () => maker.client.ask<ActionResult>('collectOrder/forceConfirm', command, key);
    const answer = (await send()).body.result;
    expect(answer).toMatchObject({ done: [id], refused: [], waiting: [id] });
    // A repeated call says the same.
    expect((await send()).body.result).toMatchObject({ done: [id], waiting: [id] });
    expect(await entries(id)).toEqual([]);
    expect(await question(id)).toEqual({ status: 1, reason: null, checker: null });
    expect(await order(id)).toEqual({ status: 0, utr: null, claimedBy: null });
    expect((await logs(id)).slice(-2)).toEqual([
      {
        event: 'askApproval',
        operator: maker.account,
        before: null,
        after: null,
        remark: 'seen at the bank',
      },
      {
        event: 'unclaim',
        operator: maker.account,
        before: { claimedBy: maker.id, claimedByName: maker.account },
        after: { claimedBy: null },
        remark: null,
      },
    ]);
  });

  it('cannot answer the question, whoever holds the order', async () => {
    const reference = utr();
    const id = await asked(reference);
    expect(codesOf(await dry(maker, id))).toEqual(['selfApproval']);
    await claimed(maker, id);
    expect(codesOf(await confirm(maker, id, reference))).toEqual(['selfApproval']);
    expect(await entries(id)).toEqual([]);
  });

  it('is not asked twice where nobody answers in time', async () => {
    const id = await asked(utr());
    await pool().query('update approval set expires_at = now() where row_id = $1', [id]);
    await claimed(maker, id);
    const again = utr();
    expect((await confirm(maker, id, again)).waiting).toEqual([id]);
    expect(await rows('select status, reason from approval where row_id = $1 order by id', id)).toEqual([
      { status: 3, reason: 'expired' },
      { status: 1, reason: null },
    ]);
    await claimed(checker, id);
    expect((await confirm(checker, id, again)).done).toEqual([id]);
  });

  it('leaves the claim of another, and small orders to one person', async () => {
    const held = await claimed(checker, await openOrder(pool(), world));
    expect((await confirm(supervisors[0]!, held, utr())).waiting).toEqual([held]);
    expect((await order(held))?.claimedBy).toBe(checker.id);
    const small = await claimed(maker, await openOrder(pool(), world, { amount: '500' }));
    expect((await dry(maker, small)).preview?.[0]?.after).not.toHaveProperty('waits');
    const answer = await confirm(maker, small, utr());
    expect(answer.waiting).toEqual([]);
    expect((await order(small))?.status).toBe(2);
  });
});

describe('the second person', () => {
  it('sees what the first one said but for the reference, and confirms that payment or none', async () => {
    const reference = utr();
    const id = await asked(reference);
    // Who asked had the claim; the answer needs none, not even where somebody else has taken it.
    await claimed(maker, id);
    const seen = await dry(checker, id);
    const statement = { maker: maker.account, reason: 'seen at the bank' };
    expect(seen.preview?.[0]?.after.asked).toEqual(statement);
    expect(seen.preview?.[0]?.after).not.toHaveProperty('waits');
    for (const answer of [await dry(checker, id, saying(utr())), await confirm(checker, id, utr())]) {
      expect(answer.refused).toEqual([
        expect.objectContaining({
          code: 'referenceDiffers',
          field: 'utr',
          message: expect.not.stringContaining(reference),
        }),
      ]);
    }
    expect((await question(id))?.status).toBe(1);
    const answer = await confirm(checker, id, reference, 'I see it too');
    expect(answer).toMatchObject({ done: [id], refused: [] });
    expect(answer.waiting).toEqual([]);
    expect(await order(id)).toMatchObject({ status: 2, utr: reference });
    expect(await question(id)).toEqual({ status: 2, reason: 'I see it too', checker: checker.account });
  });

  it('is booked and logged with the first one', async () => {
    const reference = utr();
    const id = await claimed(checker, await asked(reference));
    await confirm(checker, id, reference, 'I see it too');
    const both = `${maker.account} + ${checker.account}`;
    expect(await entries(id)).toEqual([{ operator: both }]);
    expect((await logs(id)).at(-1)).toEqual({
      event: 'forceConfirm',
      operator: checker.account,
      before: { status: 0 },
      after: { status: 2, utr: reference, maker: maker.account },
      remark: 'I see it too',
    });
    // A merchant's people read that it was confirmed, not by whom.
    const outside = await hand(
      server,
      world,
      ['collectOrder:page', 'orderLog:page', 'fundDetail:page'],
      world.merchantId,
    );
    const shown = await outside.client.call(`collectOrder/detail?id=${id}`);
    expect(JSON.stringify(shown)).toContain(reference);
    for (const account of [maker.account, checker.account])
      expect(JSON.stringify(shown)).not.toContain(account);
    const page = JSON.stringify(await outside.client.call('orderLog/page', {}));
    expect(page).toContain('forceConfirm');
    expect(page).not.toContain(maker.account);
  });

  it('is found by either name in the entries', async () => {
    const reference = utr();
    const id = await claimed(checker, await asked(reference));
    await confirm(checker, id, reference);
    const { client } = await hand(server, world, ['transaction:page']);
    const [made] = await rows<{ orderNo: string }>(
      'select order_no as "orderNo" from collect_order where id = $1',
      id,
    );
    const found = async (operator: string) =>
      (await client.call<{ items: Row[] }>('transaction/page', { operator, orderNo: made!.orderNo })).items
        .length;
    const both = `${maker.account} + ${checker.account}`;
    const part = maker.account.slice(0, -1);
    expect(await Promise.all([maker.account, checker.account, both, part].map(found))).toEqual([1, 1, 1, 0]);
  });

  it('of two at once books once', async () => {
    const reference = utr();
    const id = await asked(reference);
    const answers = await Promise.all(supervisors.map((who) => confirm(who, id, reference)));
    expect(answers.flatMap(({ done }) => done)).toEqual([id]);
    expect(answers.flatMap(codesOf)).toEqual(['guard']);
    expect(await entries(id)).toHaveLength(1);
  });

  it('learns that a question was asked under an open sheet', async () => {
    const id = await openOrder(pool(), world);
    const { previewDigests } = await dry(supervisors[0]!, id);
    const reference = utr();
    expect((await confirm(supervisors[1]!, id, reference)).waiting).toEqual([id]);
    const answer = await supervisors[0]!.client.command<ActionResult>('collectOrder/forceConfirm', {
      ids: [id],
      input: { ...saying(reference), otp: supervisors[0]!.phone.code() },
      previewDigests,
    });
    expect(codesOf(answer)).toEqual(['figuresChanged']);
    expect(await entries(id)).toEqual([]);
  });
});

describe('a question without an answer', () => {
  let id: string;
  let reference: string;
  beforeEach(async () => {
    reference = utr();
    id = await asked(reference);
  });
  const gone = async (why: string) =>
    expect(await question(id)).toEqual({ status: 3, reason: why, checker: null });
  const asksAgain = async () => {
    await claimed(checker, id);
    expect((await dry(checker, id)).preview?.[0]?.after).toMatchObject({ waits: true });
    expect((await confirm(checker, id, reference)).waiting).toEqual([id]);
    expect(await entries(id)).toEqual([]);
  };

  it('is withdrawn when the order is cancelled: whoever confirms it then is a first person', async () => {
    expect((await act(maker, 'cancel', id)).done).toEqual([id]);
    await gone('cancel');
    await asksAgain();
  });

  it('is withdrawn when the order is overruled', async () => {
    await transact(pool(), (tx) => submitOrder(tx, id));
    expect((await act(checker, 'overrule', id, { reason: 'never paid' })).done).toEqual([id]);
    await gone('overrule');
    await asksAgain();
  });

  it('is withdrawn when the money comes by itself, and books nothing later', async () => {
    await transact(pool(), (tx) => submitOrder(tx, id));
    await transact(pool(), (tx) => succeedOrder(tx, id, { paidAmount: '1000', utr: utr() }));
    await gone('paid');
    expect(codesOf(await confirm(supervisors[0]!, id, reference))).toEqual(['guard']);
    expect(await entries(id)).toHaveLength(1);
  });

  it('waits on where the time of the order runs out, and the order says so', async () => {
    await transact(pool(), (tx) => expireOrder(tx, id));
    const detail = () => checker.client.call<Row>(`collectOrder/detail?id=${id}`);
    expect((await detail()).asked).toMatchObject({
      maker: maker.account,
      command: 'collectOrder/forceConfirm',
    });
    await claimed(checker, id);
    expect((await confirm(checker, id, reference)).done).toEqual([id]);
    expect((await detail()).asked).toBeNull();
  });
});

it('counts the waiting rows of a command on many', async () => {
  const job = newId();
  await pool().query(
    "insert into job (id, user_id, kind, payload, status, total) values ($1, $2, 'bulkAction', '{}', 'running', 2)",
    [job, maker.id],
  );
  await pool().query(
    "insert into job_row (job_id, row_id, message) values ($1, 1, null), ($1, 2, 'waiting')",
    [job],
  );
  expect(await resultOf(pool(), job)).toEqual({ done: ['1', '2'], refused: [], waiting: ['2'] });
});

it('leaves every invariant holding', async () => {
  expect(await checkInvariants(pool())).toEqual([]);
});
