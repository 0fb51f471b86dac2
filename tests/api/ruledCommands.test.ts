import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { plantFlow } from '../safety/flowWorld.ts';
import { balancesOf } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, paidOrder, platformTenant, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Settling, reversing and requests by the flows that rule them: one mechanism, the last of them does it. */

const RIGHTS = [
  ...['page', 'settle', 'batchSettle', 'resettle', 'reverse', 'claim'].map((verb) => `collectOrder:${verb}`),
  ...['adjustment', 'manualOrder'].flatMap((resource) =>
    ['page', 'add', 'submit', 'approve', 'reject'].map((verb) => `${resource}:${verb}`),
  ),
  'approval:page',
  'approval:refuse',
];

let server: TestServer;
let world: World;
let first: Hand;
let second: Hand;
let third: Hand;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // The tenant is the same in all tests.
  await server.database.pool.query('delete from approval_rule');
  world = await makeWorld(server.database.pool, await platformTenant(server.database.pool));
  [first, second, third] = await Promise.all([
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
    hand(server, world, RIGHTS),
  ]);
});

const pool = () => server.database.pool;
const faults = () => checkInvariants(server.database.owner);
const act = (who: Hand, path: string, ids: string[], input?: Record<string, unknown>) =>
  who.client.command<ActionResult & { waiting?: string[] }>(path, { ids, ...(input && { input }) });
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);
const flow = (action: string, limit: string, steps?: Parameters<typeof plantFlow>[2]['steps']) =>
  plantFlow(pool(), world, { action, limit, ...(steps && { steps }) });

const isSettled = async (id: string): Promise<boolean> =>
  (await pool().query<{ settled: boolean }>('select settled from collect_order where id = $1', [id])).rows[0]!
    .settled;
interface Question {
  id: string;
  outcome: string;
  command: string;
  amount: string;
  ruleId: string;
}
const questions = async (rowId: string): Promise<Question[]> =>
  (
    await pool().query<Question>(
      `select id::text, outcome, command, trim_scale(amount)::text as amount, rule_id::text as "ruleId"
       from approval where row_id = $1 order by created_at, id`,
      [rowId],
    )
  ).rows;
const statusOf = async (table: string, id: string): Promise<number> =>
  (await pool().query<{ status: number }>(`select status from ${table} where id = $1`, [id])).rows[0]!.status;
const events = async (id: string) =>
  (
    await pool().query<{ event: string }>('select event from order_log where order_id = $1 order by id', [id])
  ).rows.map(({ event }) => event);

const lastRemark = async (id: string) =>
  (
    await pool().query<{ event: string; remark: string }>(
      'select event, remark from order_log where order_id = $1 order by id desc limit 1',
      [id],
    )
  ).rows[0];

describe('time that is over', () => {
  it.each([
    ['ask', { event: 'lapse', remark: '@lapsed' }, 'Settlement lapsed'],
    ['refuse', { event: 'deny', remark: '@timedOut' }, 'Settlement refused'],
  ] as const)(
    'is said in the log of the order, and to whoever asked (%s)',
    async (onTimeout, line, title) => {
      await flow('collectOrder:settle', '500', [{ minutes: 60, onTimeout }]);
      const id = await paidOrder(pool(), world);
      await act(first, 'collectOrder/settle', [id]);
      await pool().query("update approval set expires_at = now() - interval '1 s' where row_id = $1", [id]);
      await closeLapsed(pool(), new Date());
      expect(await lastRemark(id)).toEqual(line);
      const notices = await first.client.call<{ title: string }[]>('sysNotice/mine', {});
      expect(notices.filter((notice) => notice.title.startsWith(title))).toHaveLength(1);
      // An order that nobody refused is settled by asking once more.
      expect((await act(first, 'collectOrder/settle', [id])).waiting).toEqual([id]);
    },
  );
});

