import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { permissionsFor } from '../../contract/permissions.ts';
import { resources } from '../../contract/resources/index.ts';
import { isOnPlatformBooks } from '../../contract/tenants.ts';
import { plantFlow } from '../safety/flowWorld.ts';
import { type Hand, hand } from '../safety/withdrawalWorld.ts';
import { makeWorld, openOrder, paidOrder, utr, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newId } from '../../server/platform/db/id.ts';

/** What the platform alone decides of its books, whatever a role of a tenant holds (docs/tenants.md). */

let server: TestServer;
let platform: World;
let theirs: World;
let admin: Hand;
/** Two of the tenant, who hold every button that there is. */
let first: Hand;
let second: Hand;

const STAFF_CODES = permissionsFor('staff');
const PLATFORMS = STAFF_CODES.filter(isOnPlatformBooks);
const REASON = { reason: 'an invented one' };

beforeAll(async () => {
  server = await startServer();
  const { pool } = server.database;
  platform = await makeWorld(pool);
  theirs = await makeWorld(pool, newId());
  admin = await hand(server, platform, STAFF_CODES);
  await pool.query('update sys_user set account_type = 999 where id = $1', [admin.id]);
  first = await hand(server, theirs, STAFF_CODES);
  second = await hand(server, theirs, STAFF_CODES);
});
afterAll(() => server?.stop());

const refusal = async (who: Client, path: string, body: unknown, language = 'en') => {
  const { body: answer } = await who.ask(path, body, {
    'Idempotency-Key': newId(),
    'Accept-Language': language,
  });
  return [answer.code, answer.extras?.errorCode, answer.message] as const;
};
const codeOf = async (who: Client, path: string, body: unknown) => (await refusal(who, path, body))[1];
const available = async (merchantId: string) => {
  const { rows } = await server.database.pool.query<{ sum: string }>(
    `select trim_scale(coalesce(sum(available), 0))::text as sum from merchant_asset where merchant_id = $1`,
    [merchantId],
  );
  return rows[0]!.sum;
};

describe('a tenant’s people who hold every button', () => {
  it('are told of none that is the platform’s, and the grants offer none', async () => {
    const codes = await first.client.call<string[]>('sysMenu/ownBtnPermList');
    expect(codes.filter(isOnPlatformBooks)).toEqual([]);
    expect(codes).toEqual(
      expect.arrayContaining(['collectOrder:settle', 'adjustment:add', 'payOrder:cancel']),
    );
    const info = await first.client.call<{ buttons: string[] }>('sysAuth/userInfo');
    expect(info.buttons.filter(isOnPlatformBooks)).toEqual([]);
    const { pool } = server.database;
    // As granted before these buttons became the platform's.
    await pool.query(
      'insert into sys_tenant_menu (tenant_id, menu_id) select $1, id from sys_menu on conflict do nothing',
      [theirs.tenantId],
    );
    const listed = await first.client.call<{ permission: string }[]>('sysMenu/list?Type=3');
    const offered = listed.map(({ permission }) => permission);
    expect(offered).toContain('collectOrder:settle');
    expect(offered.filter(isOnPlatformBooks)).toEqual([]);
  });

  it.each(PLATFORMS)('are refused %s, and read why', async (code) => {
    const [resource = '', verb = ''] = code.split(':');
    const path = `${resource}/${verb}`;
    const body = { ids: ['1'], input: {} };
    expect(await refusal(first.client, path, body)).toEqual([
      403,
      'platformBooks',
      expect.stringContaining('The platform decides about this'),
    ]);
    // A preview says so as well.
    if (resources.get(resource)?.actions[verb])
      expect(await codeOf(first.client, path, { ...body, dryRun: true })).toBe('platformBooks');
  });

  it('read it in their language', async () => {
    const texts = await Promise.all(
      ['zh-CN', 'zh-TW'].map((language) =>
        refusal(first.client, 'adjustment/approve', { ids: ['1'] }, language),
      ),
    );
    expect(texts.map(([, , message]) => message)).toEqual([
      expect.stringContaining('由平台决定'),
      expect.stringContaining('由平台決定'),
    ]);
  });

  it('do not put a merchant below an agent: the platform pays the commission', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ version: number }>('select version from merchant where id = $1', [
      theirs.loneId,
    ]);
    const change = { id: theirs.loneId, version: rows[0]!.version };
    const agentId = theirs.agentId;
    expect(await codeOf(first.client, 'merchant/update', { ...change, agentId })).toBe('platformBooks');
    const added = {
      code: `N${newId()}`,
      name: 'New',
      type: 1,
      status: 1,
      orgId: theirs.orgId,
      remark: 'A new shop',
    };
    expect(await codeOf(first.client, 'merchant/add', { ...added, agentId })).toBe('platformBooks');
    expect(await codeOf(first.client, 'merchant/add', added)).toBeUndefined();
    await first.client.command('merchant/update', { ...change, name: 'Renamed' });
  });

  it('settle, cancel and note as before', async () => {
    const { pool } = server.database;
    const paid = await paidOrder(pool, theirs);
    const { done } = await first.client.command<ActionResult>('collectOrder/settle', { ids: [paid] });
    expect(done).toEqual([paid]);
    const open = await openOrder(pool, theirs);
    const cancelled = await second.client.command<ActionResult>('collectOrder/cancel', { ids: [open] });
    expect(cancelled.done).toEqual([open]);
  });
});

