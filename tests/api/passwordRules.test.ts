import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import { makeOperator, makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { makeWorld, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
});
afterAll(() => server.stop());

const pool = () => server.database.pool;
const somebody = async (): Promise<Staff> => (await makeStaff(pool(), world, 1))[0]!;

async function set(code: string, value: number): Promise<void> {
  await pool().query('delete from sys_config where code = $1', [code]);
  await pool().query('insert into sys_config (id, name, code, value) values ($1, $2, $2, $3)', [
    newId(),
    code,
    String(value),
  ]);
  forgetSettings(pool());
}

const change = (who: Client, passwordOld: string, passwordNew: string) =>
  who.ask('sysUser/changePwd', { passwordOld, passwordNew });

const refusal = async (who: Client, passwordOld: string, passwordNew: string) =>
  JSON.stringify((await change(who, passwordOld, passwordNew)).body);

describe('a password of one’s own', () => {
  it('has the length, the kinds and no account as the settings ask', async () => {
    const { account } = await somebody();
    const who = await server.signIn(account, PASSWORD);
    await set('passwordLength', 12);
    await set('passwordKinds', 3);
    expect(await who.call('sysAuth/userInfo')).toMatchObject({ passwordRules: { minLength: 12, kinds: 3 } });
    expect(await refusal(who, PASSWORD, 'Sh0rt-enough')).toContain('"code":200');
    expect(await refusal(who, 'Sh0rt-enough', 'Sh0rt-again')).toContain('12');
    expect(await refusal(who, 'Sh0rt-enough', 'onlylowercase')).toContain('3 kinds');
    expect(await refusal(who, 'Sh0rt-enough', `X9-${account}-lang`)).toContain('account');
    await set('passwordLength', 8);
    await set('passwordKinds', 1);
  });

  it('is none of the last ones, and may be one from before those', async () => {
    const { account } = await somebody();
    const who = await server.signIn(account, PASSWORD);
    await set('passwordHistory', 2);
    for (const [before, next] of [
      [PASSWORD, 'first-one-1'],
      ['first-one-1', 'second-one-2'],
    ] as const)
      expect((await change(who, before, next)).body.code).toBe(200);
    expect(await refusal(who, 'second-one-2', 'first-one-1')).toContain('in use before');
    expect(await refusal(who, 'second-one-2', PASSWORD)).toContain('in use before');
    expect((await change(who, 'second-one-2', 'third-one-3')).body.code).toBe(200);
    expect((await change(who, 'third-one-3', PASSWORD)).body.code).toBe(200);
  });

  it('must be changed at a sign-in after its days', async () => {
    const { id, account } = await somebody();
    await pool().query("update sys_user set password_changed_at = now() - interval '31 days' where id = $1", [
      id,
    ]);
    expect(await (await server.signIn(account, PASSWORD)).call('sysAuth/userInfo')).toMatchObject({
      mustChangePassword: false,
    });
    await set('passwordDays', 30);
    const who = await server.signIn(account, PASSWORD);
    expect(await who.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: true });
    expect((await who.ask('collectOrder/page', {})).body.extras?.errorCode).toBe('passwordChangeRequired');
    expect((await change(who, PASSWORD, 'another-one-9')).body.code).toBe(200);
    const again = await server.signIn(account, 'another-one-9');
    expect(await again.call('sysAuth/userInfo')).toMatchObject({ mustChangePassword: false });
    await set('passwordDays', 0);
  });

  it.each([
    ['passwordLength', 7, 8],
    ['passwordKinds', 5, 4],
    ['passwordHistory', 25, 24],
    ['passwordDays', 731, 730],
  ])('has bounds for %s: %i is refused, %i is not', async (code, beyond, last) => {
    const keeper = await server.signIn(await makeOperator(pool(), world, ['sysConfig:add']), PASSWORD);
    await pool().query('delete from sys_config where code = $1', [code]);
    const add = (value: number) =>
      keeper.ask('sysConfig/add', {
        name: code,
        code,
        value: String(value),
        sysFlag: 2,
        groupCode: 'security',
      });
    expect(JSON.stringify((await add(beyond)).body)).toContain(String(last));
    expect((await add(last)).body.code).toBe(200);
  });
});

describe('a sign-in', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

  async function signIn(account: string, agent: string, cookie?: string): Promise<string> {
    const response = await fetch(`${server.base}/api/sysAuth/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        'User-Agent': agent,
        ...(cookie !== undefined && { Cookie: cookie }),
      },
      body: JSON.stringify({ account, password: PASSWORD }),
    });
    expect(await response.json()).toMatchObject({ code: 200 });
    const given = response.headers.getSetCookie().find((each) => each.startsWith('paydesk-device='))!;
    expect(given).toMatch(/HttpOnly/);
    return given.split(';')[0]!;
  }

  const notices = async (id: string): Promise<string[]> =>
    (
      await pool().query<{ content: string }>(
        'select content from sys_notice where for_user_id = $1 order by id',
        [id],
      )
    ).rows.map(({ content }) => content);

  it('from a new device notifies its person alone, once', async () => {
    const { id, account } = await somebody();
    const chrome = await signIn(account, CHROME);
    expect(await notices(id)).toEqual([]);
    const firefox = await signIn(account, FIREFOX);
    const [first = '', ...more] = await notices(id);
    expect(more).toEqual([]);
    expect(first).toContain('Firefox 130 · Windows');
    // Its cookie makes it known, whatever it calls itself now; so does the program at the same address.
    expect(await signIn(account, 'Something/2.0', firefox)).toBe(firefox);
    await signIn(account, CHROME);
    await signIn(account, FIREFOX, chrome);
    expect(await notices(id)).toHaveLength(1);
    const who = await server.signIn(account, PASSWORD);
    const mine = await who.call<{ title: string }[]>('sysNotice/unReadList');
    expect(mine.map(({ title }) => title)).toContain('Sign-in from a new device');
    const other = await server.signIn((await somebody()).account, PASSWORD);
    expect(await other.call('sysNotice/unReadList')).toEqual([]);
  });
});
