import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QR_ALPHABET, type QrAsked, type QrBegun, shownQrCode } from '../../contract/qrSignIn.ts';
import type { Client } from '../support/client.ts';
import { bindOtp } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';

/** Signing in by a code that somebody approves who is signed in elsewhere. */

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

let server: TestServer;
let world: World;
let page: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  page = server.anonymous;
});
beforeEach(async () => {
  await server.database.pool.query('delete from attempt_counter');
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const codeOf = async (who: Client, path: string, body: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const begin = () => page.call<QrBegun>('sysAuth/qrBegin', {}, { 'User-Agent': CHROME });
const state = ({ id, secret }: QrBegun) => page.call('sysAuth/qrState', { id, secret });
const enter = ({ id, secret }: QrBegun) =>
  page.ask<{ accessToken: string }>('sysAuth/qrEnter', { id, secret });
const approve = (who: Client, { id, code }: QrBegun, otp?: string) =>
  codeOf(who, 'sysAuth/qrApprove', { id, code, ...(otp !== undefined && { otp }) });
const look = (who: Client, code: string) => who.call<QrAsked>('sysAuth/qrLook', { code });
const accountOf = async (token: string) =>
  (await page.call<{ account: string }>('sysAuth/userInfo', undefined, { Authorization: `Bearer ${token}` }))
    .account;

it('lets the browser in that asked, once, as whoever approved', async () => {
  const begun = await begin();
  expect(begun).toMatchObject({ startsInMs: 120_000 });
  expect(begun.code).toMatch(new RegExp(`^[${QR_ALPHABET}]{8}$`));
  expect(await state(begun)).toBe('waiting');
  expect((await enter(begun)).body.extras?.errorCode).toBe('qrGone');
  const asked = await look(operator, shownQrCode(begun.code).toLowerCase());
  expect(asked).toMatchObject({
    id: begun.id,
    browser: 'Chrome 126',
    ip: '127.0.0.1',
    here: true,
    confirm: { otp: false, passkey: false },
  });
  expect(asked.startsInMs).toBeGreaterThan(100_000);
  expect(await approve(operator, begun)).toBeUndefined();
  expect(await state(begun)).toBe('approved');
  const { body, headers } = await enter(begun);
  expect(await accountOf(body.result.accessToken)).toBe('operator');
  expect(headers.get('access-token')).toBe(body.result.accessToken);
  // Spent: neither for the page nor for whoever has seen its answer.
  expect((await enter(begun)).body.extras?.errorCode).toBe('qrGone');
  expect(await codeOf(page, 'sysAuth/qrState', begun)).toBe('qrGone');
  expect(await approve(operator, begun)).toBe('qrGone');
});

it('is for the browser alone that asked: what the code carries lets nobody in', async () => {
  const [begun, other] = [await begin(), await begin()];
  await operator.call('sysAuth/qrApprove', { id: begun.id, code: begun.code });
  for (const secret of [begun.code, begun.id, other.secret, 'x']) {
    expect((await enter({ ...begun, secret })).body.extras?.errorCode).toBe('qrGone');
    expect(await codeOf(page, 'sysAuth/qrState', { id: begun.id, secret })).toBe('qrGone');
  }
  expect((await enter({ ...other, id: begun.id })).body.extras?.errorCode).toBe('qrGone');
  expect((await enter(begun)).body.code).toBe(200);
  const { rows } = await server.database.pool.query('select * from sys_qr_sign_in');
  for (const text of [begun.code, begun.secret, other.code, other.secret])
    expect(JSON.stringify(rows)).not.toContain(text);
});

it('lets one of many in that take it at once', async () => {
  const begun = await begin();
  await operator.call('sysAuth/qrApprove', { id: begun.id, code: begun.code });
  const answers = await Promise.all(Array.from({ length: 6 }, () => enter(begun)));
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
});

it('is over after two minutes, approved or not', async () => {
  const [early, late] = [await begin(), await begin()];
  await operator.call('sysAuth/qrApprove', { id: late.id, code: late.code });
  server.clock.advance(120_001);
  expect(await codeOf(operator, 'sysAuth/qrLook', { code: early.code })).toBe('qrGone');
  expect(await approve(operator, early)).toBe('qrGone');
  expect((await enter(late)).body.extras?.errorCode).toBe('qrGone');
  expect(await codeOf(page, 'sysAuth/qrState', late)).toBe('qrGone');
});

it('is refused by whoever has the code, and then over', async () => {
  const begun = await begin();
  await operator.call('sysAuth/qrRefuse', { id: begun.id, code: begun.code });
  expect(await state(begun)).toBe('refused');
  expect(await approve(operator, begun)).toBe('qrGone');
  expect((await enter(begun)).body.extras?.errorCode).toBe('qrGone');
});

it('is decided once, by one', async () => {
  const begun = await begin();
  const admin = await server.signIn('admin', PASSWORD);
  const outcomes = await Promise.all([
    approve(operator, begun),
    approve(admin, begun),
    codeOf(operator, 'sysAuth/qrRefuse', { id: begun.id, code: begun.code }),
  ]);
  expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
});

it('asks for what whoever approves has bound, before the code is spent', async () => {
  const phone = await bindOtp(server, world.operator);
  const begun = await begin();
  expect((await look(operator, begun.code)).confirm).toEqual({ otp: true, passkey: false });
  expect(await approve(operator, begun)).toBe('validation');
  expect(await approve(operator, begun, '000000')).toBe('otpWrong');
  expect(await state(begun)).toBe('waiting');
  expect(await approve(operator, begun, phone.code())).toBeUndefined();
  expect((await enter(begun)).body.code).toBe(200);
  await server.database.pool.query('delete from user_otp');
});

it('lets nobody in who was disabled after the approval', async () => {
  const begun = await begin();
  await operator.call('sysAuth/qrApprove', { id: begun.id, code: begun.code });
  const run = (status: number) =>
    server.database.pool.query('update sys_user set status = $2 where id = $1', [world.operator, status]);
  await run(2);
  expect((await enter(begun)).body.extras?.errorCode).toBe('qrGone');
  await run(1);
});

it('counts guesses of codes like passwords, and says nothing of accounts', async () => {
  const begun = await begin();
  for (let at = 0; at < 5; at += 1)
    expect(await codeOf(operator, 'sysAuth/qrLook', { code: 'AAAAAAA2' })).toBe('qrGone');
  expect(await codeOf(operator, 'sysAuth/qrLook', { code: begun.code })).toBe('tooManyAttempts');
  expect(await approve(operator, begun)).toBe('tooManyAttempts');
  expect(await state(begun)).toBe('waiting');
});

it('is for nobody who is not signed in, whose screen is locked, or who must change a password first', async () => {
  const begun = await begin();
  for (const path of ['sysAuth/qrLook', 'sysAuth/qrApprove', 'sysAuth/qrRefuse'])
    expect(await codeOf(page, path, { id: begun.id, code: begun.code })).toBe('unauthenticated');
  await operator.call('sysAuth/lockScreen', {});
  expect(await approve(operator, begun)).toBe('locked');
  await server.database.pool.query('update sys_user set must_change_password = true where id = $1', [
    world.colleague,
  ]);
  const colleague = await server.signIn('colleague', PASSWORD);
  expect(await approve(colleague, begun)).toBe('passwordChangeRequired');
});

it('is off where the setting says so', async () => {
  const { pool } = server.database;
  // What the server remembers of settings is of this process: it forgets after a moment.
  const becomes = async (on: boolean) => {
    await expect.poll(async () => (await page.call<{ sysQr: boolean }>('sysConfig/sysInfo')).sysQr).toBe(on);
  };
  await pool.query("insert into sys_config (id, name, code, value) values (1, 'qr', 'sysQr', 'false')");
  await becomes(false);
  expect(await codeOf(page, 'sysAuth/qrBegin', {})).toBe('qrOff');
  await pool.query("delete from sys_config where code = 'sysQr'");
  await becomes(true);
});

it('limits how many codes an address asks for', async () => {
  const codes: unknown[] = [];
  for (let at = 0; at < 61; at += 1) codes.push(await codeOf(page, 'sysAuth/qrBegin', {}));
  expect(codes.at(-1)).toBe('tooManyAttempts');
});
