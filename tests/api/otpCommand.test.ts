import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { makeWorld } from '../safety/world.ts';
import { openTempFolder } from '../support/folder.ts';
import { bindOtp } from '../support/otp.ts';
import { resetOtp } from '../support/process.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';

/** The only super administrator has lost the phone: nobody else may reset it, and the machine's own people can. */

let server: TestServer;
let sole: Staff;
let env: Record<string, string>;
const folder = openTempFolder('otp-command');

beforeAll(async () => {
  server = await startServer();
  const { pool, url } = server.database;
  [sole] = (await makeStaff(pool, await makeWorld(pool), 1)) as [Staff];
  await bindOtp(server, sole.id);
  env = { DATABASE_URL: url, DATA_DIR: folder, SECRETS_KEY };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const own = async () => (await server.signIn(sole.account, PASSWORD)).call<{ status: number }>('userOtp/own');

it.each([
  ['without the key of the database', () => ({ ...env, SECRETS_KEY: '' }), 'There is no secrets-key'],
  ['with another key', () => ({ ...env, SECRETS_KEY: 'ab'.repeat(32) }), 'is not the key of this database'],
])('is refused %s, and leaves the binding', async (_, given, says) => {
  const { code, output } = await resetOtp(given(), sole.account);
  expect(code).toBe(1);
  expect(output).toContain(says);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(await own()).toMatchObject({ status: 1 });
});

it('wants a name, of somebody who has bound an app', async () => {
  expect((await resetOtp(env)).output).toContain('Say whose');
  expect((await resetOtp(env, 'nobody')).output).toContain('Nobody called nobody');
});

it('lets the person bind anew, and leaves a line in the sealed log', async () => {
  const { code, output } = await resetOtp(env, sole.account.toUpperCase());
  expect({ code, output }).toEqual({
    code: 0,
    output: `The OTP of ${sole.account} is reset; bind an app at the next sign-in.\n`,
  });
  expect(await own()).toMatchObject({ status: 0, recoveryLeft: 0 });
  const { rows } = await server.database.pool.query(
    "select order_no, operator, event from order_log where resource = 'userOtp'",
  );
  expect(rows).toEqual([{ order_no: sole.account, operator: 'local command', event: 'resetOtp' }]);
  const admin = await server.signIn(sole.account, PASSWORD);
  const log = await admin.call<{ items: { event: string }[] }>('orderLog/page', { orderNo: sole.account });
  expect(log.items.map(({ event }) => event)).toEqual(['resetOtp']);
});