describe('the attack of a tenant that makes money', () => {
  it('fails at every door', async () => {
    const { pool } = server.database;
    const order = await openOrder(pool, theirs);
    await first.client.command('collectOrder/claim', { ids: [order] });
    const input = { utr: utr(), ...REASON, otp: first.phone.code() };
    expect(await codeOf(first.client, 'collectOrder/forceConfirm', { ids: [order], input })).toBe(
      'platformBooks',
    );
    const proof = { ids: [order], input: { utr: utr() } };
    expect(await codeOf(first.client, 'collectOrder/repairProof', proof)).toBe('platformBooks');
    const before = await available(theirs.loneId);
    const asked = await first.client.command<{ id: string }>('adjustment/add', {
      merchantId: theirs.loneId,
      currency: 'INR',
      kind: 1,
      amount: '20000',
      reason: 'a gift',
    });
    for (const { client } of [first, second]) {
      expect(await codeOf(client, 'adjustment/approve', { ids: [asked.id] })).toBe('platformBooks');
      const { items } = await client.call<{ items: { id: string }[] }>('approval/page', {});
      const agreed = await client.command<ActionResult>('approval/agree', {
        ids: items.map(({ id }) => id),
        input: {},
      });
      expect(agreed.refused.map(({ code }) => code)).toEqual(items.map(() => 'platformBooks'));
    }
    expect(await available(theirs.loneId)).toBe(before);
    const rule = { command: 'adjustment/approve', currency: 'INR', limitAmount: '999999' };
    expect(await codeOf(first.client, 'approvalRule/add', rule)).toBe('platformBooks');
    const tried = {
      command: 'adjustment/approve',
      currency: 'INR',
      amount: '20000',
      merchantId: theirs.loneId,
    };
    expect(await codeOf(first.client, 'approvalRule/tryOut', tried)).toBe('platformBooks');
  });
});

describe('a request of a tenant', () => {
  const ask = async (amount: string): Promise<string> => {
    const body = { merchantId: theirs.loneId, currency: 'INR', kind: 1, amount, ...REASON };
    return (await first.client.command<{ id: string }>('adjustment/add', body)).id;
  };
  const questionOf = async (rowId: string) => {
    const { rows } = await server.database.pool.query<{ id: string; tenantId: string; ruleId: string }>(
      'select id::text, tenant_id::text as "tenantId", rule_id::text as "ruleId" from approval where row_id = $1',
      [rowId],
    );
    return rows[0]!;
  };

  it('is decided by the platform, whatever flow the tenant has of its own', async () => {
    const { pool } = server.database;
    const people = [{ who: 'people' as const, userIds: [second.id] }];
    await plantFlow(pool, theirs, { action: 'adjustment:approve', limit: '0', steps: people });
    const id = await ask('70');
    expect(await questionOf(id)).toMatchObject({ tenantId: platform.tenantId, ruleId: '0' });
    const before = await available(theirs.loneId);
    expect(await codeOf(second.client, 'adjustment/approve', { ids: [id] })).toBe('platformBooks');
    const { done } = await admin.client.command<ActionResult>('adjustment/approve', { ids: [id] });
    expect(done).toEqual([id]);
    expect(Number(await available(theirs.loneId)) - Number(before)).toBe(70);
  });

  it('goes by the platform’s flow, whose people the tenant is not told', async () => {
    const { pool } = server.database;
    const other = await hand(server, platform, STAFF_CODES);
    await pool.query('update sys_user set account_type = 999 where id = $1', [other.id]);
    const steps = [{ who: 'people' as const, userIds: [other.id] }];
    const rule = await plantFlow(pool, platform, { action: 'adjustment:approve', limit: '100', steps });
    const id = await ask('150');
    const question = await questionOf(id);
    expect(question).toMatchObject({ tenantId: platform.tenantId, ruleId: rule });
    const detail = await first.client.call<{ way?: unknown }>(`approval/detail?id=${question.id}`);
    expect(detail.way).toBeUndefined();
    expect(await admin.client.call(`approval/detail?id=${question.id}`)).toMatchObject({
      way: { steps: [{}] },
    });
    const answer = await admin.client.command<ActionResult>('adjustment/approve', { ids: [id] });
    expect(answer.refused.map(({ code }) => code)).toEqual(['notYourStep']);
    const agreed = await other.client.command<ActionResult>('approval/agree', {
      ids: [question.id],
      input: {},
    });
    expect(agreed.done).toEqual([question.id]);
  });
});

it('a preview of a role of a tenant has none of the platform’s buttons', async () => {
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string }>(
    'select role_id::text as id from sys_user_role where user_id = $1',
    [first.id],
  );
  const { buttons } = await admin.client.call<{ buttons: string[] }>('sysRole/preview', {
    roleIds: [rows[0]!.id],
    orgId: theirs.orgId,
  });
  expect(buttons).toContain('collectOrder:settle');
  expect(buttons.filter(isOnPlatformBooks)).toEqual([]);
});
