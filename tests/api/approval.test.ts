import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { localText } from '../../contract/localised.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { ROLES } from '../../server/demo/seed/roles.ts';
import { PAY_STATUS } from '../../server/platform/db/statuses.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { approvalAbove, fund, makePayoutWorld, openPayout, type PayoutWorld } from '../safety/payoutWorld.ts';
import { type Hand, hand, limitOf } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What waits for a second person is found in a list, and whoever disagrees says so with a reason. */

let server: TestServer;
let world: PayoutWorld;
let maker: Hand;
let checker: Hand;
const pool = () => server.database.pool;

const MAY = [
  ...['page', 'forceConfirm', 'supervise'].map((verb) => `collectOrder:${verb}`),
  'approval:page',
  'approval:refuse',
];

beforeAll(async () => {
  server = await startServer();
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9');
  await fund(pool(), world.merchantId, '5000');
  await limitOf(pool(), world, 'collectOrder:forceConfirm', '500');
  [maker, checker] = [await hand(server, world, MAY), await hand(server, world, MAY)];
});
afterAll(() => server.stop());

const confirm = (who: Hand, id: string, reference: string) =>
  who.client.command<ActionResult>('collectOrder/forceConfirm', {
    ids: [id],
    input: { utr: reference, reason: 'seen at the bank', otp: who.phone.code() },
  });
const list = async (who: Hand, body: Record<string, unknown> = {}) =>
  (await who.client.call<{ items: Row[] }>('approval/page', { ...body, pageSize: 100 })).items;
const refuse = (who: Hand, id: string, reason = 'no such credit') =>
  who.client.command<ActionResult>('approval/refuse', { ids: [id], input: { reason } });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);

/** An order of 1000 that the first person has confirmed, and the question about it. */
async function asked(reference = utr()): Promise<{ orderId: string; question: Row; reference: string }> {
  const orderId = await openOrder(pool(), world);
  expect((await confirm(maker, orderId, reference)).waiting).toEqual([orderId]);
  const [{ orderNo }] = (
    await pool().query('select order_no as "orderNo" from collect_order where id = $1', [orderId])
  ).rows;
  const [question] = (await list(checker, { orderNo })) as [Row];
  return { orderId, question, reference };
}

describe('the list', () => {
  it('says who asked what above which limit, and until when', async () => {
    const { question, reference } = await asked();
    const { orderNo } = question;
    expect(question).toMatchObject({
      command: 'collectOrder/forceConfirm',
      outcome: 'waiting',
      merchantId: world.merchantId,
      amount: '1000',
      currency: 'INR',
      limitAmount: '500',
      // Read at the bank by whoever agrees.
      utr: null,
      makerReason: 'seen at the bank',
      checker: null,
      answer: null,
    });
    expect(Date.parse(String(question.expiresAt))).toBeGreaterThan(Date.parse(String(question.createdAt)));
    expect(await list(checker, { orderNo, outcome: ['waiting'] })).toHaveLength(1);
    expect(await list(checker, { utr: reference })).toEqual([]);
    await confirm(checker, (await orderOf(question)).id, reference);
    expect(await list(checker, { orderNo, outcome: ['waiting'] })).toEqual([]);
    expect(await list(checker, { utr: reference, outcome: ['agreed'] })).toHaveLength(1);
  });

  it('holds the questions of one’s own merchants alone, and tells a merchant’s people nothing of who asked', async () => {
    const { question } = await asked();
    const stranger = await hand(server, await makeWorld(pool()), MAY);
    expect(await list(stranger, { orderNo: question.orderNo })).toEqual([]);
    expect(codesOf(await refuse(stranger, question.id))).toEqual(['notFound']);
    const outside = await hand(server, world, MAY, world.merchantId);
    const [theirs] = await list(outside, { orderNo: question.orderNo });
    for (const name of ['maker', 'utr', 'makerReason', 'checker', 'answer'])
      expect(theirs).not.toHaveProperty(name);
    const answer = await outside.client.ask('approval/refuse', { ids: [question.id], dryRun: true });
    expect(answer.body.extras?.errorCode).toBe('wrongAudience');
  });

  it('is open to those who may answer', () => {
    for (const { code, permissions } of ROLES)
      for (const answer of ['approval:agree', 'approval:refuse'])
        expect([code, permissions.includes(answer)]).toEqual([
          code,
          ['collectOrder:forceConfirm', 'withdrawal:complete'].some((each) => permissions.includes(each)),
        ]);
  });

  it('has payouts too, which are denied by it as on their own row', async () => {
    await approvalAbove(pool(), world, '100');
    const { id, orderNo } = await openPayout(pool(), world);
    const [question] = await list(checker, { orderNo });
    expect(question).toMatchObject({ command: 'payOrder/approve', outcome: 'waiting' });
    expect(codesOf(await refuse(checker, question!.id))).toEqual(['forbidden']);
    const denier = await hand(server, world, [...MAY, 'payOrder:page', 'payOrder:deny']);
    expect((await refuse(denier, question!.id)).done).toEqual([question!.id]);
    const { rows } = await pool().query(
      `select (select outcome from approval where id = $1) as outcome, status,
         (select remark from order_log where order_id = $2 order by id desc limit 1) as remark
       from pay_order where id = $2`,
      [question!.id, id],
    );
    expect(rows).toEqual([{ outcome: 'refused', status: PAY_STATUS.rejected, remark: 'no such credit' }]);
  });
});

