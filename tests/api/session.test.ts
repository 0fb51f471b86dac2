import { sm2 } from 'sm-crypto-v2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKeys } from '../../server/identity/session/keys.ts';
import { client } from '../support/client.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
});
afterAll(() => server.stop());

const ACCESS_MS = 600_000;
const GRACE_MS = 30_000;
const own = (extra: Record<string, string> = {}) => ({ Origin: server.base, ...extra });

describe('sign-in', () => {
  it('answers the pair in the body and in the headers, under the envelope', async () => {
    const answer = await server.anonymous.ask<{ accessToken: string; refreshToken: string }>(
      'sysAuth/login',
      {
        account: 'Operator',
        password: PASSWORD,
        unknownKey: 1,
      },
    );
    expect(answer.body).toMatchObject({ code: 200, type: 'success' });
    expect(answer.body.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(answer.headers.get('access-token')).toBe(answer.body.result.accessToken);
    expect(answer.headers.get('x-access-token')).toBe(answer.body.result.refreshToken);
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-access-token');
    const [head, claims] = answer.body.result.accessToken
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(head).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(claims).toMatchObject({ aud: 'paydesk', sub: world.operator });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(600);
  });

  it('tells the caller who it is and what it may do', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const info = await operator.call<Record<string, unknown>>('sysAuth/userInfo');
    expect(info).toMatchObject({
      id: world.operator,
      account: 'operator',
      accountType: 777,
      orgName: 'India',
      posName: 'Operator',
      avatar: '/user.png',
      roleIds: [world.role],
      roles: [world.role],
      buttons: [
        'collectOrder:page',
        'sysUser:changePwd',
        'sysUser:baseInfo',
        'sysFile:uploadAvatar',
        'sysFile:uploadSignature',
      ],
      locked: false,
      reportZone: 'Asia/Kolkata',
    });
    expect(Object.keys(info)).not.toContain('passwordHash');
  });

  it('asks for what is missing in the caller’s language', async () => {
    const answer = await server.anonymous.ask('sysAuth/login', { account: '' }, { 'Accept-Language': 'en' });
    expect(answer.body).toMatchObject({
      code: 400,
      message: { account: ['Please enter Account!'], password: ['Please enter Password!'] },
      extras: { errorCode: 'validation' },
    });
    const chinese = await server.anonymous.ask('sysAuth/login', {}, { 'Accept-Language': 'zh-cn' });
    expect(chinese.body.message).toMatchObject({ account: ['请输入账号！'] });
  });

  it('says the same for an unknown account as for a wrong password', async () => {
    const wrong = await server.anonymous.ask('sysAuth/login', { account: 'colleague', password: 'no' });
    const unknown = await server.anonymous.ask('sysAuth/login', { account: 'nobody-here', password: 'no' });
    expect(wrong.body.code).toBe(400);
    expect(unknown.body.message).toBe(wrong.body.message);
    expect(unknown.body.extras?.errorCode).toBe(wrong.body.extras?.errorCode);
  });

  it('counts a burst of parallel guesses, forgives with time, and never blocks for good', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.anonymous.ask('sysAuth/login', { account: 'guessed', password: 'no' }),
      ),
    );
    const codes = guesses.map((guess) => guess.body.extras?.errorCode);
    expect(codes.filter((code) => code === 'badCredentials')).toHaveLength(5);
    expect(codes.filter((code) => code === 'tooManyAttempts')).toHaveLength(15);
    server.clock.advance(31_000);
    const after = await server.anonymous.ask('sysAuth/login', { account: 'guessed', password: 'no' });
    expect(after.body.extras?.errorCode).toBe('badCredentials');
    const again = await server.anonymous.ask('sysAuth/login', { account: 'guessed', password: 'no' });
    expect(again.body.extras).toMatchObject({
      errorCode: 'tooManyAttempts',
      values: { seconds: expect.any(Number) },
    });
  });

  it('takes an SM2 password (C1C3C2) and stores nothing readable', async () => {
    const keys = await loadKeys(server.deps.pool, SECRETS_KEY, undefined);
    const sealed = sm2.doEncrypt(PASSWORD, keys.sm2PublicKey, 1);
    expect(sealed).toMatch(/^[0-9a-f]+$/);
    for (const password of [sealed, `04${sealed}`]) {
      const answer = await server.anonymous.ask('sysAuth/login', { account: 'operator', password });
      expect(answer.body.code).toBe(200);
    }
    const stored = await server.database.pool.query('select value from secret_key');
    for (const row of stored.rows) expect(row.value).toMatch(/^v1\./);
    const hash = await server.database.pool.query<{ hash: string }>(
      'select password_hash as hash from sys_user limit 1',
    );
    expect(hash.rows[0]?.hash).toMatch(/^\$argon2id\$/);
  });

  it('asks for the picture when the switch is on; one try each', async () => {
    await server.database.pool.query(
      "insert into sys_config (id, name, code, value) values (1, 'captcha', 'sysCaptcha', 'true')",
    );
    const { forgetSettings } = await import('../../server/platform/settings.ts');
    forgetSettings(server.deps.pool);
    try {
      const info = await server.anonymous.call<{ sysCaptcha: boolean }>('sysConfig/sysInfo');
      expect(info.sysCaptcha).toBe(true);
      const missing = await server.anonymous.ask('sysAuth/login', {
        account: 'operator',
        password: PASSWORD,
      });
      expect(missing.body.message).toHaveProperty('code');
      const picture = await server.anonymous.call<{ id: string; img: string; expirySeconds: number }>(
        'sysAuth/captcha',
      );
      expect(Object.keys(picture).sort()).toEqual(['expirySeconds', 'id', 'img']);
      // Eight signature bytes: clients of the family show the text as `data:image/…;base64,`.
      expect(Buffer.from(picture.img, 'base64').toString('latin1', 0, 8)).toBe('\u0089PNG\r\n\u001a\n');
      const wrong = await server.anonymous.ask('sysAuth/login', {
        account: 'operator',
        password: PASSWORD,
        code: '??',
        codeId: picture.id,
      });
      expect(wrong.body.extras?.errorCode).toBe('captchaWrong');
      const gone = await server.database.pool.query('select 1 from captcha where id = $1', [picture.id]);
      expect(gone.rowCount).toBe(0);
    } finally {
      await server.database.pool.query("delete from sys_config where code = 'sysCaptcha'");
      forgetSettings(server.deps.pool);
    }
  });
});

