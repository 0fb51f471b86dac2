import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE, type DirectoryEntry, personEntry } from '../support/directoryServer.ts';
import {
  codeOf,
  type DirectoryWorld,
  directoryWorld,
  enter,
  forgetTries,
  type Row,
} from './directoryWorld.ts';

/** Signing in with the password of a directory. `npm run campaign:directory` runs the same against a real slapd. */

const UNIT = `ou=Sales,${BASE}`;
let here: DirectoryWorld;
let { admin, directory, server } = {} as DirectoryWorld;
let row: Row;

beforeAll(async () => {
  here = await directoryWorld();
  ({ admin, directory, server } = here);
});
afterAll(() => here.stop());
beforeEach(async () => {
  await here.begin();
  ({ row } = here);
});
afterEach(() => here.end());

describe('signing in by the directory', () => {
  const people: DirectoryEntry[] = [personEntry('ann'), personEntry('bob')];
  beforeEach(async () => {
    await directory.set(people);
    await here.sync();
  });

  it('asks for the password that the directory has', async () => {
    expect(await enter(here, 'ann', 'ann-password-1')).toBeUndefined();
    expect(await enter(here, 'ANN', 'ann-password-1')).toBeUndefined();
    await directory.set([personEntry('ann', { userPassword: 'another-one-9' }), personEntry('bob')]);
    expect(await enter(here, 'ann', 'ann-password-1')).toBe('badCredentials');
    expect(await enter(here, 'ann', 'another-one-9')).toBeUndefined();
    expect(await enter(here, 'bob', 'another-one-9')).toBe('badCredentials');
  });

  it.each([
    ['ann', ''],
    ['ann', ' '],
    ['*', 'ann-password-1'],
    ['ann*', 'ann-password-1'],
    ['ann)(uid=*', 'ann-password-1'],
    ['*)(|(uid=ann', 'ann-password-1'],
    ['ann\u0000', 'ann-password-1'],
    ['ann\\00', 'ann-password-1'],
    [`uid=ann,${BASE}`, 'ann-password-1'],
    [`ann,${UNIT}`, 'ann-password-1'],
  ])('lets nobody in as %j with %j', async (account, password) => {
    expect(['badCredentials', 'validation']).toContain(await enter(here, account, password));
  });

  it('finds nobody else by a domain account that is a piece of a filter', async () => {
    for (const hostile of ['*', 'bob)(uid=*', '*)(uid=bob', 'b*b', `uid=bob,${BASE}`]) {
      await server.database.pool.query("update sys_user set domain_account = $1 where account = 'ann'", [
        hostile,
      ]);
      for (const password of ['ann-password-1', 'bob-password-1'])
        expect(await enter(here, 'ann', password)).toBe('badCredentials');
      await forgetTries(server);
    }
  });

  it('locks after wrong tries, like every sign-in', async () => {
    for (let at = 0; at < 5; at += 1) expect(await enter(here, 'ann', 'wrong')).toBe('badCredentials');
    expect(await enter(here, 'ann', 'ann-password-1')).toBe('tooManyAttempts');
    expect(await enter(here, 'bob', 'bob-password-1')).toBeUndefined();
  });

  it('unlocks the screen by the same password, which is not changed here', async () => {
    const ann = await server.signIn('ann', 'ann-password-1');
    await ann.call('sysAuth/lockScreen', {});
    expect(await ann.call('sysAuth/unLockScreen?password=ann-password-1', {})).toBe(true);
    const change = { passwordOld: 'ann-password-1', passwordNew: 'brand-new-pass-77' };
    expect(await codeOf(ann, 'sysUser/changePwd', change)).toBe('directoryPassword');
  });

  it('is for nobody while the directory is disabled, nor by the password that it had', async () => {
    const { version } = await admin.call<Row>(`sysLdap/detail?Id=${row.id}`);
    await admin.call('sysLdap/update', { ...row, status: 2, version });
    expect(await enter(here, 'ann', 'ann-password-1')).toBe('badCredentials');
  });

  it('never lets the super administrator in', async () => {
    await server.database.pool.query("update sys_user set account_type = 999 where account = 'ann'");
    expect(await enter(here, 'ann', 'ann-password-1')).toBe('badCredentials');
  });
});
