import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { ROLES } from '../../server/demo/seed/roles.ts';
import { fund, makePayoutWorld, openPayout, type PayoutWorld } from '../safety/payoutWorld.ts';
import { applied, type Hand, hand, openWithdrawals } from '../safety/withdrawalWorld.ts';
import { makeWorld, newPlatform } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Above which amount a command asks for a second person, as administrators keep it. */

const ALL = ['page', 'add', 'update', 'delete', 'export', 'enable', 'disable'].map(
  (verb) => `approvalRule:${verb}`,
);

interface Rule extends Record<string, unknown> {
  id: string;
  version: number;
}

let server: TestServer;
let world: PayoutWorld;
let keeper: Hand;

beforeAll(async () => {
  server = await startServer();
  await openWithdrawals(server.database.pool);
});
afterAll(() => server.stop());
beforeEach(async () => {
  world = await makePayoutWorld(
    server.database.pool,
    () => 'http://127.0.0.1:9',
    1_000,
    await newPlatform(server.database.pool),
  );
  await fund(pool(), world.merchantId, '5000');
  await fund(pool(), world.loneId, '5000');
  keeper = await hand(server, world, [...ALL, 'orderLog:page']);
});

const pool = () => server.database.pool;
const RULE = { command: 'withdrawal/complete', currency: 'INR', limitAmount: '1000', status: 1 };
const add = (over: Record<string, unknown> = {}, who = keeper) =>
  who.client.ask<Rule>('approvalRule/add', { ...RULE, ...over });
const added = async (over: Record<string, unknown> = {}) =>
  keeper.client.call<Rule>('approvalRule/add', { ...RULE, ...over });
const rules = async (body: Record<string, unknown> = {}, who = keeper) =>
  (await who.client.call<{ items: Rule[] }>('approvalRule/page', body)).items;
const off = (id: string) =>
  keeper.client.command('approvalRule/disable', { ids: [id], input: { otp: keeper.phone.code() } });
const wrong = async (answer: ReturnType<typeof add>) => (await answer).body.message;

it('is kept by administrators, read by finance and is nobody else’s', async () => {
  const may = (role: string) => ROLES.find(({ code }) => code === role)?.permissions ?? [];
  expect(may('administrator')).toEqual(expect.arrayContaining(ALL));
  expect(
    ROLES.map(({ code }) => [code, may(code).filter((each) => each.startsWith('approvalRule:'))]),
  ).toEqual(
    ROLES.map(({ code }) => [
      code,
      code === 'administrator' ? ALL : code === 'finance' ? ['approvalRule:page', 'approvalRule:export'] : [],
    ]),
  );
  const { id, version } = await added();
  for (const { code, permissions } of ROLES) {
    const merchantId = { merchant: world.merchantId, agent: world.agentId }[code];
    const { client } = await hand(server, world, permissions, merchantId);
    const status = async (verb: string, body: unknown) =>
      (await client.ask(`approvalRule/${verb}`, body)).body.code;
    const seen = code === 'administrator' || code === 'finance';
    expect([code, await status('page', {})]).toEqual([code, seen ? 200 : 403]);
    if (code === 'administrator') continue;
    expect(await status('add', { ...RULE, currency: 'USD' })).toBe(403);
    expect(await status('update', { id, version, limitAmount: '9' })).toBe(403);
    expect(await status('delete', { id })).toBe(403);
  }
  expect(await rules()).toMatchObject([{ id, limitAmount: '1000' }]);
});

it('shows a merchant’s people nothing, whatever their role says', async () => {
  await added({ merchantId: world.merchantId });
  for (const merchantId of [world.merchantId, world.agentId]) {
    const theirs = await hand(server, world, ALL, merchantId);
    const { body } = await theirs.client.ask('approvalRule/page', {});
    expect(body.extras?.errorCode).toBe('wrongAudience');
  }
});

