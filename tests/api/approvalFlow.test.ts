import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Way } from '../../contract/approvalFlow.ts';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { plantFlow, type PlantedStep, USUAL_STEP } from '../safety/flowWorld.ts';
import { balancesOf, fund, makePayoutWorld, openPayout, type PayoutWorld } from '../safety/payoutWorld.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { openOrder, utr, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What approval flows of several steps make of requests. */

const DECIDES = ['payOrder:page', 'payOrder:approve', 'payOrder:deny', 'payOrder:cancel', 'approval:page'];
const KEEPS = ['page', 'add', 'update', 'delete'].map((verb) => `approvalRule:${verb}`);

let server: TestServer;
let world: PayoutWorld;
let hands: [Hand, Hand, Hand];
let keeper: Hand;
const pool = () => server.database.pool;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(pool());
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  world = await makePayoutWorld(pool(), () => 'http://127.0.0.1:9', 1_000, await newPlatform(pool()));
  await fund(pool(), world.merchantId, '50000');
  hands = [
    await hand(server, world, DECIDES),
    await hand(server, world, DECIDES),
    await hand(server, world, DECIDES),
  ];
  keeper = await hand(server, world, KEEPS);
});

const roleOf = async ({ id }: Hand): Promise<string> =>
  (
    await pool().query<{ id: string }>('select role_id::text as id from sys_user_role where user_id = $1', [
      id,
    ])
  ).rows[0]!.id;
const of = (...people: Hand[]) => ({ who: 'people' as const, userIds: people.map(({ id }) => id) });
const flow = (steps: readonly PlantedStep[]) =>
  plantFlow(pool(), world, { action: 'payOrder:approve', limit: '2000', steps });
const payout = (amount = '3000') => openPayout(pool(), world, { amount });
const act = (who: Hand, verb: string, id: string, input?: object) =>
  who.client.command<ActionResult>(`payOrder/${verb}`, { ids: [id], ...(input && { input }) });
const approve = (who: Hand, id: string) => act(who, 'approve', id);
const codesOf = ({ refused }: ActionResult) => refused.map(({ code }) => code);
const statusOf = async (id: string): Promise<number> =>
  (await pool().query('select status from pay_order where id = $1', [id])).rows[0].status;
const questionOf = async (id: string, who = hands[0]): Promise<Row & { way: Way }> => {
  const { rows } = await pool().query(
    'select id::text from approval where row_id = $1 order by id desc limit 1',
    [id],
  );
  return who.client.call(`approval/detail?id=${rows[0].id}`);
};
const late = (days: number) => new Date(Date.now() + days * 86_400_000);
const APPROVING = 1;
const QUEUED = 2;
const REJECTED = 6;