describe('tokens', () => {
  it('refuses no token, a forged one, a refresh token as access token, and a cookie alone', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const [head, body] = operator.token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    for (const token of ['', `${head}.${body}.AAAA`, operator.refresh, none]) {
      const answer = await client(server.base, token).ask('sysAuth/userInfo');
      expect([answer.status, answer.body.code, answer.body.extras?.errorCode]).toEqual([
        401,
        401,
        'unauthenticated',
      ]);
      expect(answer.headers.get('access-token')).toBe('invalid_token');
    }
    const cookie = await server.anonymous.ask('sysAuth/userInfo', undefined, {
      Cookie: `access-token=${operator.token}`,
    });
    expect(cookie.body.code).toBe(401);
  });

  it('gives 64 parallel askers with one old refresh token one successor pair', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    server.clock.advance(ACCESS_MS + 1000);
    const bare = await operator.ask('sysAuth/userInfo');
    expect(bare.body.code).toBe(401);
    const renewal = { 'X-Authorization': `Bearer ${operator.refresh}` };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => operator.ask('sysAuth/userInfo', undefined, renewal)),
    );
    expect(answers.every((answer) => answer.body.code === 200)).toBe(true);
    const pairs = new Set(
      answers.map(
        (answer) => `${answer.headers.get('access-token')} ${answer.headers.get('x-access-token')}`,
      ),
    );
    expect(pairs.size).toBe(1);
    const [access, refresh] = [...pairs][0]?.split(' ') ?? [];
    expect(access).not.toBe(operator.token);
    const next = client(server.base, access, refresh);
    expect((await next.ask('sysAuth/userInfo')).headers.get('access-token')).toBeNull();

    server.clock.advance(GRACE_MS - 5000);
    const graced = await operator.ask('sysAuth/userInfo', undefined, renewal);
    expect(graced.headers.get('access-token')).toBe(access);
  });

  it('revokes the whole family when an old refresh token comes back after the grace', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    server.clock.advance(ACCESS_MS + 1000);
    const renewal = { 'X-Authorization': `Bearer ${operator.refresh}` };
    const first = await operator.ask('sysAuth/userInfo', undefined, renewal);
    const next = client(server.base, first.headers.get('access-token') ?? '');
    expect((await next.ask('sysAuth/userInfo')).body.code).toBe(200);
    server.clock.advance(GRACE_MS + 1000);
    const reused = await operator.ask('sysAuth/userInfo', undefined, renewal);
    expect(reused.body.code).toBe(401);
    expect(reused.headers.get('access-token')).toBe('invalid_token');
    expect((await next.ask('sysAuth/userInfo')).body.code).toBe(401);
    const row = await server.database.pool.query("select 1 from sys_session where revoked_reason = 'reuse'");
    expect(row.rowCount).toBe(1);
  });

  it('gives two generations mixed at once the newest pair within the grace, and ends the family after it', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    server.clock.advance(ACCESS_MS + 1000);
    const by = (refresh: string) =>
      operator.ask('sysAuth/userInfo', undefined, { 'X-Authorization': `Bearer ${refresh}` });
    const first = (await by(operator.refresh)).headers.get('x-access-token') ?? '';
    server.clock.advance(10_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => by(at % 2 ? operator.refresh : first)),
    );
    expect(answers.map((answer) => answer.body.code)).toEqual(Array.from({ length: 20 }, () => 200));
    const given = new Set(answers.map((answer) => answer.headers.get('x-access-token')));
    const newest = (await by(operator.refresh)).headers.get('x-access-token') ?? '';
    // Who came with the older token before it was followed again had the pair of that moment.
    expect([...given].filter((refresh) => refresh !== first)).toEqual([newest]);
    expect((await by(first)).headers.get('x-access-token')).toBe(newest);
    server.clock.advance(GRACE_MS - 9_000);
    expect((await by(first)).headers.get('x-access-token')).toBe(newest);
    expect((await by(operator.refresh)).body.code).toBe(401);
    expect((await by(newest)).body.code).toBe(401);
  });

  it('refuses a refresh token of another session', async () => {
    const [one, two] = [await server.signIn('operator', PASSWORD), await server.signIn('operator', PASSWORD)];
    server.clock.advance(ACCESS_MS + 1000);
    const crossed = await one.ask('sysAuth/userInfo', undefined, {
      'X-Authorization': `Bearer ${two.refresh}`,
    });
    expect(crossed.body.code).toBe(401);
  });

  it('answers a refresh token for the own access token', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const answer = await operator.ask<string>(`sysAuth/refreshToken?accessToken=${operator.token}`);
    expect(answer.body.result).toBe(answer.headers.get('x-access-token'));
    const stranger = await server.signIn('colleague', PASSWORD);
    const refused = await stranger.ask(`sysAuth/refreshToken?accessToken=${operator.token}`);
    expect(refused.body.code).toBe(401);
  });

  it('binds a sign-in from our own origin to an HttpOnly cookie', async () => {
    const answer = await server.anonymous.ask<{ accessToken: string }>(
      'sysAuth/login',
      { account: 'operator', password: PASSWORD },
      own(),
    );
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/paydesk-binding=.*HttpOnly.*SameSite=Strict/);
    const stolen = client(server.base, answer.body.result.accessToken);
    expect((await stolen.ask('sysAuth/userInfo')).body.code).toBe(401);
    const bound = await stolen.ask('sysAuth/userInfo', undefined, { Cookie: cookie.split(';')[0] ?? '' });
    expect(bound.body.code).toBe(200);
    const foreign = await server.anonymous.ask(
      'sysAuth/login',
      { account: 'operator', password: PASSWORD },
      { Origin: 'https://elsewhere.example' },
    );
    expect(foreign.headers.get('set-cookie')).toBeNull();
  });

  it('ends with sign-out at once', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    expect((await operator.ask('sysAuth/logout', {})).body.code).toBe(200);
    expect((await operator.ask('sysAuth/userInfo')).body.code).toBe(401);
    server.clock.advance(ACCESS_MS + 1000);
    const renewed = await operator.ask('sysAuth/userInfo', undefined, {
      'X-Authorization': `Bearer ${operator.refresh}`,
    });
    expect(renewed.body.code).toBe(401);
  });
});