describe('whose turn it is', () => {
  const turnOf = async (who: Hand, path: string, id: string) =>
    (await who.client.call<ActionResult>(path, { ids: [id], dryRun: true })).preview?.[0]?.after.turn;

  it('names whom one asks, who decides next, and the last step', async () => {
    const [colleague, boss] = [second, third].map(({ id }) => ({ who: 'people', userIds: [id] }) as const);
    await flow('collectOrder:settle', '500', [colleague!, boss!, { above: '90000' }]);
    const id = await paidOrder(pool(), world);
    const named = ({ id: person }: Hand) => [expect.objectContaining({ id: person })];
    const step = (place: number, who: Hand) =>
      expect.objectContaining({ step: place, who: 'people', people: named(who), peopleCount: 1 });
    expect(await turnOf(first, 'collectOrder/settle', id)).toEqual({
      step: null,
      steps: 2,
      next: [step(1, second), step(2, third)],
    });
    await act(first, 'collectOrder/settle', [id]);
    const answer = { step: 1, steps: 2, next: [step(2, third)] };
    expect(await turnOf(second, 'collectOrder/settle', id)).toEqual(answer);
    await act(second, 'collectOrder/settle', [id]);
    expect(await turnOf(third, 'collectOrder/settle', id)).toEqual({ step: 2, steps: 2, next: [] });
  });

  it('names three of many, and all who are left of those who decide together', async () => {
    const { id: role } = (
      await pool().query<{ id: string }>('select role_id::text as id from sys_user_role where user_id = $1', [
        (await hand(server, world, RIGHTS)).id,
      ])
    ).rows[0]!;
    const others = [second, third, ...(await Promise.all([1, 2].map(() => hand(server, world, RIGHTS))))];
    await flow('collectOrder:settle', '500', [
      { who: 'people', userIds: others.map(({ id }) => id), decides: 'all' },
      { who: 'role', roleId: role },
    ]);
    const id = await paidOrder(pool(), world);
    expect(await turnOf(first, 'collectOrder/settle', id)).toMatchObject({
      next: [
        { people: [{}, {}, {}], peopleCount: 4 },
        { step: 2, roleName: expect.any(String) },
      ],
    });
    await act(first, 'collectOrder/settle', [id]);
    expect(await turnOf(third, 'collectOrder/settle', id)).toMatchObject({
      step: 1,
      next: [{ step: 1, peopleCount: 3 }],
    });
  });

  it('is refused to be asked where the rest of the way has nobody left', async () => {
    await flow('collectOrder:settle', '500', [{}, { who: 'people', userIds: [first.id] }]);
    const id = await paidOrder(pool(), world);
    const dry = await first.client.call<ActionResult>('collectOrder/settle', { ids: [id], dryRun: true });
    expect(codesOf(dry)).toEqual(['flowStuck']);
    expect(await questions(id)).toEqual([]);
  });

  it('is no figure: somebody else who may decide by now changes nothing of what was shown', async () => {
    await flow('collectOrder:settle', '500');
    const id = await paidOrder(pool(), world);
    const { previewDigests } = await first.client.call<ActionResult>('collectOrder/settle', {
      ids: [id],
      dryRun: true,
    });
    await hand(server, world, RIGHTS);
    const body = { ids: [id], previewDigests };
    expect((await first.client.command<ActionResult>('collectOrder/settle', body)).waiting).toEqual([id]);
  });
});

