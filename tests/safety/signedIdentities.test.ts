import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityRefusal } from '../../contract/identityRefusal.ts';
import { curlRecipe, nodeRecipe } from '../../contract/signedCallRecipe.ts';
import { newId } from '../../server/platform/db/id.ts';
import { signCall } from '../../server/identity/session/signed/signature.ts';
import { buildWorld, grant, PASSWORD, type World } from '../api/sessionWorld.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY, startServer, type TestServer } from '../support/server.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';

/**
 * A system that signs with the key of an identity acts as the person whom it is bound to, in the calls of the family and
 * nowhere else; nobody else gets in by such a key, and nobody keeps in once it is switched off.
 */

let server: TestServer;
let world: World;
let admin: Client;

interface Key {
  id: string;
  accessKey: string;
  secret: string;
}
let key: Key;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(
    server,
    world,
    'sysUser:page',
    'sysUser:update',
    'sysUser:changePwd',
    'sysPos:add',
    'sysPos:page',
  );
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

async function makeKey(userId: string, more: Record<string, unknown> = {}): Promise<Key> {
  const body = { bindTenantId: world.tenant, bindUserId: userId, accessKey: `k${newId()}`, ...more };
  const made = await admin.call<Key>('sysOpenAccess/add', body, { 'Idempotency-Key': newId() });
  return { id: made.id, accessKey: made.accessKey, secret: made.secret };
}

beforeEach(async () => {
  await server.database.pool.query('delete from attempt_counter');
  key = await makeKey(world.operator);
});

interface Call {
  method?: string;
  path?: string;
  body?: unknown;
  timestamp?: number | string;
  nonce?: string;
  /** Binds the body, to what it says. */
  digest?: string;
  /** What is signed in place of what is sent. */
  signed?: { method?: string; url?: string };
  sign?: string;
  headers?: Record<string, string>;
}
interface Answer {
  status: number;
  code: number;
  reason: unknown;
  error: unknown;
  message: unknown;
  result: unknown;
}

const seconds = (): number => Math.floor(server.clock.now().getTime() / 1_000);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** One call under a key, signed as it says. */
async function ask(
  by: Pick<Key, 'accessKey' | 'secret'>,
  { method = 'POST', path = 'sysUser/page', body = {}, digest, signed, sign, headers, ...over }: Call = {},
): Promise<Answer> {
  const url = `/api/${path}`;
  const timestamp = over.timestamp ?? seconds();
  const nonce = over.nonce ?? `n${newId()}`;
  const plain = digest === undefined ? url.split('?')[0]! : url;
  const what = { method: signed?.method ?? method, url: signed?.url ?? plain };
  const sent = await fetch(server.base + url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
      accessKey: by.accessKey,
      timestamp: String(timestamp),
      nonce,
      sign: sign ?? signCall(by.secret, { ...what, accessKey: by.accessKey, timestamp, nonce, digest }),
      ...(digest !== undefined && { 'body-sha256': digest }),
      ...headers,
    },
  });
  const answer = (await sent.json()) as {
    code: number;
    message: unknown;
    result: unknown;
    extras?: { errorCode?: string; values?: { reason?: string } };
  };
  const { code, message, result, extras } = answer;
  return {
    status: sent.status,
    code,
    message,
    result,
    error: extras?.errorCode,
    reason: extras?.values?.reason,
  };
}

const reasonsOf = async ({ id }: Key): Promise<string[]> =>
  (await admin.call<IdentityRefusal[]>(`sysOpenAccess/refusals?id=${id}`)).map(({ reason }) => reason);

