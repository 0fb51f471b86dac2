import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DICTS } from '../../contract/dicts.ts';
import { newId } from '../../server/platform/db/id.ts';
import { digest } from '../../server/identity/session/tokens.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

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

describe('settings of the system', () => {
  beforeAll(async () => {
    const rows = [
      ['sysTitle', 'Title', 'Paydesk', 'web', 1],
      ['sysWatermark', 'Watermark', 'Paydesk', 'web', 1],
      ['reportZone', 'Report zone', 'Asia/Tokyo', 'report', 2],
      ['limit', 'Limit', '10', null, 2],
    ];
    for (const [code, name, value, group, flag] of rows) {
      await server.database.pool.query(
        'insert into sys_config (id, code, name, value, group_code, sys_flag) values ($1, $2, $3, $4, $5, $6)',
        [newId(), code, name, value, group, flag],
      );
    }
    forgetSettings(server.deps.pool);
  });

  it('answers sysInfo to everybody, in every zone', async () => {
    const info = await server.anonymous.call<Record<string, unknown>>('sysConfig/sysInfo');
    expect(info).toMatchObject({
      sysTitle: 'Paydesk',
      sysWatermark: 'Paydesk',
      sysLogo: '',
      sysCaptcha: false,
    });
    server.clock.offset = Date.UTC(2026, 0, 2, 3, 4, 5) - Date.now();
    const hour = async (zone?: string) =>
      (
        await server.anonymous.ask('sysConfig/sysInfo', undefined, zone ? { 'Time-Zone': zone } : {})
      ).body.time.slice(0, 13);
    expect(await hour('America/Sao_Paulo')).toBe('2026-01-02 00');
    expect(await hour()).toBe('2026-01-02 12');
    expect(await hour('No/Such')).toBe('2026-01-02 12');
    server.clock.offset = 0;
  });

  it('changes several values by code, all or none', async () => {
    expect(await admin.call('sysConfig/groupList')).toEqual(['report', 'web']);
    await admin.call('sysConfig/batchUpdate', [
      { code: 'limit', value: '20' },
      { code: 'sysTitle', value: 'Desk' },
    ]);
    expect(await server.anonymous.call('sysConfig/sysInfo')).toMatchObject({ sysTitle: 'Desk' });
    expect(
      await refusal(admin, 'sysConfig/batchUpdate', [
        { code: 'limit', value: '30' },
        { code: 'nope', value: '1' },
      ]),
    ).toBe('notFound');
    await admin.call('sysConfig/saveSysInfo', { sysTitle: 'Paydesk' });
    const listed = await admin.call<{ code: string; value: string }[]>('sysConfig/list', {});
    expect(listed.find((row) => row.code === 'limit')?.value).toBe('20');
    const operator = await server.signIn('operator', PASSWORD);
    expect(await refusal(operator, 'sysConfig/batchUpdate', [{ code: 'limit', value: '0' }])).toBe(
      'forbidden',
    );
  });

  it('skips built-in entries in a batch delete and says so', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      "select id::text from sys_config where code in ('limit', 'sysTitle') order by code",
    );
    const answer = await admin.ask<{ deleted: string[]; skipped: string[] }>(
      'sysConfig/batchDelete',
      rows.map((row) => row.id),
    );
    expect(answer.body).toMatchObject({
      code: 200,
      type: 'warning',
      message: 'Built-in entries that were skipped: 1',
    });
    expect(answer.body.result).toEqual({ deleted: [rows[0]?.id], skipped: [rows[1]?.id] });
  });

  it('accepts the picture’s answer, once', async () => {
    await server.database.pool.query(
      "insert into sys_config (id, name, code, value) values ($1, 'captcha', 'sysCaptcha', 'true')",
      [newId()],
    );
    await server.database.pool.query(
      "insert into captcha (id, answer_hash, expires_at) values ('known', $1, now() + interval '1 minute')",
      [digest('known:AB34')],
    );
    forgetSettings(server.deps.pool);
    const body = { account: 'operator', password: PASSWORD, code: 'ab34', codeId: 'known' };
    expect((await server.anonymous.ask('sysAuth/login', body)).body.code).toBe(200);
    expect(await refusal(server.anonymous, 'sysAuth/login', body)).toBe('captchaWrong');
    await server.database.pool.query("delete from sys_config where code = 'sysCaptcha'");
    forgetSettings(server.deps.pool);
  });
});

