import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { makeOperator, makeStaff, PASSWORD, type Staff } from '../safety/staff.ts';
import { makeWorld, paidOrder, type World } from '../safety/world.ts';
import type { Answer, Client } from '../support/client.ts';
import { bindOtp, codeAt, type Phone, phoneOf } from '../support/otp.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startServer();
  world = await makeWorld(server.database.pool);
});
afterAll(() => server.stop());

interface Person extends Staff {
  client: Client;
  phone: Phone;
}

/** Somebody who may do everything, with an app bound. */
async function person(): Promise<Person> {
  const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
  const phone = await bindOtp(server, staff.id);
  return { ...staff, phone, client: await server.signIn(staff.account, PASSWORD) };
}

const reverse = (client: Client, id: string, otp: string, key: string = randomUUID()) =>
  client.ask<ActionResult>(
    'collectOrder/reverse',
    { ids: [id], input: { reason: 'chargeback', otp } },
    { 'Idempotency-Key': key },
  );
const refusedAs = ({ body }: Answer) => body.extras?.errorCode;
const paid = () => paidOrder(server.database.pool, world);
const otpOf = async (userId: string) =>
  (
    await server.database.pool.query(
      'select status, failures, recovery_left as left, secret_key as secret from user_otp where user_id = $1',
      [userId],
    )
  ).rows[0];
const wrong = (phone: Phone): string => {
  const near = [-30_000, 0, 30_000, 60_000].map((off) =>
    codeAt(phone.secret, server.clock.now().getTime() + off),
  );
  return ['000000', '111111', '222222', '333333', '444444'].find((code) => !near.includes(code))!;
};