describe('settling above the limit of its flow', () => {
  beforeEach(() => flow('collectOrder:settle', '500'));

  it('waits for another person, and is booked once, whoever agrees', async () => {
    const id = await paidOrder(pool(), world);
    const dry = await first.client.call<ActionResult>('collectOrder/settle', { ids: [id], dryRun: true });
    expect(dry.preview?.[0]?.after).toMatchObject({ waits: true, balanceBefore: '0', balanceAfter: '980' });
    expect(await act(first, 'collectOrder/settle', [id])).toMatchObject({ done: [id], waiting: [id] });
    expect([await isSettled(id), (await balancesOf(pool(), world.merchantId)).available]).toEqual([
      false,
      '0',
    ]);
    const detail = await second.client.call<Row>(`collectOrder/detail?id=${id}`);
    expect(detail.asked).toMatchObject({ command: 'collectOrder/settle' });
    expect(codesOf(await act(first, 'collectOrder/settle', [id]))).toEqual(['selfApproval']);
    const seen = await second.client.call<ActionResult>('collectOrder/settle', { ids: [id], dryRun: true });
    expect(seen.preview?.[0]?.after).toMatchObject({
      asked: { maker: expect.any(String) },
      balanceAfter: '980',
    });
    expect(seen.preview?.[0]?.after).not.toHaveProperty('waits');
    const answers = await Promise.all(
      [second, third].flatMap((who) =>
        Array.from({ length: 8 }, () => act(who, 'collectOrder/settle', [id])),
      ),
    );
    expect(answers.filter(({ done }) => done.length > 0)).toHaveLength(1);
    expect([await isSettled(id), (await balancesOf(pool(), world.merchantId)).available]).toEqual([
      true,
      '980',
    ]);
    expect(await questions(id)).toMatchObject([{ outcome: 'agreed', command: 'collectOrder/settle' }]);
    expect((await events(id)).slice(-2)).toEqual(['askApproval', 'settle']);
    expect(await faults()).toEqual([]);
  });

  it('is done at once below it, in the same batch', async () => {
    const large = await paidOrder(pool(), world);
    const small = await paidOrder(pool(), world, { amount: '500' });
    const batch = await act(first, 'collectOrder/batchSettle', [large, small]);
    expect([batch.done.toSorted(), batch.waiting]).toEqual([[large, small].toSorted(), [large]]);
    expect([await isSettled(large), await isSettled(small)]).toEqual([false, true]);
    expect((await act(second, 'collectOrder/batchSettle', [large])).waiting).toEqual([]);
    expect(await isSettled(large)).toBe(true);
    expect(await faults()).toEqual([]);
  });

  it('lets nothing else be decided about the order meanwhile, and ends by a refusal', async () => {
    await flow('collectOrder:reverse', '0');
    const id = await paidOrder(pool(), world);
    await act(first, 'collectOrder/settle', [id]);
    const reverse = (who: Hand) =>
      act(who, 'collectOrder/reverse', [id], { reason: 'a chargeback', otp: who.phone.code() });
    expect(codesOf(await reverse(second))).toEqual(['approvalOther']);
    const [question] = await questions(id);
    expect((await act(second, 'approval/refuse', [question!.id], { reason: 'not yet' })).done).toEqual([
      question!.id,
    ]);
    expect(await isSettled(id)).toBe(false);
    expect(await reverse(second)).toMatchObject({ done: [id], waiting: [id] });
    expect(await statusOf('collect_order', id)).toBe(2);
    expect((await reverse(third)).waiting).toEqual([]);
    expect(await statusOf('collect_order', id)).toBe(6);
    expect(await faults()).toEqual([]);
  });

  it('is taken back by whoever asked, and can be asked for again', async () => {
    const id = await paidOrder(pool(), world);
    await act(first, 'collectOrder/settle', [id]);
    const [question] = await questions(id);
    expect((await act(first, 'approval/refuse', [question!.id], { reason: 'too early' })).done).toHaveLength(
      1,
    );
    expect(await act(second, 'collectOrder/settle', [id])).toMatchObject({ waiting: [id] });
    expect((await questions(id)).map(({ outcome }) => outcome)).toEqual(['withdrawn', 'waiting']);
    expect(await faults()).toEqual([]);
  });

  it('does not ask others for what cannot be done', async () => {
    const id = await paidOrder(pool(), world);
    await act(first, 'collectOrder/settle', [id]);
    await act(second, 'collectOrder/settle', [id]);
    await flow('collectOrder:resettle', '0');
    expect(codesOf(await act(first, 'collectOrder/resettle', [id]))).toEqual(['nothingToResettle']);
    expect(await questions(id)).toHaveLength(1);
  });
});

describe('a flow that nobody could come to the end of', () => {
  it('is refused to whoever is needed in it, before anything waits', async () => {
    await flow('collectOrder:settle', '0', [{}, { who: 'people', userIds: [first.id] }]);
    const id = await paidOrder(pool(), world);
    expect(codesOf(await act(first, 'collectOrder/settle', [id]))).toEqual(['flowStuck']);
    expect(await questions(id)).toEqual([]);
    expect((await act(second, 'collectOrder/settle', [id])).waiting).toEqual([id]);
  });

  it('is ended by whoever may do the command where those whom it asks have decided before', async () => {
    await flow('collectOrder:settle', '0', [{}, { who: 'people', userIds: [third.id] }]);
    const id = await paidOrder(pool(), world);
    await act(first, 'collectOrder/settle', [id]);
    const [question] = await questions(id);
    const refuse = (who: Hand) => act(who, 'approval/refuse', [question!.id], { reason: 'nobody is left' });
    await act(third, 'collectOrder/settle', [id]);
    expect(codesOf(await act(second, 'collectOrder/settle', [id]))).toEqual(['notYourStep']);
    expect(codesOf(await refuse(third))).toEqual(['alreadyDecided']);
    expect((await refuse(second)).done).toEqual([question!.id]);
    expect(await isSettled(id)).toBe(false);
    expect(await faults()).toEqual([]);
  });
});