describe('a signed call', () => {
  it('acts as the person it is bound to, with their rights, scope, tenant and logs', async () => {
    const session = await server.signIn('operator', PASSWORD);
    const listed = (await session.call<{ items: { account: string }[] }>('sysUser/page', {})).items;
    const { result } = await ask(key);
    const accounts = (result as { items: { account: string }[] }).items.map(({ account }) => account);
    expect(accounts.sort()).toEqual(listed.map(({ account }) => account).sort());
    expect(accounts).not.toContain('admin');
    expect(await ask(key, { path: 'sysRole/page' })).toMatchObject({ code: 403, error: 'forbidden' });
    expect(await ask(key, { path: 'sysPos/add', body: { name: 'Teller', code: 'teller9' } })).toMatchObject({
      code: 200,
    });
    const { rows } = await server.database.pool.query(
      "select created_by::text as by, tenant_id::text as tenant from sys_pos where code = 'teller9'",
    );
    expect(rows).toEqual([{ by: world.operator, tenant: world.tenant }]);
    const logged = async () =>
      (
        await server.database.pool.query<{ account: string; key: string }>(
          `select account, request_param ->> 'accessKey' as key from sys_log_op where controller_name = 'sysPos' and action_name = 'add'`,
        )
      ).rows;
    await expect.poll(logged).toEqual([{ account: 'operator', key: key.accessKey }]);
    const found = await admin.call<{ lastUsedAt: string }>(`sysOpenAccess/detail?id=${key.id}`);
    expect(Date.parse(found.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is signed by the generator as by a client, also for the person whose row has the secret masked', async () => {
    const call = { method: 1, url: '/api/sysUser/page', timestamp: seconds(), nonce: `n${newId()}` };
    const sign = await admin.call<string>('sysOpenAccess/generateSignature', {
      ...call,
      accessKey: key.accessKey,
      accessSecret: key.secret,
    });
    expect(await ask(key, { timestamp: call.timestamp, nonce: call.nonce, sign })).toMatchObject({
      code: 200,
    });
    const masked = { ...call, accessSecret: '••••••' };
    const { body } = await admin.ask('sysOpenAccess/generateSignature', {
      ...masked,
      accessKey: key.accessKey,
    });
    expect(Object.keys(body.message)).toEqual(['accessSecret']);
    const own = await makeKey(world.admin);
    const ofOwn = { ...masked, accessKey: own.accessKey, nonce: `n${newId()}` };
    const ownSign = await admin.call<string>('sysOpenAccess/generateSignature', ofOwn);
    expect(await ask(own, { timestamp: call.timestamp, nonce: ofOwn.nonce, sign: ownSign })).toMatchObject({
      code: 200,
    });
    const later = { ...ofOwn, timestamp: seconds() + 3_600 };
    expect((await admin.ask('sysOpenAccess/generateSignature', later)).body.code).toBe(400);
  });

  it.each([
    ['bash', ['-s'], curlRecipe],
    ['node', ['--input-type=module', '-'], nodeRecipe],
  ] as const)('works as the recipe for %s is printed', async (program, args, recipe) => {
    const run = spawn(program, args, {
      env: { ...process.env, SECRET: key.secret },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    run.stdin.end(recipe({ base: server.base, accessKey: key.accessKey }));
    const text = await new Response(run.stdout as unknown as BodyInit).text();
    expect(JSON.parse(text)).toMatchObject({ code: 200, result: { page: 1, pageSize: 20 } });
  });
});

describe('an attack', () => {
  it('by replay, an old or future clock, another path, method, key or secret is refused, with the reason in its log', async () => {
    const nonce = `n${newId()}`;
    expect(await ask(key, { nonce })).toMatchObject({ code: 200 });
    const other = await makeKey(world.colleague);
    const refused = [
      ['replay', await ask(key, { nonce })],
      ['clock', await ask(key, { timestamp: seconds() - 301 })],
      ['clock', await ask(key, { timestamp: seconds() + 302 })],
      ['milliseconds', await ask(key, { timestamp: Date.now() })],
      ['signature', await ask(key, { signed: { url: '/api/sysPos/page' } })],
      ['signature', await ask(key, { signed: { method: 'GET' } })],
      ['signature', await ask({ ...key, secret: other.secret })],
    ] as const;
    for (const [reason, answer] of refused)
      expect(answer).toMatchObject({ status: 401, code: 401, error: 'openAccess', reason });
    expect(await ask({ accessKey: 'nobody', secret: key.secret })).toMatchObject({
      code: 401,
      reason: 'signature',
    });
    expect((await reasonsOf(key)).toReversed()).toEqual(refused.map(([reason]) => reason));
    expect(await reasonsOf(other)).toEqual([]);
    const seen = async () =>
      (await server.database.pool.query("select from sys_log_vis where error_code = 'openAccess'")).rowCount;
    await expect.poll(seen).toBe(refused.length + 1);
  });

  it('by one call sent twice at once gets in once', async () => {
    const call = { nonce: `n${newId()}`, timestamp: seconds() };
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(key, call)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('on the body of a call that binds it is refused, before anything is written', async () => {
    const body = { name: 'Clerk', code: `c${newId()}` };
    const digest = sha256(JSON.stringify(body));
    const add = { path: 'sysPos/add', digest };
    expect(await ask(key, { ...add, body: { ...body, name: 'Chief' } })).toMatchObject({
      error: 'openAccess',
      reason: 'body',
    });
    expect(
      await ask(key, {
        path: 'sysUser/ownRoleList/0?x=1',
        method: 'GET',
        digest: sha256(''),
        signed: { url: '/api/sysUser/ownRoleList/0' },
      }),
    ).toMatchObject({ reason: 'signature' });
    expect(await ask(key, { ...add, body })).toMatchObject({ code: 200 });
    await expect.poll(() => reasonsOf(key)).toEqual(['signature', 'body']);
    // The header is part of what was signed: it can be neither added nor taken away.
    const nonce = `n${newId()}`;
    const sign = signCall(key.secret, {
      method: 'POST',
      url: '/api/sysPos/add',
      accessKey: key.accessKey,
      timestamp: seconds(),
      nonce,
      digest,
    });
    expect(await ask(key, { path: 'sysPos/add', body, nonce, sign })).toMatchObject({ reason: 'signature' });
  });

  it('without a signed body is refused where the key asks for one; reading by address needs none', async () => {
    const strict = await makeKey(world.operator, { bodySigned: true });
    expect(await ask(strict)).toMatchObject({ reason: 'bodyUnsigned' });
    expect(await ask(strict, { digest: sha256('{}') })).toMatchObject({ code: 200 });
    expect(await ask(strict, { method: 'GET', path: 'sysPos/list' })).toMatchObject({ code: 200 });
  });

  it('on the calls of a session, on what needs a person and on the rest of the product is refused', async () => {
    const body = { passwordOld: PASSWORD, passwordNew: 'another-horse-43', id: key.id, ids: [key.id] };
    const paths = [
      'sysAuth/lockScreen',
      'sysAuth/unLockScreen',
      'sysAuth/logout',
      'sysAuth/userInfo',
      'sysUser/changePwd',
      'sysApp/changeApp',
      'sysOpenAccess/page',
      'sysOpenAccess/add',
      'sysDatabase/openConsole',
      'collectOrder/page',
      'otp/begin',
      'passkey/list',
    ];
    const denied = new Set<unknown>();
    for (const path of paths) {
      const method = path.endsWith('userInfo') ? 'GET' : 'POST';
      const { code, reason } = await ask(key, { path, body, method });
      denied.add(reason ?? code);
    }
    expect(denied).toEqual(new Set([404, 'route']));
    // Nor is it a key of the merchants' Open API, or a token.
    const open = await ask(key, { path: 'open/balance' });
    expect(open).toMatchObject({ code: 401, error: 'openAccess' });
    const token = await ask(key, { headers: { Authorization: `Bearer ${key.secret}` } });
    expect(token).toMatchObject({ code: 401, error: 'unauthenticated' });
  });

  it('by guessing is slowed down as at a sign-in, and keeps nobody out who has the secret', async () => {
    const wrong = { ...key, secret: 'a-guess-of-somebody' };
    const errors: unknown[] = [];
    for (let at = 0; at < 7; at += 1) errors.push((await ask(wrong)).error);
    expect(errors).toEqual([...Array<string>(5).fill('openAccess'), 'tooManyAttempts', 'tooManyAttempts']);
    expect(await ask(key)).toMatchObject({ code: 200 });
  });
});

describe('what is switched off is out at once', () => {
  const set = (table: string, id: string, status: number) =>
    server.database.pool.query(`update ${table} set status = $2 where id = $1`, [id, status]);

  it.each([
    ['the key', () => ['sys_open_access', key.id] as const],
    ['its person', () => ['sys_user', world.operator] as const],
    ['their tenant', () => ['sys_tenant', world.tenant] as const],
  ])('%s', async (_name, what) => {
    expect(await ask(key)).toMatchObject({ code: 200 });
    const [table, id] = what();
    await set(table, id, 2);
    try {
      expect(await ask(key)).toMatchObject({ error: 'openAccess', reason: 'disabled' });
    } finally {
      await set(table, id, 1);
    }
    expect(await ask(key)).toMatchObject({ code: 200 });
  });

  it('a deleted key, and a replaced secret', async () => {
    const { version } = await admin.call<{ version: number }>(`sysOpenAccess/detail?id=${key.id}`);
    await admin.call('sysOpenAccess/update', { id: key.id, version, accessSecret: 'another-secret-of-it' });
    expect(await ask(key)).toMatchObject({ reason: 'signature' });
    await admin.call('sysOpenAccess/delete', { id: key.id });
    expect(await ask(key)).toMatchObject({ reason: 'signature' });
  });
});

describe('a key', () => {
  it('keeps its secret encrypted and answers it once', async () => {
    const { rows } = await server.database.pool.query<{ secret: string }>(
      'select access_secret as secret from sys_open_access where id = $1',
      [key.id],
    );
    expect(rows[0]!.secret).not.toContain(key.secret);
    expect(decryptSecret(SECRETS_KEY, rows[0]!.secret)).toBe(key.secret);
    const read = await admin.ask(`sysOpenAccess/detail?id=${key.id}`);
    expect(JSON.stringify(read.body)).not.toContain(key.secret);
  });

  it('is no way to the rights of somebody above: nobody sets the secret of such a key', async () => {
    await grant(server, world, 'sysOpenAccess:page', 'sysOpenAccess:update', 'sysOpenAccess:add');
    const operator = await server.signIn('operator', PASSWORD);
    const above = await makeKey(world.admin);
    const { version } = await admin.call<{ version: number }>(`sysOpenAccess/detail?id=${above.id}`);
    const change = { id: above.id, version, accessSecret: 'known-to-the-operator' };
    expect((await operator.ask('sysOpenAccess/update', change)).body.code).not.toBe(200);
    const taken = { ...change, bindUserId: world.operator, bindTenantId: world.tenant };
    expect((await operator.ask('sysOpenAccess/update', taken)).body.code).not.toBe(200);
    expect(await ask(above)).toMatchObject({ code: 200 });
  });

  it('has a secret that cannot be found by trial', async () => {
    const body = { bindTenantId: world.tenant, bindUserId: world.operator, accessSecret: 'short' };
    const { body: answer } = await admin.ask('sysOpenAccess/add', body);
    expect(answer.message).toEqual({ accessSecret: ['A secret has at least 16 characters'] });
  });
});