describe('a payout by a flow of steps', () => {
  it('goes from step to step, each decided by somebody else, and is queued by the last', async () => {
    const [first, second, third] = hands;
    await flow([{ who: 'role', roleId: await roleOf(first) }, of(second), of(third)]);
    const { id } = await payout();
    expect(codesOf(await approve(second, id))).toEqual(['notYourStep']);
    expect(await approve(first, id)).toMatchObject({ done: [id], waiting: [id] });
    expect([await statusOf(id), codesOf(await approve(first, id))]).toEqual([APPROVING, ['alreadyDecided']]);
    const dry = await second.client.call<ActionResult>('payOrder/approve', { ids: [id], dryRun: true });
    expect(dry.preview?.[0]?.after).toMatchObject({ status: APPROVING, waits: true });
    expect(await approve(second, id)).toMatchObject({ waiting: [id] });
    const { way, step } = await questionOf(id);
    expect(step).toBe(3);
    expect(way.steps.map(({ state, people }) => [state, people.map((person) => person.id)])).toEqual([
      ['passed', []],
      ['passed', []],
      ['current', [third.id]],
    ]);
    expect(way.steps[0]!.decisions).toMatchObject([{ kind: 'agree', realName: 'Operator' }]);
    const last = await approve(third, id);
    expect([last.waiting, await statusOf(id)]).toEqual([[], QUEUED]);
    const { rows } = await pool().query(
      "select event from order_log where order_id = $1 and event in ('agreeStep', 'approve') order by id",
      [id],
    );
    expect(rows.map(({ event }) => event)).toEqual(['agreeStep', 'agreeStep', 'approve']);
  });

  it('leaves out the steps above whose amount it is not', async () => {
    const [first, second] = hands;
    await flow([of(first), { ...of(second), above: '3000' }]);
    const [small, large] = [await payout('3000'), await payout('3001')];
    expect((await approve(first, small.id)).waiting).toEqual([]);
    expect(await statusOf(small.id)).toBe(QUEUED);
    expect((await questionOf(small.id)).way.steps.map(({ state }) => state)).toEqual(['passed', 'skipped']);
    expect((await approve(first, large.id)).waiting).toEqual([large.id]);
  });

  it('needs everybody of a step that all decide, and nobody else', async () => {
    const [first, second, third] = hands;
    await flow([{ ...of(first, second), decides: 'all' }]);
    const { id } = await payout();
    expect((await approve(first, id)).waiting).toEqual([id]);
    expect((await questionOf(id)).way.steps[0]!.people.map((person) => person.id)).toEqual([second.id]);
    expect(codesOf(await approve(third, id))).toEqual(['notYourStep']);
    expect((await approve(second, id)).waiting).toEqual([]);
    expect(await statusOf(id)).toBe(QUEUED);
  });

  it('does not wait for somebody who was disabled, nor for who does not see the merchant', async () => {
    const [first, second, third] = hands;
    await flow([{ ...of(first, second, third), decides: 'all' }]);
    const { id } = await payout();
    await pool().query('update sys_user set status = 2 where id = $1', [second.id]);
    await pool().query('update sys_role set data_scope = 4 where id = $1', [await roleOf(third)]);
    expect((await approve(first, id)).waiting).toEqual([]);
    expect(await statusOf(id)).toBe(QUEUED);
  });

  it('asks the director of the merchant’s organisation, and above one who made it the next', async () => {
    const [first, second, third] = hands;
    const { rows } = await pool().query<{ id: string }>(
      'insert into sys_org (id, tenant_id, pid, name, director_id) select $1, tenant_id, id, name, $3 from sys_org where id = $2 returning id::text',
      [first.id, world.orgId, first.id],
    );
    await pool().query('update merchant set org_id = $1 where id = $2', [rows[0]!.id, world.merchantId]);
    await pool().query('update sys_org set director_id = $1 where id = $2', [second.id, world.orgId]);
    await flow([{ who: 'director' }]);
    const { id } = await payout();
    expect(codesOf(await approve(third, id))).toEqual(['notYourStep']);
    expect(codesOf(await approve(second, id))).toEqual(['notYourStep']);
    await pool().query('update approval set maker_id = $1 where row_id = $2', [first.id, id]);
    expect(codesOf(await approve(first, id))).toEqual(['selfApproval']);
    expect((await approve(second, id)).done).toEqual([id]);
    expect(await statusOf(id)).toBe(QUEUED);
  });

  it('is denied by the people of its step alone, and frees its money', async () => {
    const [first, second] = hands;
    await flow([of(first), of(second)]);
    const { id } = await payout();
    await approve(first, id);
    expect(codesOf(await act(hands[2], 'deny', id, { reason: 'no' }))).toEqual(['notYourStep']);
    expect((await act(second, 'deny', id, { reason: 'not known' })).done).toEqual([id]);
    expect(await statusOf(id)).toBe(REJECTED);
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '0' });
    const { way, outcome } = await questionOf(id);
    expect(outcome).toBe('refused');
    expect(way.steps.map(({ state }) => state)).toEqual(['passed', 'stopped']);
    expect(way.steps[1]!.decisions).toMatchObject([{ kind: 'refuse', reason: 'not known' }]);
  });

  it('goes on by the version that it began with', async () => {
    const [first, second] = hands;
    const id = await flow([of(first)]);
    const old = await payout();
    const [rule] = (await keeper.client.call<{ items: Row[] }>('approvalRule/page', {})).items;
    await keeper.client.command('approvalRule/publish', {
      id,
      version: rule!.version,
      limitAmount: '2000',
      steps: [{ ...USUAL_STEP, ...of(second) }],
      otp: keeper.phone.code(),
    });
    const fresh = await payout();
    expect(codesOf(await approve(second, old.id))).toEqual(['notYourStep']);
    expect((await approve(first, old.id)).done).toEqual([old.id]);
    expect(codesOf(await approve(first, fresh.id))).toEqual(['notYourStep']);
    await pool().query('update approval_rule set status = 2 where id = $1', [id]);
    await keeper.client.call('approvalRule/delete', { id });
    expect((await approve(second, fresh.id)).done).toEqual([fresh.id]);
  });
});