describe('a request', () => {
  const adjust = async (amount: string, kind = 1) =>
    (
      await first.client.call<{ id: string }>('adjustment/add', {
        merchantId: world.merchantId,
        currency: 'INR',
        kind,
        amount,
        reason: 'correction',
      })
    ).id;
  const manual = async (reference: string) => {
    const made = await first.client.call<{ id: string }>('manualOrder/add', {
      merchantId: world.merchantId,
      currency: 'INR',
      amount: '250',
      utr: reference,
    });
    await act(first, 'manualOrder/submit', [made.id]);
    return made.id;
  };

  it('is a question to one other person where no flow rules it', async () => {
    const id = await adjust('100');
    expect(await questions(id)).toMatchObject([
      { outcome: 'waiting', command: 'adjustment/approve', amount: '100', ruleId: '0' },
    ]);
    expect(codesOf(await act(first, 'adjustment/approve', [id]))).toEqual(['selfApproval']);
    expect((await act(second, 'adjustment/approve', [id])).done).toEqual([id]);
    expect(await questions(id)).toMatchObject([{ outcome: 'agreed' }]);
    expect(await faults()).toEqual([]);
  });

  it('takes all steps of its flow, a deduction by its size', async () => {
    await flow('adjustment:approve', '50', [{}, { who: 'people', userIds: [third.id], above: '80' }]);
    await act(second, 'adjustment/approve', [await adjust('500')]);
    const given = await adjust('500');
    expect(await act(second, 'adjustment/approve', [given])).toMatchObject({
      done: [given],
      waiting: [given],
    });
    expect(codesOf(await act(second, 'adjustment/approve', [given]))).toEqual(['alreadyDecided']);
    expect((await act(third, 'adjustment/approve', [given])).waiting).toEqual([]);
    const taken = await adjust('100', 2);
    expect(await act(second, 'adjustment/approve', [taken])).toMatchObject({ waiting: [taken] });
    expect(await statusOf('adjustment', taken)).toBe(1);
    expect((await act(third, 'adjustment/approve', [taken])).waiting).toEqual([]);
    expect((await balancesOf(pool(), world.merchantId)).available).toBe('400');
    // At the step's amount it is left out; below the limit one other person decides as ever.
    for (const amount of ['80', '10']) {
      const id = await adjust(amount);
      expect((await act(second, 'adjustment/approve', [id])).waiting).toEqual([]);
      expect(await statusOf('adjustment', id)).toBe(2);
    }
    expect(await faults()).toEqual([]);
  });

  it('is rejected by the clock where its flow says so, and frees its reference', async () => {
    await flow('manualOrder:approve', '0', [{ minutes: 60, onTimeout: 'refuse' }]);
    const reference = utr();
    const id = await manual(reference);
    await closeLapsed(pool(), new Date(Date.now() + 61 * 60_000));
    expect(await statusOf('manual_order', id)).toBe(3);
    expect((await events(id)).at(-1)).toBe('deny');
    expect(await questions(id)).toMatchObject([{ outcome: 'refused' }]);
    expect(codesOf(await act(second, 'manualOrder/approve', [id]))).toEqual(['guard']);
    const again = await manual(reference);
    expect((await act(second, 'manualOrder/approve', [again])).done).toEqual([again]);
    expect(await faults()).toEqual([]);
  });

  it('is taken back by whoever made it', async () => {
    const reference = utr();
    const id = await manual(reference);
    expect((await act(first, 'manualOrder/reject', [id], { reason: 'typed twice' })).done).toEqual([id]);
    expect(await questions(id)).toMatchObject([{ outcome: 'withdrawn' }]);
    expect(codesOf(await act(second, 'manualOrder/approve', [id]))).toEqual(['guard']);
    expect((await act(second, 'manualOrder/approve', [await manual(reference)])).done).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it('is asked about again where nobody answered, and can be decided at any time', async () => {
    const id = await manual(utr());
    await closeLapsed(pool(), new Date(Date.now() + 4 * 86_400_000));
    expect((await questions(id)).map(({ outcome }) => outcome)).toEqual(['expired', 'waiting']);
    expect(await lastRemark(id)).toEqual({ event: 'lapse', remark: '@askedAgain' });
    expect((await act(second, 'manualOrder/approve', [id])).done).toEqual([id]);
    expect(await faults()).toEqual([]);
  });
});