describe('binding an app', () => {
  it('takes the password, answers secret and address, and counts from the first right code on', async () => {
    const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
    const client = await server.signIn(staff.account, PASSWORD);
    expect(await client.call('userOtp/own')).toMatchObject({ status: 0, recoveryLeft: 0 });
    expect((await client.ask('userOtp/enrol', {})).body.message).toHaveProperty('password');
    expect(refusedAs(await client.ask('userOtp/enrol', { password: 'not this' }))).toBe('wrongPassword');
    const begun = await client.call<{ secret: string; address: string }>('userOtp/enrol', {
      password: PASSWORD,
    });
    expect(begun.address).toContain(`secret=${begun.secret}`);
    expect((await otpOf(staff.id)).secret).not.toContain(begun.secret);
    // Not bound yet: no code of it confirms anything.
    const early = await reverse(client, await paid(), codeAt(begun.secret, server.clock.now().getTime()));
    expect(refusedAs(early)).toBe('otpUnbound');
    expect(
      refusedAs(await client.ask('userOtp/verify', { code: wrong(phoneOf(server, begun.secret)) })),
    ).toBe('otpWrong');
    const code = codeAt(begun.secret, server.clock.now().getTime());
    const { recoveryCodes } = await client.call<{ recoveryCodes: string[] }>('userOtp/verify', { code });
    expect(new Set(recoveryCodes).size).toBe(8);
    expect(await client.call('userOtp/own')).toMatchObject({ status: 1, recoveryLeft: 8 });
    expect(await client.call('sysAuth/userInfo')).toMatchObject({ otpStatus: 1 });
    // The code that bound the app is spent, and the app stays.
    expect(refusedAs(await reverse(client, await paid(), code))).toBe('otpUsed');
    expect(refusedAs(await client.ask('userOtp/enrol', { password: PASSWORD }))).toBe('otpBound');
  });

  it('is asked of whoever has none', async () => {
    const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
    const client = await server.signIn(staff.account, PASSWORD);
    const id = await paid();
    expect(refusedAs(await reverse(client, id, '123456'))).toBe('otpUnbound');
    const empty = await client.ask(
      'collectOrder/reverse',
      { ids: [id], input: { reason: 'x' } },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(empty.body.message).toEqual({ otp: ['Please enter OTP!'] });
  });
});

describe('a command confirmed by a code', () => {
  it('runs once with it; a dry run needs none and spends none', async () => {
    const { client, phone } = await person();
    const id = await paid();
    const otp = phone.code();
    const seen = await client.call<ActionResult>('collectOrder/reverse', { ids: [id], dryRun: true });
    expect(seen.done).toEqual([id]);
    await client.call('collectOrder/reverse', { ids: [id], input: { reason: 'x', otp }, dryRun: true });
    const key = randomUUID();
    expect((await reverse(client, id, otp, key)).body.result.done).toEqual([id]);
    // The same command asked again gets its answer, without a second code and without a second effect.
    expect((await reverse(client, id, otp, key)).body.result.done).toEqual([id]);
    const { rows } = await server.database.pool.query(
      'select payload, answer from idempotency i left join job j on j.user_id = i.user_id where i.key = $1',
      [key],
    );
    expect(JSON.stringify(rows)).not.toContain(otp);
  });

  it('cannot use a code again, for another row or another action', async () => {
    const { client, phone } = await person();
    const otp = phone.code();
    expect((await reverse(client, await paid(), otp)).body.result.done).toHaveLength(1);
    expect(refusedAs(await reverse(client, await paid(), otp))).toBe('otpUsed');
    const id = await paid();
    await server.database.pool.query('update collect_order set status = 7 where id = $1', [id]);
    const other = await client.ask(
      'collectOrder/forceConfirm',
      { ids: [id], input: { utr: '123456789012', reason: 'x', otp } },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(refusedAs(other)).toBe('otpUsed');
  });

  it('cannot use a code of an earlier step once a later one was used', async () => {
    const { client, phone } = await person();
    const earlier = codeAt(phone.secret, server.clock.now().getTime());
    phone.code();
    expect((await reverse(client, await paid(), phone.code())).body.result.done).toHaveLength(1);
    expect(refusedAs(await reverse(client, await paid(), earlier))).toBe('otpUsed');
  });

  it('wins alone when 16 commands come with one code at once', async () => {
    const { client, phone } = await person();
    const ids = await Promise.all(Array.from({ length: 16 }, paid));
    const otp = phone.code();
    const answers = await Promise.all(ids.map((id) => reverse(client, id, otp)));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => refusedAs(answer) === 'otpUsed')).toHaveLength(15);
    const { rows } = await server.database.pool.query(
      'select count(*)::int as n from collect_order where id = any($1::bigint[]) and status = 6',
      [ids],
    );
    expect(rows[0].n).toBe(1);
  });

  it('is locked after five wrong codes, then refuses the right one, until somebody else resets it', async () => {
    const [one, other] = [await person(), await person()];
    const id = await paid();
    for (const left of [4, 3, 2, 1]) {
      const answer = await reverse(one.client, id, wrong(one.phone));
      expect([refusedAs(answer), answer.body.extras?.values]).toEqual(['otpWrong', { left }]);
    }
    expect(refusedAs(await reverse(one.client, id, wrong(one.phone)))).toBe('otpLocked');
    expect(refusedAs(await reverse(one.client, id, one.phone.code()))).toBe('otpLocked');
    expect(await otpOf(one.id)).toMatchObject({ status: 2, failures: 5 });

    const page = await other.client.call<{ items: { id: string; userId: string; secretKey: string }[] }>(
      'userOtp/page',
      { userId: one.id },
    );
    expect(page.items[0]?.secretKey).toBe('••••••');
    const row = page.items[0]!.id;
    const own = await one.client.command<ActionResult>('userOtp/reset', { ids: [row] });
    expect(own.refused[0]?.code).toBe('selfForbidden');
    expect((await other.client.command<ActionResult>('userOtp/reset', { ids: [row] })).done).toEqual([row]);
    expect(await otpOf(one.id)).toMatchObject({ status: 0, secret: null });
    expect(refusedAs(await reverse(one.client, id, one.phone.code()))).toBe('otpUnbound');
    expect((await one.client.ask('userOtp/enrol', { password: PASSWORD })).body.code).toBe(200);
  });

  it('forgets wrong codes at a right one', async () => {
    const { client, phone, id: userId } = await person();
    for (let at = 0; at < 4; at += 1) await reverse(client, await paid(), wrong(phone));
    expect((await reverse(client, await paid(), phone.code())).body.result.done).toHaveLength(1);
    expect(await otpOf(userId)).toMatchObject({ status: 1, failures: 0 });
  });

  it('takes each recovery code once', async () => {
    const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
    const client = await server.signIn(staff.account, PASSWORD);
    const { secret } = await client.call<{ secret: string }>('userOtp/enrol', { password: PASSWORD });
    const code = codeAt(secret, server.clock.now().getTime());
    const { recoveryCodes } = await client.call<{ recoveryCodes: string[] }>('userOtp/verify', { code });
    const [first = '', second = ''] = recoveryCodes;
    expect((await reverse(client, await paid(), first)).body.result.done).toHaveLength(1);
    // Told again it is no guess: it locks nobody out.
    for (let again = 0; again < 6; again += 1)
      expect(refusedAs(await reverse(client, await paid(), first))).toBe('otpUsed');
    const typed = second.replace('-', '').toLowerCase();
    expect((await reverse(client, await paid(), typed)).body.result.done).toHaveLength(1);
    expect(await client.call('userOtp/own')).toMatchObject({ recoveryLeft: 6 });
  });

  it('cannot be reset by somebody with fewer rights', async () => {
    const one = await person();
    const account = await makeOperator(server.database.pool, world, ['userOtp:page', 'userOtp:reset']);
    const client = await server.signIn(account, PASSWORD);
    const page = await client.call<{ items: { id: string }[] }>('userOtp/page', { userId: one.id });
    const answer = await client.command<ActionResult>('userOtp/reset', { ids: [page.items[0]!.id] });
    expect(answer.refused[0]?.code).toBe('selfForbidden');
    expect(await otpOf(one.id)).toMatchObject({ status: 1 });
  });
});