describe('a step whose time is over', () => {
  it('asks others too, and then decides by one of either', async () => {
    const [first, second, third] = hands;
    const escalateRoleId = await roleOf(second);
    await flow([{ ...of(first, third), decides: 'all', onTimeout: 'escalate', escalateRoleId, minutes: 60 }]);
    const { id } = await payout();
    expect(codesOf(await approve(second, id))).toEqual(['notYourStep']);
    await closeLapsed(pool(), late(1));
    const { way, outcome } = await questionOf(id);
    expect([outcome, way.steps[0]!.escalated]).toEqual(['waiting', true]);
    expect(way.steps[0]!.people).toHaveLength(3);
    expect(way.steps[0]!.decisions).toMatchObject([{ kind: 'escalate', account: null }]);
    expect((await approve(second, id)).waiting).toEqual([]);
    expect(await statusOf(id)).toBe(QUEUED);
  });

  it('asks again from the first step where nobody of those decides either', async () => {
    const [first, second] = hands;
    await flow([of(first), { ...of(second), onTimeout: 'escalate' }]);
    const { id } = await payout();
    await approve(first, id);
    await closeLapsed(pool(), late(5));
    await closeLapsed(pool(), late(10));
    const { rows } = await pool().query(
      'select outcome, step from approval where row_id = $1 order by created_at, id',
      [id],
    );
    expect(rows).toEqual([
      { outcome: 'expired', step: 2 },
      { outcome: 'waiting', step: 1 },
    ]);
  });

  it('refuses the payout where the flow says so, and gives its money back', async () => {
    const [first] = hands;
    await flow([{ ...of(first), onTimeout: 'refuse' }]);
    const { id } = await payout();
    await closeLapsed(pool(), late(4));
    expect([await statusOf(id), codesOf(await approve(first, id))]).toEqual([REJECTED, ['guard']]);
    expect(await balancesOf(pool(), world.merchantId)).toMatchObject({ frozen: '0' });
    expect(await questionOf(id)).toMatchObject({ outcome: 'refused', checker: null });
    await closeLapsed(pool(), late(9));
    expect(await statusOf(id)).toBe(REJECTED);
  });
});

