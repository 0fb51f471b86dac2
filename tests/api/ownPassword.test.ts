import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAdministrator, seedBase } from '../../server/demo/seed/index.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A product without demo data, as its first start leaves it: one administrator with a one-time password. */
let server: TestServer;
let given: string;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  await seedBase(server.database.owner, { demo: false });
  // Reading the picture is somebody else's test.
  await server.database.owner.query("update sys_config set value = 'false' where code = 'sysCaptcha'");
  given = (await firstAdministrator(server.database.owner)).password;
  admin = await server.signIn('admin', given);
});
afterAll(() => server.stop());

/** What the page needs to show the form that changes the password, and the ways out. */
const OPEN = [
  'GET /api/sysAuth/refreshToken',
  'GET /api/sysAuth/userInfo',
  'GET /api/sysConst/list',
  'GET /api/sysDictType/allDictList',
  'GET /api/sysMenu/loginMenuTree',
  'GET /api/sysMenu/ownBtnPermList',
  'GET /api/userSetting/all',
  'POST /api/sysAuth/lockScreen',
  'POST /api/sysAuth/logout',
  'POST /api/sysAuth/unLockScreen',
  'POST /api/sysUser/changePwd',
];

interface LocalizedKeys {
  paths: Record<string, Record<string, { description?: string }>>;
}

/** Every route that asks who calls, as `METHOD /path`. */
function guarded(): string[] {
  const { paths } = (server.app as unknown as { swagger(): LocalizedKeys }).swagger();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { description }]) => description !== 'Permission: anonymous')
      .map(([method]) => `${method.toUpperCase()} ${path.replace('{typeName}', 'any').replace('{id}', '1')}`),
  );
}

const errorOf = async (line: string): Promise<unknown> => {
  const [method = '', path = ''] = line.split(' ');
  const answer = await admin.ask(path.slice('/api/'.length), method === 'POST' ? {} : undefined);
  return answer.body.extras?.errorCode;
};

it('opens nothing but the change form to a password that somebody else gave', async () => {
  const routes = guarded();
  expect(routes.length).toBeGreaterThan(100);
  const refused: string[] = [];
  // The ways out would end this very session.
  const tried = routes.filter((line) => !/logout|lockScreen/.test(line));
  for (const line of tried) if ((await errorOf(line)) === 'passwordChangeRequired') refused.push(line);
  expect(routes.filter((line) => !refused.includes(line)).sort()).toEqual(OPEN);
});

it('says so in the caller’s language, as a refusal that does not sign out', async () => {
  const asked = async (language: string) => {
    const { status, body } = await admin.ask('collectOrder/page', {}, { 'Accept-Language': language });
    expect([status, body.code, body.extras?.errorCode]).toEqual([200, 403, 'passwordChangeRequired']);
    return body.message;
  };
  expect(await asked('en')).toBe('Choose a password of your own first');
  expect(await asked('zh-cn')).toBe('请先修改初始密码，再继续操作');
  expect(await asked('zh-tw')).toBe('請先修改初始密碼，再繼續操作');
  expect(await admin.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: true });
});

it('gives no pass to the documentation either', async () => {
  const form = new URLSearchParams({ UserName: 'admin', Password: given });
  const answer = await fetch(`${server.base}/api/swagger/submitUrl`, { method: 'POST', body: form });
  expect(await answer.json()).toBe(401);
});

it('opens everything, in the same session, once the password is one’s own', async () => {
  const same = await admin.ask('sysUser/changePwd', { passwordOld: given, passwordNew: given });
  expect(same.body.message).toEqual({ passwordNew: ['The new password must differ from the current one'] });
  expect(await admin.call('sysUser/changePwd', { passwordOld: given, passwordNew: 'my-own-horse-9' })).toBe(
    true,
  );
  expect(await admin.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: false });
  expect((await admin.call<{ items: unknown[] }>('sysUser/page', {})).items).toHaveLength(1);
  expect((await server.anonymous.ask('sysAuth/login', { account: 'admin', password: given })).body.code).toBe(
    400,
  );
});
