import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decryptSecret } from '../../server/platform/secrets.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Accounts at other services, and the keys with which systems sign as somebody, as the family's clients keep them. */

type Row = Record<string, unknown> & { id: string; version: number };

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const pageOf = async (resource: string, filter: Record<string, unknown> = {}) =>
  (await admin.call<{ items: Row[] }>(`${resource}/page`, { page: 1, pageSize: 9_999_999, ...filter })).items;

describe('accounts at other services', () => {
  it('are added, listed by nickname and mobile, changed by the whole row and deleted', async () => {
    const form = {
      nickName: 'Mei',
      platformType: 2,
      openId: 'o-1',
      mobile: '13800000000',
      sex: 2,
      city: 'Shenzhen',
    };
    await admin.call('sysWechatUser/add', { ...form, id: 0 });
    const [row] = await pageOf('sysWechatUser', { nickName: 'Me', mobile: '138' });
    expect(row).toMatchObject({ ...form, isDelete: false, createUserName: 'admin' });
    expect(await pageOf('sysWechatUser', { mobile: '999' })).toEqual([]);
    await admin.call('sysWechatUser/update', { ...row, nickName: 'Lin', tenantId: '9', createUserName: 'x' });
    const [changed] = await pageOf('sysWechatUser');
    expect(changed).toMatchObject({ nickName: 'Lin', openId: 'o-1', updateUserName: 'admin' });
    expect(await refusal(admin, 'sysWechatUser/add', form)).toBe('duplicate');
    expect(await refusal(admin, 'sysWechatUser/add', { platformType: 1 })).toBe('validation');
    await admin.call('sysWechatUser/delete', changed);
    expect(await pageOf('sysWechatUser')).toEqual([]);
  });
});

describe('keys', () => {
  const form = () => ({
    accessKey: `k${newId()}`,
    accessSecret: 'a-typed-secret-of-16',
    bindTenantId: world.tenant,
    bindUserId: world.operator,
  });
  const stored = async (id: string) => {
    const { rows } = await server.database.pool.query<{ sealed: string }>(
      'select access_secret as sealed from sys_open_access where id = $1',
      [id],
    );
    return decryptSecret(SECRETS_KEY, rows[0]!.sealed);
  };

  it('show their secret when they are made, and never again', async () => {
    const { bindTenantId, bindUserId } = form();
    const made = await admin.call<{ id: string; secret: string; accessKey: string }>('sysOpenAccess/add', {
      bindTenantId,
      bindUserId,
    });
    expect(made.accessKey).toMatch(/^[0-9a-f]{32}$/);
    expect(await stored(made.id)).toBe(made.secret);
    const answers = [
      await pageOf('sysOpenAccess'),
      await admin.call(`sysOpenAccess/detail?Id=${made.id}`),
      await admin.call('sysOpenAccess/rows', { startRow: 0, endRow: 10 }),
    ];
    expect(JSON.stringify(answers)).not.toContain(made.secret);
    expect(answers[0]).toEqual([
      expect.objectContaining({ bindTenantName: 'Paydesk', bindUserAccount: 'operator' }),
    ]);
  });

  it('keep the secret when the row comes back masked, and take another', async () => {
    const { id } = await admin.call<Row>('sysOpenAccess/add', form());
    const row = (await pageOf('sysOpenAccess')).find((each) => each.id === id)!;
    await admin.call('sysOpenAccess/update', { ...row, accessKey: 'renamed' });
    expect(await stored(id)).toBe('a-typed-secret-of-16');
    const secret = await admin.call<string>('sysOpenAccess/secret', {});
    await admin.call('sysOpenAccess/update', { ...row, version: row.version + 1, accessSecret: secret });
    expect(await stored(id)).toBe(secret);
  });

  it('sign as staff of the tenant they are bound to, who hold no more than whoever binds', async () => {
    const other = newId();
    await server.database.pool.query("insert into sys_tenant (id, name) values ($1, 'Other')", [other]);
    expect(await refusal(admin, 'sysOpenAccess/add', { ...form(), bindTenantId: other })).toBe('validation');
    await grant(server, world, 'sysOpenAccess:add', 'sysOpenAccess:page');
    const operator = await server.signIn('operator', PASSWORD);
    expect(await refusal(operator, 'sysOpenAccess/add', { ...form(), bindUserId: world.admin })).toBe(
      'validation',
    );
    await operator.call('sysOpenAccess/add', { ...form(), bindUserId: world.colleague });
  });

  it('sign a call as the family’s clients do', async () => {
    const call = { accessKey: 'k', accessSecret: 's', url: '/api/x', timestamp: 1_700_000_000, nonce: 'n' };
    const expected = createHmac('sha256', 's').update('POST&/api/x&k&1700000000&n').digest('base64');
    for (const method of [1, 'POST'])
      expect(await admin.call('sysOpenAccess/generateSignature', { ...call, method })).toBe(expected);
    expect(await refusal(admin, 'sysOpenAccess/generateSignature', { ...call, method: 9 })).toBe(
      'validation',
    );
    const masked = { ...call, method: 0, accessSecret: '••••••' };
    expect(await refusal(admin, 'sysOpenAccess/generateSignature', masked)).toBe('validation');
  });
});