describe('an administrator adds an app for somebody', () => {
  const add = (who: Person, input: object) =>
    who.client.ask<
      ActionResult & { results?: Record<string, { otpSecret: string; recoveryCodes: string[] }> }
    >('userOtp/add', { input }, { 'Idempotency-Key': randomUUID() });

  it('asks for the person', async () => {
    const admin = await person();
    const { body } = await add(admin, { otp: admin.phone.code() });
    expect(body.message).toEqual({ userId: ['Please select user ID!'] });
  });

  it('shows secret and recovery codes once, and counts the codes from then on', async () => {
    const admin = await person();
    const [staff] = (await makeStaff(server.database.pool, world, 1)) as [Staff];
    const { body } = await add(admin, { userId: staff.id, otp: admin.phone.code() });
    expect([body.code, body.type]).toEqual([200, 'success']);
    const [id] = body.result.done;
    const { otpSecret, recoveryCodes } = body.result.results![id!]!;
    expect(recoveryCodes).toHaveLength(8);
    const row = await admin.client.call<object>(`userOtp/detail?id=${id}`);
    expect(row).toMatchObject({ userId: staff.id, status: 1, recoveryLeft: 8 });
    expect(JSON.stringify(row)).not.toContain(otpSecret);
    const client = await server.signIn(staff.account, PASSWORD);
    const code = codeAt(otpSecret, server.clock.now().getTime());
    expect((await reverse(client, await paid(), code)).body.result.done).toHaveLength(1);
    expect((await reverse(client, await paid(), recoveryCodes[0]!)).body.result.done).toHaveLength(1);
    expect(await client.call('userOtp/own')).toMatchObject({ recoveryLeft: 7 });
    expect(refusedAs(await add(admin, { userId: staff.id, otp: admin.phone.code() }))).toBe('otpBound');
  });

  it('is not for oneself', async () => {
    const admin = await person();
    expect(refusedAs(await add(admin, { userId: admin.id, otp: admin.phone.code() }))).toBe('selfForbidden');
  });
});
