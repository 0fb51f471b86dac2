import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { newId } from '../../server/platform/db/id.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { balancesOf, fund } from '../safety/payoutWorld.ts';
import { settleDirectly } from '../safety/direct.ts';
import { makeOperator, makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, openOrder, paidOrder, type World, newPlatform } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { bindOtp, codeAt, type Phone } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { plantedHash } from '../support/passwords.ts';

let server: TestServer;
let world: World;
let admin: Client;
let adminPhone: Phone;

type Result = ActionResult & { results?: Record<string, Record<string, string>> };

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(await checkInvariants(server.database.owner)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  world = await makeWorld(pool(), await newPlatform(pool()));
  const [staff] = await makeStaff(pool(), world, 1);
  adminPhone = await bindOtp(server, staff!.id);
  admin = await server.signIn(staff!.account, PASSWORD);
});

const pool = () => server.database.pool;
const act = (action: string, ids: string[], input?: Record<string, unknown>, by = admin, key?: string) =>
  by.command<Result>(`merchant/${action}`, { ids, ...(input && { input }) }, key);
const refusal = async (action: string, id: string, input?: Record<string, unknown>) =>
  (await act(action, [id], input)).refused[0];
const reason = { reason: 'review' };
const stateOf = async (id: string) =>
  (await pool().query('select status, type from merchant where id = $1', [id])).rows[0];
const logOf = async (id: string) =>
  (
    await pool().query(
      "select event, before, after, remark from order_log where order_id = $1 and resource = 'merchant' order by id",
      [id],
    )
  ).rows;

/** Somebody of a merchant, with a role of that code. */
async function personOf(merchantId: string, code: 'merchant' | 'agent' = 'merchant'): Promise<string> {
  const account = `person-${newId()}`;
  const id = newId();
  await pool().query(
    `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name, account_type, merchant_id)
     values ($1, $2, $3, $4, $5, 'Person', 666, $6)`,
    [id, world.tenantId, world.orgId, account, await plantedHash(PASSWORD), merchantId],
  );
  await pool().query(
    `insert into sys_role (id, tenant_id, name, code) values ($1, $3, 'merchant', 'merchant'), ($2, $3, 'agent', 'agent')
     on conflict (tenant_id, code) do nothing`,
    [newId(), newId(), world.tenantId],
  );
  await pool().query(
    'insert into sys_user_role (user_id, role_id) select $1, id from sys_role where tenant_id = $2 and code = $3',
    [id, world.tenantId, code],
  );
  return account;
}
const rolesOf = async (account: string) =>
  (
    await pool().query<{ code: string }>(
      `select r.code from sys_role r join sys_user_role ur on ur.role_id = r.id join sys_user u on u.id = ur.user_id
       where u.account = $1`,
      [account],
    )
  ).rows.map(({ code }) => code);

describe('creation', () => {
  it.each([0, 1, 2, 3])('with status %i breaks no invariant', async (status) => {
    const code = `N${newId()}`;
    const made = await admin.call<{ id: string }>('merchant/add', {
      code,
      name: code,
      type: 1,
      status,
      orgId: world.orgId,
      remark: 'test',
    });
    expect(await logOf(made.id)).toMatchObject([{ event: 'create', before: null, after: { status } }]);
    expect(await checkInvariants(pool())).toEqual([]);
  });
});