describe('dictionaries and constants', () => {
  it('answers enabled items only, numbers for Enum types', async () => {
    for (const code of ['collectStatusEnum', 'orderSource'] as const) {
      const items = DICTS[code];
      const type = newId();
      await server.database.pool.query('insert into sys_dict_type (id, name, code) values ($1, $2, $2)', [
        type,
        code,
      ]);
      for (const [index, item] of items.entries()) {
        await server.database.pool.query(
          'insert into sys_dict_data (id, dict_type_id, code, name, label, value, tag_type, order_no, status) values ($1, $2, $3, $3, $4, $5, $6, $7, $8)',
          [
            newId(),
            type,
            item.name,
            item.label,
            String(item.value),
            item.tagType,
            index,
            index === 1 ? 2 : 1,
          ],
        );
      }
    }
    const all =
      await admin.call<Record<string, { value: unknown; name: string; typeCode: string }[]>>(
        'sysDictType/allDictList',
      );
    expect(all.collectStatusEnum?.map((item) => item.value)).toEqual([0, 2, 3, 4, 5, 6, 7]);
    expect(all.collectStatusEnum?.[0]).toMatchObject({
      typeCode: 'collectStatusEnum',
      code: 'created',
      // What people call it; code knows it by its code.
      name: 'Created',
      tagType: 'info',
      label: 'Created',
    });
    expect(all.orderSource?.[0]?.value).toBe('api');
    expect(await admin.call<unknown[]>('sysDictType/dataList?Code=orderSource')).toHaveLength(5);
    const types = await admin.call<{ id: string; code: string }[]>('sysDictType/list');
    const source = types.find((type) => type.code === 'orderSource');
    await admin.call('sysDictType/setStatus', { id: source?.id, status: 2 });
    expect(await admin.call('sysDictType/allDictList')).not.toHaveProperty('orderSource');
  });

  it('answers constant lists', async () => {
    const list =
      await admin.call<{ code: string; data: { result: { code: string; name: string }[] } }[]>(
        'sysConst/list',
      );
    const zones = list.find((each) => each.code === 'TimeZoneConst')?.data.result;
    expect(zones).toHaveLength(12);
    expect(await admin.call('sysConst/data/TimeZoneConst')).toEqual(zones);
    expect(await refusal(admin, 'sysConst/data/Nothing')).toBe('notFound');
  });
});