describe('lock screen', () => {
  it('cuts the event stream of the session', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    const stream = await fetch(`${server.base}/api/events`, {
      headers: { Authorization: `Bearer ${operator.token}` },
    });
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: hello');
    await operator.call('sysAuth/lockScreen', {});
    let ended = false;
    while (!ended) ended = (await reader?.read())?.done ?? true;
    expect((await operator.ask('events')).body.extras?.errorCode).toBe('locked');
  });

  it('is the server’s: a locked session answers only its unlocking', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    await operator.call('sysAuth/lockScreen', {});
    const menu = await operator.ask('sysMenu/loginMenuTree');
    expect([menu.body.code, menu.body.extras?.errorCode]).toEqual([401, 'locked']);
    expect(menu.headers.get('access-token')).toBeNull();
    const info = await operator.call<Record<string, unknown>>('sysAuth/userInfo');
    expect(info).toMatchObject({ account: 'operator', locked: true, buttons: [], watermarkText: '' });
    const wrong = await operator.ask('sysAuth/unLockScreen', { password: 'no' });
    expect(wrong.body.extras?.errorCode).toBe('wrongPassword');
    await operator.call('sysAuth/unLockScreen', { password: PASSWORD });
    expect((await operator.ask('sysMenu/loginMenuTree')).body.code).toBe(200);
  });

  it('takes the password in the query too, and counts wrong ones', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    await operator.call('sysAuth/lockScreen', {});
    await operator.call(`sysAuth/unLockScreen?password=${PASSWORD}`, {});
    for (let guess = 0; guess < 5; guess += 1) await operator.ask('sysAuth/unLockScreen', { password: 'no' });
    const blocked = await operator.ask('sysAuth/unLockScreen', { password: PASSWORD });
    expect(blocked.body.extras?.errorCode).toBe('tooManyAttempts');
    expect((await operator.ask('sysAuth/logout', {})).body.code).toBe(200);
  });
});
