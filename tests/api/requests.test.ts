import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, platformTenant, utr, type World } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

const RESOURCES = ['adjustment', 'rechargeOrder', 'manualOrder'];
const VERBS = ['page', 'add', 'update', 'submit', 'approve', 'reject'];
const STAFF = RESOURCES.flatMap((resource) => VERBS.map((verb) => `${resource}:${verb}`));

let server: TestServer;
let world: World;
let maker: Hand;
let checker: Hand;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makeWorld(server.database.pool, await platformTenant(server.database.pool));
  [maker, checker] = await Promise.all([hand(server, world, STAFF), hand(server, world, STAFF)]);
});

const pool = () => server.database.pool;
const balances = () => balancesOf(pool(), world.merchantId);
const faults = () => checkInvariants(server.database.owner);

interface Made {
  id: string;
  version: number;
  amount: string;
  status: number;
  orderNo: string;
  merchantId: string;
}

const log = async (id: string) =>
  (
    await pool().query<{ event: string }>(
      'select event, before, after from order_log where order_id = $1 order by id',
      [id],
    )
  ).rows;
const add = (resource: string, values: Record<string, unknown>, who = maker) =>
  who.client.call<Made>(`${resource}/add`, { merchantId: world.merchantId, currency: 'INR', ...values });
const act = (who: Hand, path: string, ids: string[], input?: Record<string, unknown>) =>
  who.client.command<ActionResult>(path, { ids, ...(input && { input }) });

describe('an adjustment', () => {
  it.each([
    ['add', 1, '100', '100', '600'],
    ['add', 1, '-100', '100', '600'],
    ['deduct', 2, '100', '-100', '400'],
    ['deduct', 2, '-100', '-100', '400'],
  ])(
    '%s (%i) of %s is %s, and counts when somebody else approves it',
    async (_, kind, typed, amount, after) => {
      await fund(pool(), world.merchantId, '500');
      const made = await add('adjustment', { kind, amount: typed, reason: 'correction' });
      expect(made).toMatchObject({ amount, status: 1, orderNo: expect.stringMatching(/^J/) });
      expect(await balances()).toMatchObject({ available: '500' });
      expect((await act(maker, 'adjustment/approve', [made.id])).refused[0]?.code).toBe('selfApproval');
      const seen = await checker.client.call<ActionResult>('adjustment/approve', {
        ids: [made.id],
        dryRun: true,
      });
      expect(seen.preview?.[0]?.after).toMatchObject({ availableBefore: '500', availableAfter: after });
      expect((await act(checker, 'adjustment/approve', [made.id])).done).toEqual([made.id]);
      expect(await balances()).toMatchObject({ available: after });
      expect((await act(checker, 'adjustment/approve', [made.id])).refused[0]?.code).toBe('guard');
      expect(await balances()).toMatchObject({ available: after });
      expect(await faults()).toEqual([]);
    },
  );

  it('asks nobody for more than there is', async () => {
    const body = { merchantId: world.merchantId, currency: 'INR', kind: 2, amount: '1', reason: 'fine' };
    const { body: answer } = await maker.client.ask('adjustment/add', body);
    expect(answer.extras?.errorCode).toBe('insufficientBalance');
  });

  it('never takes more than is left by then, and stays open for another try', async () => {
    await fund(pool(), world.merchantId, '1');
    const made = await add('adjustment', { kind: 2, amount: '1', reason: 'fine' });
    await fund(pool(), world.merchantId, '-1');
    const answer = await act(checker, 'adjustment/approve', [made.id]);
    expect(answer.refused[0]?.code).toBe('insufficientBalance');
    expect((await act(checker, 'adjustment/reject', [made.id], { reason: 'no money' })).done).toEqual([
      made.id,
    ]);
    expect(await faults()).toEqual([]);
  });

  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ reason: '' }, 'reason'],
    [{ kind: 3 }, 'kind'],
  ])('is refused with %j', async (wrong, field) => {
    const body = {
      merchantId: world.merchantId,
      currency: 'INR',
      kind: 1,
      amount: '1',
      reason: 'x',
      ...wrong,
    };
    const { body: answer } = await maker.client.ask('adjustment/add', body);
    expect([answer.code, Object.keys(answer.message as object)]).toEqual([400, [field]]);
  });

  it('is of no more than a bank carries', async () => {
    const request = { merchantId: world.merchantId, currency: 'INR', kind: 1, reason: 'correction' };
    const asked = (amount: string) => maker.client.ask('adjustment/add', { ...request, amount });
    for (const amount of ['999999999999999000', '-999999999999999000'])
      expect((await asked(amount)).body).toMatchObject({
        code: 400,
        message: { amount: [expect.any(String)] },
      });
    // It is filed, and nothing is booked until somebody else has decided.
    expect((await asked('100000000000')).body).toMatchObject({
      code: 200,
      type: 'warning',
      message: 'Waits for others to decide; nothing is booked yet',
    });
  });

  it('is approved once by 16 hands', async () => {
    const made = await add('adjustment', { kind: 1, amount: '100', reason: 'bonus' });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => act(checker, 'adjustment/approve', [made.id])),
    );
    expect(answers.filter(({ done }) => done.length > 0)).toHaveLength(1);
    expect(await balances()).toMatchObject({ available: '100' });
    expect(await faults()).toEqual([]);
  });
});