it('is of one tenant, and of a branch where it names a merchant', async () => {
  const other = await makeWorld(pool());
  const theirs = await hand(server, other, ALL);
  const { id } = await added();
  const { id: own, version } = await added({ merchantId: world.loneId });
  expect(await rules({}, theirs)).toEqual([]);
  const change = async (who: Hand) =>
    (await who.client.ask('approvalRule/update', { id: own, version, limitAmount: '9' })).body.code;
  // Rules are the platform's to write.
  expect(await change(theirs)).toBe(403);
  const superior = await hand(server, other, ALL);
  await pool().query('update sys_user set account_type = 999 where id = $1', [superior.id]);
  const foreign = await add({ merchantId: world.merchantId }, superior);
  expect(foreign.body.extras?.errorCode).toBe('validation');

  // The department alone, and the merchants of another one are not its.
  const branch = await hand(server, world, ALL);
  await pool().query(
    'update sys_role set data_scope = 3 where id in (select role_id from sys_user_role where user_id = $1)',
    [branch.id],
  );
  await pool().query('insert into sys_org (id, tenant_id, name) values ($1, $2, $3)', [
    id,
    world.tenantId,
    id,
  ]);
  await pool().query('update merchant set org_id = $1 where id = $2', [id, world.loneId]);
  await expect.poll(async () => (await rules({}, branch)).map((rule) => rule.id)).toEqual([id]);
  expect(await change(branch)).toBe(404);
});

it('names what a second rule for the same would repeat', async () => {
  await added();
  await added({ merchantId: world.merchantId });
  await added({ command: 'payOrder/approve' });
  for (const merchantId of [undefined, world.merchantId]) {
    const twin = await add({ merchantId, limitAmount: '5' });
    expect(twin.body.extras).toMatchObject({
      errorCode: 'duplicate',
      values: { names: ['currency', 'merchantId', 'command'] },
    });
    expect(twin.body.message).toBe('There is one with the same Currency, Merchant, Command already');
  }
  expect(await rules({ command: ['withdrawal/complete'] })).toHaveLength(2);
  expect(await rules({ merchantId: [world.merchantId] })).toHaveLength(1);
});

it.each([
  ['a negative limit', { limitAmount: '-1' }, 'limitAmount'],
  ['no limit', { limitAmount: undefined }, 'limitAmount'],
  ['no number', { limitAmount: 'much' }, 'limitAmount'],
  ['more decimals than the currency has', { limitAmount: '1.001' }, 'limitAmount'],
  ['an unknown currency', { currency: 'XXX' }, 'currency'],
  ['a command that never asks', { command: 'collectOrder/notify' }, 'command'],
  ['a merchant that is not there', { merchantId: '42' }, 'merchantId'],
  ['an unknown status', { status: 0 }, 'status'],
  ['another tenant', { tenantId: '42' }, 'tenantId'],
])('does not take %s', async (_, over, field) => {
  expect(Object.keys(await wrong(add(over)))).toEqual([field]);
  expect(await rules()).toEqual([]);
});

it('changes its limit and its status alone, from the version that was seen', async () => {
  const { id, version } = await added();
  const update = (body: Record<string, unknown>) =>
    keeper.client.ask<Rule>('approvalRule/update', { id, version, ...body });
  expect(await wrong(update({ limitAmount: '1.001' }))).toHaveProperty('limitAmount');
  expect(await wrong(update({ currency: 'USD' }))).toHaveProperty('currency');
  expect((await update({ limitAmount: '0,900' })).body.result).toMatchObject({
    limitAmount: '900',
    version: version + 1,
    updatedAt: expect.any(String),
  });
  expect((await update({ limitAmount: '800' })).body.extras?.errorCode).toBe('staleVersion');
});

