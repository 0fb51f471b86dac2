import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnSession } from '../../contract/ownSession.ts';
import type { Client } from '../support/client.ts';
import { bindOtp } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

/** What a person does with their own account: sessions that go on, and the password where an app is bound. */

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
});
afterAll(() => server.stop());

const own = (who: Client) => who.call<OwnSession[]>('userSession/own');
const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

describe('own sessions', () => {
  it('are those of the caller alone, the one that asks first, with nothing secret', async () => {
    const [first, second] = [
      await server.signIn('colleague', PASSWORD),
      await server.signIn('colleague', PASSWORD),
    ];
    await server.signIn('operator', PASSWORD);
    const list = await own(first);
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect((await own(second)).map(({ id }) => id)).toEqual(list.map(({ id }) => id).toReversed());
    expect(Object.keys(list[0]!).toSorted()).toEqual(
      [
        'browser',
        'id',
        'ip',
        'isCurrent',
        'isLocked',
        'lastSeenAt',
        'location',
        'os',
        'since',
        'userAgent',
      ].toSorted(),
    );
    await second.call('userSession/revokeOthers', {});
  });

  it('end one by one, at once; neither the one that asks nor that of somebody else', async () => {
    const [first, second] = [
      await server.signIn('colleague', PASSWORD),
      await server.signIn('colleague', PASSWORD),
    ];
    const stranger = await server.signIn('operator', PASSWORD);
    const list = await own(first);
    const [current] = list;
    const [theirs] = await own(stranger);
    const [secondOwn] = await own(second);
    expect(await refusal(first, 'userSession/revoke', { id: current!.id })).toBe('selfForbidden');
    expect(await refusal(first, 'userSession/revoke', { id: theirs!.id })).toBe('notFound');
    // A super administrator ends those of others by the list of who is online, not by this.
    const admin = await server.signIn('admin', PASSWORD);
    expect(await refusal(admin, 'userSession/revoke', { id: theirs!.id })).toBe('notFound');
    expect(await stranger.call('sysAuth/userInfo')).toMatchObject({ account: 'operator' });
    expect(await first.call('userSession/revoke', { id: secondOwn!.id })).toBe(true);
    expect(await refusal(second, 'sysAuth/userInfo')).toBe('unauthenticated');
    expect(await refusal(first, 'userSession/revoke', { id: secondOwn!.id })).toBe('notFound');
  });

  it('all end but the one that asks', async () => {
    const stranger = await server.signIn('operator', PASSWORD);
    const [first, second, third] = [
      await server.signIn('colleague', PASSWORD),
      await server.signIn('colleague', PASSWORD),
      await server.signIn('colleague', PASSWORD),
    ];
    await third.call('userSession/revokeOthers', {});
    expect((await own(third)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    for (const ended of [first, second])
      expect(await refusal(ended, 'sysAuth/userInfo')).toBe('unauthenticated');
    expect(await stranger.call('sysAuth/userInfo')).toMatchObject({ account: 'operator' });
  });

  it('are shown to nobody without a session, nor while it is locked', async () => {
    expect(await refusal(server.anonymous, 'userSession/own')).toBe('unauthenticated');
    const who = await server.signIn('colleague', PASSWORD);
    await who.call('sysAuth/lockScreen', {});
    expect(await refusal(who, 'userSession/own')).toBe('locked');
  });
});

it('changes the password of who has bound an app by its code as well', async () => {
  const phone = await bindOtp(server, world.colleague);
  const who = await server.signIn('colleague', PASSWORD);
  const change = { passwordOld: PASSWORD, passwordNew: 'another-horse-43' };
  expect(await refusal(who, 'sysUser/changePwd', change)).toBe('validation');
  // What the rules refuse anyhow costs neither a code nor a try, whatever code comes with it.
  const code = phone.code();
  for (const otp of [code, '000000']) {
    expect(await refusal(who, 'sysUser/changePwd', { ...change, passwordNew: 'x', otp })).toBe('validation');
    const twice = { ...change, passwordNew2: 'another-horse-44', otp };
    expect((await who.ask('sysUser/changePwd', twice)).body.message).toEqual({
      passwordNew2: ['Passwords do not match!'],
    });
  }
  const asked = await who.ask('sysUser/changePwd', { ...change, otp: '' });
  expect(asked.body.message).toEqual({ otp: ['Please enter OTP!'] });
  const { rows } = await server.database.pool.query('select failures from user_otp where user_id = $1', [
    world.colleague,
  ]);
  expect(rows).toEqual([{ failures: 0 }]);
  expect(await who.call('sysUser/changePwd', { ...change, otp: code })).toBe(true);
  expect(await refusal(who, 'sysUser/changePwd', { ...change, passwordOld: PASSWORD, otp: code })).toBe(
    'wrongPassword',
  );
  expect(
    await refusal(who, 'sysUser/changePwd', {
      passwordOld: change.passwordNew,
      passwordNew: 'third-horse-44',
      otp: code,
    }),
  ).toBe('otpUsed');
});

it('answers what the own record shows of roles and of the last sign-in', async () => {
  const who = await server.signIn('operator', PASSWORD);
  const record = await who.call<Record<string, unknown>>('sysUser/baseInfo');
  expect(record).toMatchObject({ account: 'operator', roleName: 'Operators' });
});
