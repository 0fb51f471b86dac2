import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import type { Answer, Client } from '../support/client.ts';
import { bindOtp, type Phone } from '../support/otp.ts';
import { SoftPasskey } from '../support/passkey.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ORIGIN = 'http://localhost:7000';
const PAGE = { Origin: ORIGIN };

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
});
afterAll(() => server.stop());

interface Asked {
  challengeId: string;
  options: { challenge: string };
}

interface Person extends Staff {
  client: Client;
  phone: Phone;
  passkey: SoftPasskey;
}

const refusedAs = ({ body }: Answer) => body.extras?.errorCode;

async function add(client: Client, passkey: SoftPasskey): Promise<string> {
  const { challengeId, options } = await client.call<Asked>(
    'userPasskey/begin',
    { password: PASSWORD },
    PAGE,
  );
  const response = passkey.register(options);
  return (await client.call<{ id: string }>('userPasskey/add', { challengeId, name: 'Key', response }, PAGE))
    .id;
}

/** Somebody who may do everything, with an app bound and a passkey. */
async function person(): Promise<Person> {
  const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
  const phone = await bindOtp(server, staff.id);
  const client = await server.signIn(staff.account, PASSWORD);
  const passkey = new SoftPasskey(ORIGIN);
  await add(client, passkey);
  return { ...staff, phone, client, passkey };
}

/** The second step of a sign-in whose password is right. */
async function asked(account: string, headers: Record<string, string> = PAGE): Promise<Asked> {
  const answer = await server.anonymous.ask('sysAuth/login', { account, password: PASSWORD }, headers);
  expect(refusedAs(answer)).toBe('secondFactor');
  expect(answer.headers.get('access-token')).toBeNull();
  return (answer.body.extras as unknown as { values: Asked }).values;
}

const end = (body: Record<string, unknown>, headers: Record<string, string> = PAGE) =>
  server.anonymous.ask<{ accessToken: string }>('sysAuth/secondFactor', body, headers);

describe('a passkey', () => {
  it('is added by the password, by who has an app, at an address that is a name', async () => {
    const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
    const client = await server.signIn(staff.account, PASSWORD);
    expect(refusedAs(await client.ask('userPasskey/begin', { password: 'no' }, PAGE))).toBe('wrongPassword');
    expect(refusedAs(await client.ask('userPasskey/begin', { password: PASSWORD }, PAGE))).toBe('otpUnbound');
    await bindOtp(server, staff.id);
    const digits = await client.ask('userPasskey/begin', { password: PASSWORD });
    expect(refusedAs(digits)).toBe('passkeyAddress');
    const id = await add(client, new SoftPasskey(ORIGIN));
    expect(await client.call('userPasskey/own')).toMatchObject([{ id, name: 'Key', lastUsedAt: null }]);
    expect(await client.call('sysAuth/userInfo')).toMatchObject({ passkeys: 1 });
    await client.command('userPasskey/rename', { id, name: 'Laptop' });
    expect(await client.call('userPasskey/own')).toMatchObject([{ name: 'Laptop' }]);
  });

  it('of somebody else is neither renamed nor deleted, and an answer to another’s challenge adds none', async () => {
    const [mine, other] = [await person(), await person()];
    const [{ id }] = (await mine.client.call<[{ id: string }]>('userPasskey/own'))!;
    const gone = { id, password: PASSWORD };
    expect(refusedAs(await other.client.ask('userPasskey/rename', { id, name: 'x' }))).toBe('notFound');
    expect(refusedAs(await other.client.ask('userPasskey/delete', gone))).toBe('notFound');
    const begun = await mine.client.call<Asked>('userPasskey/begin', { password: PASSWORD }, PAGE);
    const response = new SoftPasskey(ORIGIN).register(begun.options);
    const theirs = { challengeId: begun.challengeId, name: 'x', response };
    expect(refusedAs(await other.client.ask('userPasskey/add', theirs, PAGE))).toBe('passkeyWrong');
    await mine.client.command('userPasskey/delete', gone);
    expect(await mine.client.call('userPasskey/own')).toEqual([]);
  });
});