describe('users and roles', () => {
  it('disabling ends the sessions, and nobody disables themselves or the super admin', async () => {
    const colleague = await server.signIn('colleague', PASSWORD);
    await admin.call('sysUser/setStatus', { id: world.colleague, status: 2 });
    expect((await colleague.ask('sysAuth/userInfo')).body.code).toBe(401);
    expect(
      await refusal(server.anonymous, 'sysAuth/login', { account: 'colleague', password: PASSWORD }),
    ).toBe('accountDisabled');
    expect(
      await refusal(server.anonymous, 'sysAuth/login', { account: 'colleague', password: 'wrong' }),
    ).toBe('badCredentials');
    await admin.call('sysUser/setStatus', { id: world.colleague, status: 1 });
    expect(await refusal(admin, 'sysUser/setStatus', { id: world.admin, status: 2 })).toBe('selfForbidden');

    await grant(server, world, 'sysUser:setStatus', 'sysUser:resetPwd', 'sysUser:unlockLogin');
    const operator = await server.signIn('operator', PASSWORD);
    const bulk = await operator.call<{ done: string[]; refused: { id: string; code: string }[] }>(
      'sysUser/setStatus',
      {
        ids: [world.colleague, world.operator, world.admin],
        input: { status: 2 },
      },
    );
    expect(bulk.done).toEqual([world.colleague]);
    expect(bulk.refused.map(({ id, code }) => [id, code])).toEqual([
      [world.operator, 'selfForbidden'],
      // The head office is outside the operator's organisations: it does not exist for it.
      [world.admin, 'notFound'],
    ]);
    await admin.call('sysUser/setStatus', { id: world.colleague, status: 1 });
  });

  it('resets a password shown once, forgives counted failures, and ends the sessions', async () => {
    const colleague = await server.signIn('colleague', PASSWORD);
    for (let guess = 0; guess < 5; guess += 1)
      await server.anonymous.ask('sysAuth/login', { account: 'colleague', password: 'no' });
    expect(
      await refusal(server.anonymous, 'sysAuth/login', { account: 'colleague', password: PASSWORD }),
    ).toBe('tooManyAttempts');
    await admin.call('sysUser/unlockLogin', { ids: [world.colleague] });
    expect(
      (await server.anonymous.ask('sysAuth/login', { account: 'colleague', password: PASSWORD })).body.code,
    ).toBe(200);
    const password = await admin.call<string>('sysUser/resetPwd', { id: world.colleague });
    expect(password).toMatch(/^[A-Za-z2-9]{16}$/);
    expect((await colleague.ask('sysAuth/userInfo')).body.code).toBe(401);
    const again = await server.signIn('colleague', password);
    expect(await again.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: true });
    expect(
      await refusal(again, 'sysUser/changePwd', { passwordOld: 'wrong', passwordNew: 'a-new-one-1' }),
    ).toBe('wrongPassword');
    expect(await refusal(again, 'sysUser/changePwd', { passwordOld: password, passwordNew: 'short' })).toBe(
      'validation',
    );
    const other = await server.signIn('colleague', password);
    await again.call('sysUser/changePwd', { passwordOld: password, passwordNew: 'a-new-one-1' });
    expect((await other.ask('sysAuth/userInfo')).body.code).toBe(401);
    expect(await again.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: false });
  });

  it('nobody grants more than they hold', async () => {
    await grant(server, world, 'sysRole:update', 'sysRole:page');
    const operator = await server.signIn('operator', PASSWORD);
    const beyond = [world.menus['collectOrder:page'], world.menus['sysUser:page']];
    expect(await refusal(operator, 'sysRole/grantMenu', { id: world.role, menuIdList: beyond })).toBe(
      'validation',
    );
    expect(await refusal(operator, 'sysRole/grantDataScope', { id: world.role, dataScope: 1 })).toBe(
      'validation',
    );
    expect(
      await refusal(operator, 'sysRole/grantDataScope', {
        id: world.role,
        dataScope: 5,
        orgIdList: [world.head],
      }),
    ).toBe('validation');
    await admin.call('sysRole/grantMenu', {
      id: world.role,
      menuIdList: [...beyond, world.menus.collectOrder],
    });
    expect(await operator.call<string[]>('sysMenu/ownBtnPermList')).toEqual(
      expect.arrayContaining(['sysUser:page']),
    );
    // The view of the right to see people was left out, and is meant as well.
    const kept = await admin.call<string[]>(`sysRole/ownMenuList?Id=${world.role}`);
    expect(new Set(kept)).toEqual(new Set([...beyond, world.menus.collectOrder, world.menus.sysUser]));
  });
});

describe('notices', () => {
  it('shows the published ones of the tenant and what was read', async () => {
    const [shown, draft, foreign, tenant] = [newId(), newId(), newId(), newId()];
    await server.database.pool.query("insert into sys_tenant (id, name) values ($1, 'Other')", [tenant]);
    for (const [id, owner, status] of [
      [shown, world.tenant, 1],
      [draft, world.tenant, 0],
      [foreign, tenant, 1],
    ]) {
      await server.database.pool.query(
        "insert into sys_notice (id, tenant_id, title, content, status, publisher) values ($1, $2, 'Hello', 'All', $3, 'admin')",
        [id, owner, status],
      );
    }
    const operator = await server.signIn('operator', PASSWORD);
    const mine = () =>
      operator.call<{ id: string; readStatus: number; publishTime: string }[]>('sysNotice/mine');
    expect(await mine()).toMatchObject([
      { id: shown, readStatus: 0, publishTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
    ]);
    await operator.call('sysNotice/setRead', { ids: [shown, foreign] });
    expect(await mine()).toMatchObject([{ id: shown, readStatus: 1 }]);
    const read = await server.database.pool.query('select 1 from sys_notice_read');
    expect(read.rowCount).toBe(1);
  });
});