describe.each([
  ['rechargeOrder', { reference: 'UTR1' }, 'recharge'],
  ['manualOrder', { utr: '123456789012' }, 'manual'],
])('a %s', (resource, proof, key) => {
  it('is a draft that is edited, submitted, approved by another and booked once', async () => {
    const made = await add(resource, { amount: '250', upstreamId: world.upstreamId, ...proof });
    expect(made.status).toBe(0);
    expect((await act(checker, `${resource}/approve`, [made.id])).refused[0]?.code).toBe('guard');
    const change = { id: made.id, version: made.version, amount: '300' };
    // Whoever writes a figure is not the second person who looks at it.
    const other = await checker.client.ask(`${resource}/update`, change);
    expect(other.body.extras?.errorCode).toBe('othersDraft');
    const edited = await maker.client.call<Made>(`${resource}/update`, change);
    expect((await log(made.id))[1]).toEqual({
      event: 'update',
      before: { amount: '250' },
      after: { amount: '300' },
    });
    expect((await act(maker, `${resource}/submit`, [made.id])).done).toEqual([made.id]);
    const late = await maker.client.ask(`${resource}/update`, {
      id: made.id,
      version: edited.version + 1,
      amount: '3000',
    });
    expect(late.body.extras?.errorCode).toBe('guard');
    expect((await act(maker, `${resource}/approve`, [made.id])).refused[0]?.code).toBe('selfApproval');
    expect((await act(checker, `${resource}/approve`, [made.id])).done).toEqual([made.id]);
    expect(await balances()).toMatchObject({ available: '300' });
    const { rows } = await pool().query(
      `select p.account, trim_scale(p.amount)::text as amount from platform_posting p
       join journal_entry e on e.id = p.entry_id where e.command_key = $1`,
      [`${key}:${made.id}`],
    );
    expect(rows).toEqual([{ account: `upstream:${world.upstreamId}`, amount: '-300' }]);
    expect(await faults()).toEqual([]);
  });

  it('shows what suspense holds where no upstream is named, and one it is not enough for', async () => {
    const proofOf = (reference: string) =>
      Object.fromEntries(Object.keys(proof).map((name) => [name, reference]));
    const made = await add(resource, { amount: '40', ...proofOf(`87654321098${resource.length % 7}`) });
    expect((await act(maker, `${resource}/submit`, [made.id])).done).toEqual([made.id]);
    const look = async () =>
      (await checker.client.call<ActionResult>(`${resource}/approve`, { ids: [made.id], dryRun: true }))
        .preview?.[0]?.after;
    const before = (await look()) as { suspenseBefore: string; suspenseAfter: string };
    expect(Number(before.suspenseAfter)).toBe(Number(before.suspenseBefore) - 40);
    expect((await act(checker, `${resource}/approve`, [made.id])).done).toEqual([made.id]);
    const more = await add(resource, {
      amount: '1',
      upstreamId: world.upstreamId,
      ...proofOf(`76543210987${resource.length % 7}`),
    });
    expect((await act(maker, `${resource}/submit`, [more.id])).done).toEqual([more.id]);
    const own = await checker.client.call<ActionResult>(`${resource}/approve`, {
      ids: [more.id],
      dryRun: true,
    });
    expect(own.preview?.[0]?.after).not.toHaveProperty('suspenseBefore');
  });

  it('refuses more than a bank carries', async () => {
    const own = Object.fromEntries(Object.keys(proof).map((name) => [name, utr()]));
    const request = { merchantId: world.merchantId, currency: 'INR', ...own };
    const asked = (amount: string) => maker.client.ask(`${resource}/add`, { ...request, amount });
    const { body } = await asked('999999999999999000');
    expect(body).toMatchObject({ code: 400, message: { amount: [expect.any(String)] } });
    expect((await asked('100000000000')).body.code).toBe(200);
  });

  it('refuses a field with the name of something every object has', async () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      const body = JSON.parse(
        `{"merchantId":"${world.merchantId}","currency":"INR","amount":"1","${name}":1}`,
      );
      const { body: answer } = await maker.client.ask(`${resource}/add`, body);
      expect([answer.code, answer.extras?.errorCode]).toEqual([400, 'validation']);
    }
  });

  it('takes neither a channel nor an upstream of another currency', async () => {
    const other = newId();
    await pool().query(
      'insert into upstream select (jsonb_populate_record(u, $2::jsonb)).* from upstream u where id = $1',
      [
        world.upstreamId,
        JSON.stringify({ id: other, code: `BR${other}`, name: `BR ${other}`, currency: 'BRL' }),
      ],
    );
    const { body } = await maker.client.ask(`${resource}/add`, {
      merchantId: world.merchantId,
      currency: 'INR',
      amount: '250',
      upstreamId: other,
      ...proof,
    });
    expect(body.message).toEqual({ upstreamId: ['This one is for BRL alone'] });
    const own = { utr: '999988887777', reference: 'OWN' };
    const name = Object.keys(proof)[0] as keyof typeof own;
    const made = await add(resource, { amount: '250', upstreamId: world.upstreamId, [name]: own[name] });
    const edited = { id: made.id, version: made.version, upstreamId: other };
    expect((await maker.client.ask(`${resource}/update`, edited)).body.message).toHaveProperty('upstreamId');
  });

  it('counts the same money once, unless it was rejected', async () => {
    const own = Object.fromEntries(Object.entries(proof).map(([name]) => [name, '987654321098']));
    const first = await add(resource, { amount: '10', ...own });
    const twin = { merchantId: world.merchantId, currency: 'INR', amount: '10', ...own };
    const { body } = await maker.client.ask(`${resource}/add`, twin);
    expect(body.extras?.errorCode).toBe('duplicate');
    await act(maker, `${resource}/submit`, [first.id]);
    expect((await act(checker, `${resource}/reject`, [first.id], { reason: 'not ours' })).done).toEqual([
      first.id,
    ]);
    const again = await add(resource, { amount: '10', ...own });
    expect(again.status).toBe(0);
    await act(maker, `${resource}/submit`, [again.id]);
    await act(checker, `${resource}/reject`, [again.id], { reason: 'cleared' });
    expect(await balances()).toMatchObject({ available: '0' });
  });

  it('is a merchant’s own, whatever merchant it names, or the staff’s to ask for', async () => {
    const member = await hand(server, world, [`${resource}:page`, `${resource}:add`], world.merchantId);
    const values = {
      currency: 'INR',
      amount: '5',
      ...Object.fromEntries(Object.keys(proof).map((name) => [name, '111122223333'])),
    };
    if (resource === 'manualOrder') {
      const { body } = await member.client.ask(`${resource}/add`, values);
      return expect(body.extras?.errorCode).toBe('wrongAudience');
    }
    const made = await member.client.call<Made>(`${resource}/add`, values);
    expect(made.merchantId).toBe(world.merchantId);
    const foreign = await member.client.ask(`${resource}/add`, { ...values, merchantId: world.loneId });
    expect(foreign.body.code).toBe(400);
    const detail = await member.client.call<Record<string, unknown>>(`${resource}/detail?id=${made.id}`);
    expect(detail).not.toHaveProperty('upstreamId');
  });
});
