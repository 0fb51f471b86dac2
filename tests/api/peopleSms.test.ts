import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, type World } from './sessionWorld.ts';

/** Signing in by a code that comes by short message. */

const PHONE = '+8613800000000';
const NOBODYS = '+8613900000000';

let server: TestServer;
let world: World;
let sent: { phone: string; text: string }[] = [];
let who: Client;

beforeAll(async () => {
  server = await startServer({ sms: { send: async (message) => void sent.push(message) } });
  world = await buildWorld(server);
  who = server.anonymous;
  await server.database.pool.query('update sys_user set phone = $2 where id = $1', [world.operator, PHONE]);
});
beforeEach(async () => {
  sent = [];
  server.clock.advance(20 * 60_000);
});
afterAll(() => server.stop());

const refusal = async (path: string, body: unknown = {}) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const send = (phone: string) => who.call(`sysSms/sendSms/${encodeURIComponent(phone)}`, {});
const codeIn = (at = 0) => /\d{6}/.exec(sent[at]?.text ?? '')?.[0] ?? '';
const login = (phone: string, code: string) => refusal('sysAuth/loginPhone', { phone, code });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('lets the owner of the number in, once per code, however the number is written', async () => {
  expect(await send('138 0000 0000')).toBeNull();
  expect(sent).toEqual([{ phone: PHONE, text: expect.stringContaining('sign-in code') as unknown }]);
  const answer = await who.ask<{ accessToken: string; refreshToken: string }>('sysAuth/loginPhone', {
    phone: PHONE,
    code: ` ${codeIn()} `,
  });
  expect(answer.headers.get('access-token')).toBe(answer.body.result.accessToken);
  const info = await who.call<{ account: string }>('sysAuth/userInfo', undefined, {
    Authorization: `Bearer ${answer.body.result.accessToken}`,
  });
  expect(info.account).toBe('operator');
  expect(await login(PHONE, codeIn())).toBe('smsCodeWrong');
});

it('reads a number without a plus as one of the countries that organisations are in', async () => {
  const { pool } = server.database;
  await pool.query("update sys_org set country = 'IN' where id = (select min(id) from sys_org)");
  await pool.query("update sys_user set phone = '+919812345678' where id = $1", [world.operator]);
  await send('098123 45678');
  expect(sent.map(({ phone }) => phone)).toEqual(['+919812345678']);
  expect(await login('98123-45678', codeIn())).toBeUndefined();
  await pool.query('update sys_user set phone = $2 where id = $1', [world.operator, PHONE]);
  await send('138 0000 0000');
  expect(sent.map(({ phone }) => phone)).toEqual(['+919812345678', PHONE]);
});

it('says the same of a number that is nobody’s, of two people’s and of somebody who is disabled', async () => {
  const answers = async (phone: string) => {
    const { traceId: _id, ...extras } = ((await who.ask('sysAuth/loginPhone', { phone, code: '123456' })).body
      .extras ?? {}) as Record<string, unknown>;
    return [await send(phone), extras];
  };
  const nobodys = await answers(NOBODYS);
  expect(sent).toEqual([]);
  expect(await answers(PHONE)).toEqual(nobodys);
  expect(sent).toHaveLength(1);
  const run = (text: string, id: string) => server.database.pool.query(text, [id, PHONE]);
  await run('update sys_user set phone = $2 where id = $1', world.colleague);
  await send(PHONE);
  expect(sent).toHaveLength(1);
  await run('update sys_user set phone = null where id = $1 and phone = $2', world.colleague);
  await run('update sys_user set status = 2 where id = $1 and phone = $2', world.operator);
  await send(PHONE);
  expect(sent).toHaveLength(1);
  await run('update sys_user set status = 1 where id = $1 and phone = $2', world.operator);
});

it('is over after five minutes, after five tries, and with the next code', async () => {
  await send(PHONE);
  server.clock.advance(5 * 60_000 + 1);
  expect(await login(PHONE, codeIn())).toBe('smsCodeWrong');
  await send(PHONE);
  const [, second] = [codeIn(0), codeIn(1)];
  expect(await login(PHONE, codeIn(0))).toBe('smsCodeWrong');
  for (let at = 0; at < 4; at += 1) {
    server.clock.advance(1_000);
    await server.database.pool.query("delete from attempt_counter where key like 'sms:+%'");
    expect(await login(PHONE, wrong(second))).toBe('smsCodeWrong');
  }
  await server.database.pool.query("delete from attempt_counter where key like 'sms:+%'");
  expect(await login(PHONE, second)).toBe('smsCodeWrong');
});

it('limits how often a number is written to, whether it is known or not, and who guesses', async () => {
  for (const phone of [PHONE, NOBODYS]) {
    for (let at = 0; at < 3; at += 1) await send(phone);
    expect(await refusal(`sysSms/sendSms/${encodeURIComponent(phone)}`)).toBe('tooManyAttempts');
  }
  for (let at = 0; at < 5; at += 1) expect(await login(NOBODYS, '000000')).toBe('smsCodeWrong');
  expect(await login(NOBODYS, '000000')).toBe('tooManyAttempts');
  server.clock.advance(16 * 60_000);
  expect(await send(PHONE)).toBeNull();
});

it('limits how many numbers an address writes to', async () => {
  const refusals: unknown[] = [];
  for (let at = 0; at < 22; at += 1) refusals.push(await refusal(`sysSms/sendSms/138001390${10 + at}`));
  expect(refusals.filter((code) => code === 'tooManyAttempts')).toHaveLength(2);
});

it('takes numbers alone, and is off where nothing carries messages', async () => {
  expect(await refusal('sysSms/sendSms/12')).toBe('validation');
  expect(await refusal('sysAuth/loginPhone', { phone: PHONE })).toBe('validation');
  const other = await startServer();
  try {
    const { body } = await other.anonymous.ask(`sysSms/sendSms/${encodeURIComponent(PHONE)}`, {});
    expect(body.extras?.errorCode).toBe('smsOff');
    expect(await other.anonymous.call('sysConfig/sysInfo')).toMatchObject({ sysMobile: false });
    expect(await who.call('sysConfig/sysInfo')).toMatchObject({ sysMobile: true });
  } finally {
    await other.stop();
  }
});