describe('standing', () => {
  it('moves along its edges, many at once, each refusal with its reason', async () => {
    const { merchantId, loneId } = world;
    await pool().query('update merchant set status = 0 where id = $1', [loneId]);
    const frozen = await act('freeze', [merchantId, loneId], reason);
    expect(frozen.done).toEqual([merchantId]);
    expect(frozen.refused).toEqual([expect.objectContaining({ id: loneId, code: 'guard' })]);
    expect((await act('enable', [merchantId, loneId])).done).toHaveLength(2);
    expect((await act('disable', [merchantId], reason)).done).toEqual([merchantId]);
    expect(await stateOf(merchantId)).toMatchObject({ status: 2 });
    expect(await logOf(merchantId)).toEqual([
      { event: 'freeze', before: { status: 1 }, after: { status: 3 }, remark: 'review' },
      { event: 'enable', before: { status: 3 }, after: { status: 1 }, remark: null },
      { event: 'disable', before: { status: 1 }, after: { status: 2 }, remark: 'review' },
    ]);
  });

  it('takes a reason, happens once for one key and cannot be typed over in the form', async () => {
    const { merchantId } = world;
    const bare = await admin.ask(
      'merchant/freeze',
      { ids: [merchantId], input: {} },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(bare.body.message).toHaveProperty('reason');
    const key = randomUUID();
    const first = await act('freeze', [merchantId], reason, admin, key);
    expect((await act('freeze', [merchantId], reason, admin, key)).done).toEqual(first.done);
    expect(await logOf(merchantId)).toHaveLength(1);
    const row = await admin.call<{ version: number }>(`merchant/detail?id=${merchantId}`);
    const typed = await admin.ask('merchant/update', { id: merchantId, version: row.version, status: 1 });
    expect(typed.body.extras?.errorCode).toBe('validation');
  });

  it('is the staff’s to change, not an agent’s over those below it', async () => {
    const account = await makeOperator(pool(), world, ['merchant:page', 'merchant:freeze']);
    await pool().query('update sys_user set merchant_id = $2, account_type = 666 where account = $1', [
      account,
      world.agentId,
    ]);
    const agent = await server.signIn(account, PASSWORD);
    for (const id of [world.merchantId, world.loneId]) {
      const { body } = await agent.ask('merchant/freeze', { ids: [id], input: reason, dryRun: true });
      expect(body.extras?.errorCode).toBe('wrongAudience');
    }
  });
});

describe('an agent', () => {
  it('is made of an active merchant, with the role of one, and becomes a merchant again', async () => {
    const { loneId } = world;
    const account = await personOf(loneId);
    const session = await server.signIn(account, PASSWORD);
    await pool().query('update merchant set status = 3 where id = $1', [loneId]);
    expect(await refusal('upgrade', loneId)).toMatchObject({ code: 'guard' });
    await pool().query('update merchant set status = 1 where id = $1', [loneId]);
    expect((await act('upgrade', [loneId])).done).toEqual([loneId]);
    expect(await stateOf(loneId)).toEqual({ status: 1, type: 2 });
    expect(await rolesOf(account)).toEqual(['agent']);
    expect((await session.ask('sysAuth/userInfo')).body.code).toBe(401);
    expect(await refusal('upgrade', loneId)).toMatchObject({ code: 'guard' });
    expect((await act('demote', [loneId])).done).toEqual([loneId]);
    expect(await rolesOf(account)).toEqual(['merchant']);
    expect((await logOf(loneId)).map(({ event }) => event)).toEqual(['upgrade', 'demote']);
  });

  it('stays one while merchants stand below it, or orders owe it commission', async () => {
    const { agentId, merchantId } = world;
    const order = await paidOrder(pool(), world);
    expect(await refusal('demote', agentId)).toMatchObject({
      code: 'subMerchants',
      message: expect.stringContaining('Merchant'),
    });
    await pool().query('update merchant set agent_id = null where id = $1', [merchantId]);
    expect(await refusal('demote', agentId)).toMatchObject({ code: 'commissionPending' });
    await settleDirectly(pool(), order);
    expect((await act('demote', [agentId])).done).toEqual([agentId]);
  });

  it('stays one while an order that may still be paid owes it commission', async () => {
    await openOrder(pool(), world);
    await pool().query('update merchant set agent_id = null where id = $1', [world.merchantId]);
    expect(await refusal('demote', world.agentId)).toMatchObject({ code: 'commissionPending' });
  });

  it('either loses its role or gets a merchant below, never both', async () => {
    const { loneId, agentId } = world;
    await pool().query('update merchant set agent_id = null where id = $1', [world.merchantId]);
    const { version } = await admin.call<{ version: number }>(`merchant/detail?id=${loneId}`);
    const [demoted, joined] = await Promise.all([
      act('demote', [agentId]),
      admin.ask('merchant/update', { id: loneId, version, agentId }),
    ]);
    expect(demoted.done.length + (joined.body.code === 200 ? 1 : 0)).toBe(1);
  });
});

describe('the way back in', () => {
  it('is a new password shown once, which ends the sessions of the old', async () => {
    const account = await personOf(world.loneId);
    const before = await server.signIn(account, PASSWORD);
    const key = randomUUID();
    const { results } = await act('resetPassword', [world.loneId], undefined, admin, key);
    const shown = results?.[world.loneId];
    expect(shown?.account).toBe(account);
    expect((await before.ask('sysAuth/userInfo')).body.code).toBe(401);
    await expect(server.signIn(account, PASSWORD)).rejects.toThrow();
    const after = await server.signIn(account, shown!.password!);
    expect((await after.ask('collectOrder/page', {})).body.extras?.errorCode).toBe('passwordChangeRequired');
    const again = await act('resetPassword', [world.loneId], undefined, admin, key);
    expect(again).toEqual({
      done: [world.loneId],
      refused: [],
      waiting: [],
      results: { [world.loneId]: { account } },
    });
    const kept = await pool().query('select answer::text from idempotency where key = $1', [key]);
    expect(JSON.stringify(kept.rows) + JSON.stringify(await logOf(world.loneId))).not.toContain(
      shown!.password,
    );
  });

  it('is a new secret of the app shown once, by an operator’s own code', async () => {
    const account = await personOf(world.loneId);
    const ask = (input: Record<string, unknown>) =>
      admin.ask('merchant/resetOtp', { ids: [world.loneId], input }, { 'Idempotency-Key': randomUUID() });
    expect((await ask({})).body.message).toHaveProperty('otp');
    expect((await ask({ otp: '000000' })).body.extras?.errorCode).toBe('otpWrong');
    const { results } = await act('resetOtp', [world.loneId], { otp: adminPhone.code() });
    const { otpSecret } = results![world.loneId]!;
    expect(otpSecret).toMatch(/^[A-Z2-7]{32}$/);
    expect(codeAt(otpSecret!, Date.now())).toMatch(/^\d{6}$/);
    const person = await server.signIn(account, PASSWORD);
    expect(await person.call('userOtp/own')).toMatchObject({ status: 1, recoveryLeft: 0 });
    const { rows } = await pool().query(
      'select secret_key as secret from user_otp o join sys_user u on u.id = o.user_id where u.account = $1',
      [account],
    );
    expect(rows[0].secret).toMatch(/^v1\./);
  });

  it('is shut for a merchant nobody signs in for, and to those who may do less than its people', async () => {
    expect(await refusal('resetPassword', world.loneId)).toMatchObject({ code: 'noAccount' });
    await personOf(world.loneId);
    const menu = newId();
    await pool().query(
      `insert into sys_menu (id, type, permission, title) values ($1, 3, 'withdrawal:apply', 'x')
       on conflict (permission) where type = 3 do nothing`,
      [menu],
    );
    await pool().query(
      `insert into sys_role_menu (role_id, menu_id) select r.id, m.id from sys_role r, sys_menu m
       where r.tenant_id = $1 and r.code = 'merchant' and m.permission = 'withdrawal:apply'`,
      [world.tenantId],
    );
    const account = await makeOperator(pool(), world, ['merchant:page', 'merchant:resetPassword']);
    const operator = await server.signIn(account, PASSWORD);
    const answer = await act('resetPassword', [world.loneId], undefined, operator);
    expect(answer.refused[0]?.code).toBe('selfForbidden');
  });
});

describe('finance adjustment', () => {
  const input = { currency: 'INR', kind: 2, amount: '100', reason: 'chargeback' };

  it('shows the balance it would leave, asks, and a second person books it', async () => {
    const { merchantId } = world;
    await fund(pool(), merchantId, '500');
    const seen = await admin.call<ActionResult>('merchant/adjust', {
      ids: [merchantId],
      input,
      dryRun: true,
    });
    expect(seen.preview?.[0]?.after).toMatchObject({
      amount: '-100',
      waits: true,
      availableBefore: '500',
      availableAfter: '400',
    });
    const key = randomUUID();
    expect((await act('adjust', [merchantId], input, admin, key)).done).toEqual([merchantId]);
    await act('adjust', [merchantId], input, admin, key);
    const { rows } = await pool().query(
      'select id::text, status, trim_scale(amount)::text as amount from adjustment where merchant_id = $1',
      [merchantId],
    );
    expect(rows).toEqual([{ id: rows[0].id, status: 1, amount: '-100' }]);
    expect(await balancesOf(pool(), merchantId)).toMatchObject({ available: '500' });
    const own = await admin.command<ActionResult>('adjustment/approve', { ids: [rows[0].id] });
    expect(own.refused[0]?.code).toBe('selfApproval');
    const [other] = await makeStaff(pool(), world, 1);
    const second = await server.signIn(other!.account, PASSWORD);
    await second.command('adjustment/approve', { ids: [rows[0].id] });
    expect(await balancesOf(pool(), merchantId)).toMatchObject({ available: '400' });
    const log = await pool().query('select event, after from order_log where order_id = $1 order by id', [
      rows[0].id,
    ]);
    expect(log.rows.map(({ event, after }) => [event, after.status])).toEqual([
      ['create', 1],
      ['approve', 2],
    ]);
  });

  it.each([
    ['add turns a minus into a plus', { kind: 1, amount: '-100' }, '100'],
    ['deduct turns a plus into a minus', { kind: 2, amount: '100' }, '-100'],
  ])('%s', async (_, over, amount) => {
    await fund(pool(), world.merchantId, '100');
    await act('adjust', [world.merchantId], { ...input, ...over });
    const { rows } = await pool().query(
      'select trim_scale(amount)::text as amount from adjustment where merchant_id = $1',
      [world.merchantId],
    );
    expect(rows).toEqual([{ amount }]);
  });

  it('is refused for more digits than the currency has, and for nothing', async () => {
    const body = { ids: [world.merchantId], input: { ...input, amount: '1.001' } };
    const fine = await admin.ask('merchant/adjust', body, { 'Idempotency-Key': randomUUID() });
    expect(fine.body.message).toEqual({ amount: ['Amount must have at most 2 decimals'] });
    const none = { ids: [world.merchantId], input: { ...input, amount: '0' } };
    const nothing = await admin.ask('merchant/adjust', none, { 'Idempotency-Key': randomUUID() });
    expect(nothing.body.message).toEqual({ amount: ['Amount must be greater than 0'] });
    expect(
      (await pool().query('select from adjustment where merchant_id = $1', [world.merchantId])).rowCount,
    ).toBe(0);
  });

  it('shows beforehand what the balance does not bear', async () => {
    const seen = await admin.call<ActionResult>('merchant/adjust', {
      ids: [world.merchantId],
      input,
      dryRun: true,
    });
    expect(seen.refused[0]?.code).toBe('insufficientBalance');
  });
});