describe('a sign-in with a passkey', () => {
  it('ends by its answer, once', async () => {
    const { account, passkey } = await person();
    const { challengeId, options } = await asked(account);
    const body = { challengeId, response: passkey.answer(options) };
    const first = await end(body);
    expect(first.body).toMatchObject({ code: 200, result: { accessToken: expect.any(String) } });
    expect(refusedAs(await end(body))).toBe('passkeyWrong');
  });

  it('is refused to another key, another page, another challenge and an answer of nothing', async () => {
    const { account, passkey } = await person();
    const stranger = await person();
    const wrong = [
      (to: Asked) => stranger.passkey.answer(to.options),
      (to: Asked) => passkey.answer(to.options, 'https://pay.example.com'),
      () => passkey.answer({ challenge: 'bm90IHRoaXM' }),
      () => ({ id: passkey.id.toString('base64url') }),
    ];
    for (const answer of wrong) {
      const to = await asked(account);
      const refused = await end({ challengeId: to.challengeId, response: answer(to) });
      expect(refusedAs(refused)).toBe('passkeyWrong');
      // A challenge is answered once, rightly or not.
      const late = await end({ challengeId: to.challengeId, response: passkey.answer(to.options) });
      expect(refusedAs(late)).toBe('passkeyWrong');
    }
    const theirs = await asked(stranger.account);
    const crossed = { challengeId: theirs.challengeId, response: passkey.answer(theirs.options) };
    expect(refusedAs(await end(crossed))).toBe('passkeyWrong');
  });

  it('ends by a code of the app as well, also where passkeys are not good', async () => {
    const { account, phone } = await person();
    const { challengeId, options } = await asked(account, {});
    expect(options).toBe(undefined);
    expect(refusedAs(await end({ challengeId, code: '000000' }, {}))).toBe('otpWrong');
    expect((await end({ challengeId, code: phone.code() }, {})).body.code).toBe(200);
    expect(refusedAs(await end({ challengeId, code: phone.code() }, {}))).toBe('passkeyWrong');
  });

  it('says nothing of passkeys to who does not know the password', async () => {
    const { account } = await person();
    const answer = await server.anonymous.ask('sysAuth/login', { account, password: 'no' }, PAGE);
    expect(refusedAs(answer)).toBe('badCredentials');
  });

  it('needs no passkey once an administrator has reset the app', async () => {
    const { id, account } = await person();
    const other = await person();
    const { rows } = await server.database.pool.query('select id::text from user_otp where user_id = $1', [
      id,
    ]);
    await other.client.command('userOtp/reset', { ids: [rows[0].id] });
    expect((await server.anonymous.ask('sysAuth/login', { account, password: PASSWORD })).body.code).toBe(
      200,
    );
  });
});

describe('a command with a passkey', () => {
  const reverse = (client: Client, id: string, otp: string, key: string = randomUUID()) =>
    client.ask<ActionResult>(
      'collectOrder/reverse',
      { ids: [id], input: { reason: 'chargeback', otp } },
      { 'Idempotency-Key': key },
    );
  const paid = () => paidOrder(server.database.pool, world);

  async function prove({ client, passkey }: Person): Promise<Answer<{ otp: string }>> {
    const { challengeId, options } = await client.call<Asked>('userPasskey/ask', {}, PAGE);
    return client.ask('userPasskey/prove', { challengeId, response: passkey.answer(options) }, PAGE);
  }

  it('is confirmed by one answer, and one alone', async () => {
    const who = await person();
    const { otp } = (await prove(who)).body.result;
    const [first, second] = [await paid(), await paid()];
    expect((await reverse(who.client, first, otp)).body.result).toMatchObject({ done: [first] });
    expect(refusedAs(await reverse(who.client, second, otp))).toBe('passkeyWrong');
    const codes = await server.database.pool.query(
      'select action from otp_use where user_id = $1 and step < 0',
      [who.id],
    );
    expect(codes.rows).toEqual([{ action: 'collectOrder/reverse' }]);
  });

  it('sent twice at once under one proof is done for one order', async () => {
    const who = await person();
    const { otp } = (await prove(who)).body.result;
    const orders = [await paid(), await paid(), await paid()];
    const answers = await Promise.all(orders.map((id) => reverse(who.client, id, otp)));
    expect(answers.map(refusedAs).filter((code) => code === undefined)).toHaveLength(1);
  });

  it('is not confirmed by another’s proof, nor by a key that asked nobody', async () => {
    const [who, other] = [await person(), await person()];
    const { otp } = (await prove(other)).body.result;
    expect(refusedAs(await reverse(who.client, await paid(), otp))).toBe('passkeyWrong');
    who.passkey.verifies = false;
    expect(refusedAs(await prove(who))).toBe('passkeyWrong');
  });

  it('is not confirmed by what answered a sign-in', async () => {
    const who = await person();
    const { challengeId, options } = await asked(who.account);
    const response = who.passkey.answer(options);
    expect(refusedAs(await who.client.ask('userPasskey/prove', { challengeId, response }, PAGE))).toBe(
      'passkeyWrong',
    );
  });
});