it('says in the log who made, changed and removed it, and what it was', async () => {
  const { id, version } = await added({ merchantId: world.merchantId });
  await keeper.client.call('approvalRule/update', { id, version, limitAmount: '500.50' });
  await off(id);
  await keeper.client.call('approvalRule/delete', { id });
  const { rows } = await pool().query(
    `select event, operator_id::text as by, before, after from order_log where order_id = $1 order by id`,
    [id],
  );
  const { rows: merchants } = await pool().query<{ name: string }>(
    'select name from merchant where id = $1',
    [world.merchantId],
  );
  const made = { ...RULE, merchantId: world.merchantId, merchantName: merchants[0]?.name };
  const changed = { limitAmount: '500.5', status: 2 };
  expect(rows).toEqual([
    { event: 'create', by: keeper.id, before: null, after: made },
    { event: 'update', by: keeper.id, before: { limitAmount: '1000' }, after: { limitAmount: '500.5' } },
    { event: 'update', by: keeper.id, before: { status: 1 }, after: { status: 2 } },
    { event: 'delete', by: keeper.id, before: { ...made, ...changed }, after: null },
  ]);
  // What is decided on a merchant's money is not shown to its people.
  const theirs = await hand(server, world, ['orderLog:page'], world.merchantId);
  const logged = await theirs.client.call<{ items: Rule[] }>('orderLog/page', { resource: ['approvalRule'] });
  expect(logged.items).toEqual([]);
  // A rule goes from on to off as its keeper likes: it is no order, and has no edges.
  expect((await pool().query('select subject, problem from invariant_i11')).rows).toEqual([]);
});

it('asks less of others by a code alone, and lets them know', async () => {
  const rule = await added();
  const errorOf = async (path: string, body: object) =>
    (await keeper.client.ask(`approvalRule/${path}`, body)).body.extras?.errorCode;
  const change = (body: Record<string, unknown>) => ({ id: rule.id, version: rule.version, ...body });
  expect(await errorOf('update', change({ limitAmount: '1000.01' }))).toBe('flowLooser');
  expect(await errorOf('update', change({ status: 2 }))).toBe('validation');
  expect(await errorOf('delete', { id: rule.id })).toBe('flowInForce');
  const own = { ...RULE, merchantId: world.merchantId };
  expect(await errorOf('add', { ...own, limitAmount: '1000.01' })).toBe('flowLooser');
  expect(await errorOf('disable', { ids: [rule.id], input: {} })).toMatch(/otp|validation/);
  await off(rule.id);
  const { rows } = await pool().query<{ content: string }>(
    `select content::jsonb ->> 'en' as content from sys_notice where once_key like $1`,
    [`flowLooser:${rule.id}:%`],
  );
  expect(rows).toEqual([{ content: expect.stringContaining('switched the rule off') as unknown }]);
  await keeper.client.call('approvalRule/delete', { id: rule.id });
});

it('is what the next withdrawal asks for', async () => {
  const money = await hand(
    server,
    world,
    ['confirmRate', 'complete'].map((verb) => `withdrawal:${verb}`),
  );
  const id = await applied(pool(), world);
  const lone = await applied(pool(), { ...world, merchantId: world.loneId });
  for (const row of [id, lone])
    await money.client.command('withdrawal/confirmRate', { ids: [row], input: { exchangeRate: '88' } });
  const asks = async (row: string) => {
    const body = { ids: [row], input: { transactionHash: 'a'.repeat(64) }, dryRun: true };
    const { refused } = await money.client.call<ActionResult>('withdrawal/complete', body);
    return refused.map(({ code }) => code);
  };
  expect(await asks(id)).toEqual([]);
  const rule = await added({ limitAmount: '999' });
  expect(await asks(id)).toEqual(['fourEyes']);
  // The one for the merchant beats the one for all, until it is off.
  const own = await added({ merchantId: world.merchantId, limitAmount: '999' });
  await pool().query('update approval_rule set limit_amount = 1000 where id = $1', [own.id]);
  expect([await asks(id), await asks(lone)]).toEqual([[], ['fourEyes']]);
  await off(own.id);
  expect(await asks(id)).toEqual(['fourEyes']);
  await off(rule.id);
  expect(await asks(id)).toEqual([]);
});

it('is what the next payout waits for; one that waits goes on waiting', async () => {
  const rule = await added({ command: 'payOrder/approve', limitAmount: '500' });
  const first = await openPayout(pool(), world);
  expect(first.status).toBe('approving');
  await off(rule.id);
  await keeper.client.call('approvalRule/delete', { id: rule.id });
  expect((await openPayout(pool(), world)).status).toBe('queued');
  const { rows } = await pool().query('select status from pay_order where id = $1', [first.id]);
  expect(rows).toEqual([{ status: 1 }]);
});