const orderOf = async ({ orderNo }: Row) =>
  (
    await pool().query<{ id: string; status: number }>(
      'select id::text, status from collect_order where order_no = $1',
      [orderNo],
    )
  ).rows[0]!;

describe('the second person’s no', () => {
  it('closes the question, is logged with the order, and whoever asked is told', async () => {
    const { orderId, question, reference } = await asked();
    const before = await orderOf(question);
    expect((await refuse(checker, question.id)).done).toEqual([question.id]);
    const [closed] = await list(maker, { utr: reference });
    expect(closed).toMatchObject({ outcome: 'refused', answer: 'no such credit' });
    expect(closed!.decidedAt).not.toBeNull();
    expect(await orderOf(question)).toEqual(before);
    const { rows } = await pool().query(
      'select event, remark, resource, operator_id::text as "by" from order_log where order_id = $1 order by id desc limit 1',
      [orderId],
    );
    expect(rows).toEqual([
      { event: 'deny', remark: 'no such credit', resource: 'collectOrder', by: checker.id },
    ]);
    const notices = async (who: Hand) =>
      (await who.client.call<{ title: string; content: string }[]>('sysNotice/mine', {})).filter(
        ({ title }) => title.includes(String(question.orderNo)),
      );
    expect(await notices(maker)).toEqual([
      expect.objectContaining({ content: expect.stringContaining('no such credit') }),
    ]);
    expect(await notices(checker)).toEqual([]);
    // Whoever confirms it now is a first person again.
    expect((await confirm(checker, orderId, reference)).waiting).toEqual([orderId]);
  });

  it('by the first person takes it back, which is no decision', async () => {
    const { question } = await asked();
    expect((await refuse(maker, question.id)).done).toEqual([question.id]);
    const [taken] = await list(checker, { orderNo: question.orderNo });
    expect(taken).toMatchObject({ outcome: 'withdrawn', checker: null });
  });

  it('is not anybody’s who may not confirm, nor one for ever', async () => {
    const { question } = await asked();
    const other = await hand(server, world, ['approval:page', 'approval:refuse']);
    expect(codesOf(await refuse(other, question.id))).toEqual(['forbidden']);
    await pool().query("update approval set expires_at = now() - interval '1 s' where id = $1", [
      question.id,
    ]);
    expect(codesOf(await refuse(checker, question.id))).toEqual(['answerLate']);
    await closeLapsed(pool(), new Date());
    const [lapsed] = await list(checker, { orderNo: question.orderNo });
    expect(lapsed).toMatchObject({ outcome: 'expired', checker: null });
    expect(localText(String(lapsed!.answer), 'en')).toBe('Time over, nobody answered');
    const log = 'select event, operator, remark from order_log where order_no = $1 order by id desc limit 1';
    expect((await pool().query(log, [question.orderNo])).rows).toEqual([
      { event: 'lapse', operator: 'system', remark: '@lapsed' },
    ]);
    const notices = await maker.client.call<{ title: string }[]>('sysNotice/mine', {});
    expect(notices.map(({ title }) => title)).toContain(`Force confirm lapsed: ${String(question.orderNo)}`);
  });

  it('and a yes at once are one answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, question, reference } = await asked();
      const third = await hand(server, world, MAY);
      const answers = await Promise.all([
        refuse(checker, question.id),
        refuse(third, question.id),
        confirm(third, orderId, reference),
      ]);
      // A confirmation after the no is a first one of its own, which books nothing.
      const booked = (await orderOf(question)).status === 2;
      const { rows } = await pool().query('select from journal_entry where order_id = $1', [orderId]);
      expect(rows).toHaveLength(booked ? 1 : 0);
      const [no, again] = answers.map(({ done }) => done.length === 1);
      expect([no, again].filter(Boolean)).toHaveLength(booked ? 0 : 1);
    }
  });
});

it('leaves every invariant holding', async () => {
  expect(await checkInvariants(pool())).toEqual([]);
});
