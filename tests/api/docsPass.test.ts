import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import type { Client } from '../support/client.ts';
import { bindOtp } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** The pages behind the documentation's cookie take no less than a sign-in, and the rights of the person. */

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'sysJob:page');
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const submit = (fields: Record<string, string>) =>
  fetch(`${server.base}/api/swagger/submitUrl`, {
    method: 'POST',
    body: new URLSearchParams({ UserName: 'admin', Password: PASSWORD, ...fields }),
    redirect: 'manual',
  });
const answerOf = async (fields: Record<string, string> = {}) => (await submit(fields)).json();
const cookieOf = (headers: Headers) =>
  (headers.get('set-cookie') ?? '').match(/paydesk-docs=[^;]+/)?.[0] ?? '';
const status = async (path: string, cookie = '') =>
  (await fetch(`${server.base}${path}`, { headers: { cookie } })).status;
const exchange = (who: Client, page: string) => who.ask('swagger/issuePass', { page });
const setType = async (account: string, type: number, tenant = world.tenant) => {
  await server.database.pool.query(
    'update sys_user set account_type = $2, tenant_id = $3 where account = $1',
    [account, type, tenant],
  );
  sessionState(server.deps.pool).forgetPeople();
};

it('asks for the captcha where a sign-in does, in the page’s own form too', async () => {
  expect(await answerOf()).toBe(200);
  await server.database.pool.query(
    "insert into sys_config (id, name, code, value) values (1, 'c', 'sysCaptcha', 'true')",
  );
  forgetSettings(server.deps.pool);
  try {
    expect(await answerOf()).toBe(401);
    expect(await answerOf({ CodeId: 'x', Code: 'x' })).toBe(401);
    const form = await (await fetch(`${server.base}/schedule`)).text();
    const id = /name="CodeId" type="hidden" value="(\w+)"/.exec(form)?.[1];
    expect(form).toContain('src="data:image/png;base64,');
    const { rowCount } = await server.database.pool.query('select from captcha where id = $1', [id]);
    expect(rowCount).toBe(1);
    // A picture is good for one try.
    expect(await answerOf({ CodeId: id!, Code: 'wrong' })).toBe(401);
    expect((await server.database.pool.query('select from captcha where id = $1', [id])).rowCount).toBe(0);
  } finally {
    await server.database.pool.query("delete from sys_config where code = 'sysCaptcha'");
    forgetSettings(server.deps.pool);
  }
});

it('asks a person with passkeys for the second factor, by the app’s code', async () => {
  const phone = await bindOtp(server, world.admin);
  const id = newId();
  await server.database.pool.query(
    `insert into sys_passkey (id, user_id, credential_id, public_key, counter, transports, backed_up, name)
     values ($1, $2, 'x', '\\x00', 0, '[]', false, 'Key')`,
    [id, world.admin],
  );
  try {
    expect(await answerOf()).toBe(401);
    expect(await answerOf({ Otp: '000000' })).toBe(401);
    expect(cookieOf((await submit({ Otp: '' })).headers)).toBe('');
    const code = phone.code();
    const signed = await submit({ Otp: code });
    expect(await signed.json()).toBe(200);
    expect(await status('/api/docs/json', cookieOf(signed.headers))).toBe(200);
    expect(await answerOf({ Otp: code })).toBe(401);
  } finally {
    await server.database.pool.query('delete from sys_passkey where id = $1', [id]);
  }
});

it('shows the form again where a browser posted it, in the caller’s language', async () => {
  const again = await submit({ Password: 'wrong', Next: '/schedule' });
  const html = await again.text();
  expect([again.status, html]).toEqual([401, expect.stringContaining('role="alert"')]);
  expect(html).toContain('name="Next" type="hidden" value="/schedule"');
  const chinese = await fetch(`${server.base}/schedule`, { headers: { 'Accept-Language': 'zh-CN' } });
  expect(await chinese.text()).toContain('placeholder="账号"');
});

it('counts wrong passwords of both doors together', async () => {
  for (let n = 0; n < 3; n += 1) expect(await answerOf({ UserName: 'colleague', Password: 'no' })).toBe(401);
  const login = (password: string) =>
    server.anonymous.ask('sysAuth/login', { account: 'colleague', password });
  for (let n = 0; n < 2; n += 1) await login('no');
  expect((await login(PASSWORD)).body.extras?.errorCode).toBe('tooManyAttempts');
});

it('exchanges a session for the cookie, of administrators of the platform alone', async () => {
  const answer = await exchange(admin, '/schedule');
  expect(answer.body.code).toBe(200);
  const cookie = cookieOf(answer.headers);
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/);
  expect([await status('/schedule', cookie), await status('/api/docs/json', cookie)]).toEqual([200, 200]);
  // No token in an address works.
  expect(await status(`/schedule?token=${admin.token}`)).toBe(401);
  expect((await exchange(admin, '/elsewhere')).body.extras?.errorCode).toBe('validation');
  expect((await exchange(server.anonymous, '/schedule')).body.code).toBe(401);

  const operator = await server.signIn('operator', PASSWORD);
  expect((await exchange(operator, '/api/docs')).body.code).toBe(403);
  await setType('operator', 888);
  expect((await exchange(operator, '/schedule')).body.code).toBe(200);
  await server.database.pool.query('delete from sys_role_menu where menu_id = $1', [
    (
      await server.database.pool.query<{ id: string }>(
        "select id from sys_menu where permission = 'sysJob:page'",
      )
    ).rows[0]!.id,
  ]);
  await setType('operator', 888);
  expect((await exchange(operator, '/schedule')).body.code).toBe(403);
  expect(await answerOf({ UserName: 'operator' })).toBe(200);
  const own = cookieOf((await submit({ UserName: 'operator' })).headers);
  expect([await status('/api/docs/json', own), await status('/schedule', own)]).toEqual([200, 401]);

  const tenant = newId();
  await server.database.pool.query("insert into sys_tenant (id, name) values ($1, 'Other')", [tenant]);
  await setType('operator', 888, tenant);
  expect(await answerOf({ UserName: 'operator' })).toBe(401);
  expect(await status('/api/docs/json', own)).toBe(401);
  await setType('operator', 777);
});

it('offers no entry of the menu that its page refuses', async () => {
  const link = async () =>
    JSON.stringify(await (await server.signIn('operator', PASSWORD)).call('sysMenu/loginMenuTree')).includes(
      '/api/docs',
    );
  const id = newId();
  await server.database.pool.query(
    "insert into sys_menu (id, type, title, name, path, is_link) values ($1, 2, 'Docs', 'docsLink', '/docsLink', '/api/docs')",
    [id],
  );
  await server.database.pool.query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
    world.role,
    id,
  ]);
  await setType('operator', 777);
  expect(await link()).toBe(false);
  await setType('operator', 888);
  expect(await link()).toBe(true);
});

it('ends a pass with the session that it was exchanged for', async () => {
  const session = await server.signIn('admin', PASSWORD);
  const cookie = cookieOf((await exchange(session, '/schedule')).headers);
  expect(await status('/schedule', cookie)).toBe(200);
  await session.call('sysAuth/lockScreen', {});
  expect(await status('/schedule', cookie)).toBe(401);
  await session.ask('sysAuth/unLockScreen', { password: PASSWORD });
  expect(await status('/schedule', cookie)).toBe(200);
  await session.call('sysAuth/logout', {});
  expect(await status('/schedule', cookie)).toBe(401);
});