describe('other commands', () => {
  it('confirm an order with as many people as there are steps, all of whom name one payment', async () => {
    const may = ['page', 'forceConfirm', 'supervise'].map((verb) => `collectOrder:${verb}`);
    const people = [
      await hand(server, world, may),
      await hand(server, world, may),
      await hand(server, world, may),
    ] as const;
    await plantFlow(pool(), world, {
      action: 'collectOrder:forceConfirm',
      limit: '500',
      steps: [{}, of(people[2])],
    });
    const id = await openOrder(pool(), world);
    const reference = utr();
    const confirm = (who: Hand, named = reference) =>
      who.client.command<ActionResult>('collectOrder/forceConfirm', {
        ids: [id],
        input: { utr: named, reason: 'seen', otp: who.phone.code() },
      });
    const status = async () =>
      (await pool().query('select status from collect_order where id = $1', [id])).rows[0].status;
    expect((await confirm(people[0])).waiting).toEqual([id]);
    expect((await confirm(people[1])).waiting).toEqual([id]);
    expect(await status()).toBe(0);
    expect(codesOf(await confirm(people[2], utr()))).toEqual(['referenceDiffers']);
    expect((await confirm(people[2])).waiting).toEqual([]);
    expect(await status()).toBe(2);
    const entries = await pool().query('select from journal_entry where order_id = $1', [id]);
    expect(entries.rowCount).toBe(1);
  });

  it('complete a withdrawal once, with the last step; meanwhile it is neither refunded nor priced again', async () => {
    const may = ['page', 'confirmRate', 'complete', 'refund'].map((verb) => `withdrawal:${verb}`);
    const people = [
      await hand(server, world, may),
      await hand(server, world, may),
      await hand(server, world, [...may, 'approval:refuse', 'approval:page']),
    ] as const;
    await plantFlow(pool(), world, {
      action: 'withdrawal:complete',
      limit: '500',
      steps: [{}, of(people[2])],
    });
    const id = await applied(pool(), world);
    const rate = () =>
      people[0].client.command<ActionResult>('withdrawal/confirmRate', {
        ids: [id],
        input: { exchangeRate: '88' },
      });
    await rate();
    const hash = id.padStart(64, '0');
    const complete = (who: Hand, transactionHash = hash) =>
      who.client.command<ActionResult>('withdrawal/complete', {
        ids: [id],
        input: { transactionHash, otp: who.phone.code() },
      });
    const status = async () =>
      (await pool().query('select status from withdrawal where id = $1', [id])).rows[0].status;
    expect(codesOf(await complete(people[0]))).toEqual(['fourEyes']);
    expect((await complete(people[1])).waiting).toEqual([id]);
    expect(await status()).toBe(1);
    const refund = { ids: [id], input: { reason: 'no', otp: people[2].phone.code() } };
    expect(codesOf(await people[2].client.command('withdrawal/refund', refund))).toEqual(['approvalWaits']);
    expect(codesOf(await rate())).toEqual(['approvalWaits']);
    expect((await complete(people[2], 'b'.repeat(64))).refused).toMatchObject([
      { code: 'hashDiffers', field: 'transactionHash' },
    ]);
    expect((await complete(people[2])).waiting).toEqual([]);
    expect(await status()).toBe(2);
  });

  it.each([
    ['ask', true],
    ['refuse', true],
    ['escalate', true],
    ['ask', false],
  ] as const)(
    'never let the completion of a withdrawal lapse once a transaction was named (%s, regular work: %s)',
    async (onTimeout, isSwept) => {
      const may = ['page', 'confirmRate', 'complete', 'refund'].map((verb) => `withdrawal:${verb}`);
      const all = [...may, 'approval:refuse', 'approval:page'];
      const people = [
        await hand(server, world, all),
        await hand(server, world, all),
        await hand(server, world, all),
      ] as const;
      const [rater, payer, other] = people;
      await plantFlow(pool(), world, {
        action: 'withdrawal:complete',
        limit: '500',
        steps: [{}, { ...of(other), onTimeout, minutes: 60 }],
      });
      const id = await applied(pool(), world);
      await rater.client.command('withdrawal/confirmRate', { ids: [id], input: { exchangeRate: '88' } });
      const hash = id.padStart(64, 'c');
      const complete = (who: Hand, transactionHash = hash) =>
        who.client.command<ActionResult>('withdrawal/complete', {
          ids: [id],
          input: { transactionHash, otp: who.phone.code() },
        });
      expect((await complete(payer)).waiting).toEqual([id]);
      // Its time is over, twice; with and without the work that looks after such questions.
      if (isSwept) for (const days of [1, 2]) await closeLapsed(pool(), late(days));
      await pool().query(`update approval set expires_at = now() - interval '1 day' where row_id = $1`, [id]);
      const refund = (who: Hand) =>
        who.client.command<ActionResult>('withdrawal/refund', {
          ids: [id],
          input: { reason: 'no', otp: who.phone.code() },
        });
      for (const who of people)
        expect((await refund(who)).refused).toMatchObject([
          { code: 'approvalWaits', message: expect.stringContaining(hash) },
        ]);
      expect((await complete(other, 'd'.repeat(64))).refused).toMatchObject([{ code: 'hashDiffers' }]);
      const { rows } = await pool().query('select outcome, step from approval where row_id = $1', [id]);
      expect(rows).toEqual([{ outcome: 'waiting', step: 2 }]);
      expect((await complete(other)).done).toEqual([id]);
      const paid = await pool().query(
        "select from journal_entry where order_id = $1 and kind in ('withdrawal', 'withdrawalRelease')",
        [id],
      );
      expect(paid.rowCount).toBe(1);
    },
  );

  it('are refused by the people of the step in the list of approvals', async () => {
    const may = ['page', 'confirmRate', 'complete', 'refund'].map((verb) => `withdrawal:${verb}`);
    const all = [...may, 'approval:refuse', 'approval:page'];
    const people = [
      await hand(server, world, all),
      await hand(server, world, all),
      await hand(server, world, all),
    ] as const;
    await plantFlow(pool(), world, {
      action: 'withdrawal:complete',
      limit: '500',
      steps: [{}, of(people[2])],
    });
    const id = await applied(pool(), world);
    await people[0].client.command('withdrawal/confirmRate', { ids: [id], input: { exchangeRate: '88' } });
    await people[1].client.command('withdrawal/complete', {
      ids: [id],
      input: { transactionHash: id.padStart(64, 'a'), otp: people[1].phone.code() },
    });
    const [question] = (
      await people[2].client.call<{ items: Row[] }>('approval/page', { command: ['withdrawal/complete'] })
    ).items;
    const refuse = (who: Hand) =>
      who.client.command<ActionResult>('approval/refuse', {
        ids: [question!.id],
        input: { reason: 'not on the chain' },
      });
    expect(codesOf(await refuse(people[0]))).toEqual(['selfApproval']);
    expect(codesOf(await refuse(people[1]))).toEqual(['alreadyDecided']);
    expect((await refuse(people[2])).done).toEqual([question!.id]);
    const refund = { ids: [id], input: { reason: 'no', otp: people[0].phone.code() } };
    expect((await people[0].client.command<ActionResult>('withdrawal/refund', refund)).done).toEqual([id]);
  });
});
