import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYONE } from '../../contract/audience.ts';
import { buildApp } from '../../server/bootstrap/app.ts';
import { denyByDefault, type Permission, route } from '../../server/platform/http/route.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
});
afterAll(() => server.stop());

describe('deny by default', () => {
  it('a route without a declared permission stops the boot', () => {
    const app = fastify();
    denyByDefault(app);
    expect(() => app.get('/api/open', () => 'open')).toThrow('/api/open declares no permission');
  });

  it('so does one that does not say whom it is for, or asks for a permission that nobody knows', () => {
    const app = fastify();
    denyByDefault(app);
    const serve = (permission: unknown) =>
      app.get('/api/open', { config: { permission: permission as Permission } }, () => 'open');
    for (const session of [undefined, [], 'staff', ['staff', 'everybody']])
      expect(() => serve({ session })).toThrow('/api/open does not say whom it is for');
    expect(() => serve({ anyOf: ['collectOrder:setle'] })).toThrow(
      'collectOrder:setle does not say whom it is for',
    );
  });

  it('refuses at a route whose permission the caller lacks, and admits with any of several', async () => {
    const app = await buildApp(server.deps);
    const serve = (url: string, anyOf: string[]) =>
      route(app, {
        method: 'POST',
        effect: 'none',
        url,
        permission: { anyOf },
        summary: 'test',
        handler: async () => 'done',
      });
    serve('/api/test/other', ['collectOrder:settle']);
    serve('/api/test/own', ['collectOrder:settle', 'collectOrder:page']);
    const { token } = await server.signIn('operator', PASSWORD);
    const post = async (url: string, bearer = token) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await app.inject({ method: 'POST', url, headers })).json();
    };
    expect(await post('/api/test/other')).toMatchObject({ code: 403, extras: { errorCode: 'forbidden' } });
    expect(await post('/api/test/own')).toMatchObject({ code: 200, result: 'done' });
    expect(await post('/api/test/own', 'x')).toMatchObject({ code: 401 });
    await app.close();
  });

  it('tells the caller of a fault its trace and nothing of its cause', async () => {
    const app = await buildApp(server.deps);
    route(app, {
      method: 'GET',
      url: '/api/test/fault',
      permission: 'anonymous',
      summary: 'test',
      handler: () => server.deps.pool.query('select secret_column from nowhere'),
    });
    const answer = await app.inject({ url: '/api/test/fault', headers: { 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      code: 500,
      type: 'error',
      message: 'Something went wrong, please try again later',
      result: null,
      extras: { errorCode: 'internal', traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(answer.body).not.toMatch(/secret_column|nowhere|relation|at /);
    expect(server.failures.take()).toHaveLength(1);
    await app.close();
  });

  it('bounds how many calls of one person run at once', async () => {
    const app = await buildApp(server.deps);
    const gate = Promise.withResolvers<void>();
    route(app, {
      method: 'POST',
      effect: 'none',
      url: '/api/test/slow',
      permission: { session: EVERYONE },
      summary: 'test',
      handler: () => gate.promise,
    });
    const { token } = await server.signIn('operator', PASSWORD);
    const headers = { authorization: `Bearer ${token}` };
    const all = Array.from({ length: 150 }, () =>
      app.inject({ method: 'POST', url: '/api/test/slow', headers }),
    );
    const quick = await Promise.race(all);
    expect(quick.json()).toMatchObject({ extras: { errorCode: 'busy' } });
    gate.resolve();
    const codes = (await Promise.all(all)).map((answer) => answer.json().code as number);
    expect(codes.filter((code) => code === 200)).toHaveLength(128);
    const after = await app.inject({ method: 'POST', url: '/api/test/slow', headers });
    expect(after.json().code).toBe(200);
    await app.close();
  });

  it('an unknown address is a 404 in the envelope, a foreign body a validation refusal', async () => {
    const missing = await server.anonymous.ask('no/such');
    expect([missing.status, missing.body.code, missing.body.extras?.errorCode]).toEqual([
      404,
      404,
      'notFound',
    ]);
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    for (const body of [deep, '{"__proto__":{"a":1}}', '{broken']) {
      const response = await fetch(`${server.base}/api/sysAuth/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const answer = (await response.json()) as {
        code: number;
        extras: { errorCode: string; traceId: string };
      };
      expect([answer.code, answer.extras.errorCode]).toEqual([400, 'validation']);
      expect(answer.extras.traceId).toMatch(/^[0-9a-f-]{36}$/);
    }
    const large = await fetch(`${server.base}/api/sysAuth/login`, {
      method: 'POST',
      body: `"${'x'.repeat(1 << 20)}"`,
      headers: { 'content-type': 'application/json' },
    });
    expect(((await large.json()) as { extras: { errorCode: string } }).extras.errorCode).toBe('tooLarge');
  });

  it('lets scripts of other origins read the tokens, without cookies', async () => {
    const asked = {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,x-authorization,time-zone,cf-idf',
    };
    const preflight = await fetch(`${server.base}/api/sysAuth/login`, { method: 'OPTIONS', headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const { headers } = await server.anonymous.ask('sysConfig/sysInfo', undefined, {
      Origin: 'https://elsewhere.example',
    });
    for (const name of ['access-token', 'x-access-token', 'invalid_token']) {
      expect(headers.get('access-control-expose-headers')).toContain(name);
    }
  });

  it('sends the policy headers', async () => {
    const { headers } = await server.anonymous.ask('sysConfig/sysInfo');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('machines', () => {
  it('answers health, readiness and metrics plainly', async () => {
    const get = (path: string) => fetch(`${server.base}${path}`);
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
    const waiting = await get('/ready');
    expect([waiting.status, await waiting.json()]).toEqual([
      503,
      {
        status: 'waiting',
        checks: {
          database: true,
          writable: true,
          storage: true,
          migrations: true,
          worker: false,
          ids: true,
          clock: true,
        },
        reasons: ["this server's worker gave no sign of life for 15 s"],
      },
    ]);
    await server.database.pool.query(
      "insert into lease values ('worker:x', 'another server', now() + interval '1 minute')",
    );
    expect((await get('/ready')).status).toBe(503);
    await server.database.pool.query("update lease set holder = $1 where name = 'worker:x'", [
      server.deps.serverId,
    ]);
    expect(await (await get('/ready')).json()).toMatchObject({ status: 'ready', checks: { worker: true } });
    expect(await (await get('/metrics')).text()).toContain('paydesk_http_answer_seconds_count');
  });

  it('gives the measurements to this machine, to the token and to administrators, and to nobody else', async () => {
    const METRICS_TOKEN = 'collector-of-measures';
    const deps = { ...server.deps, env: { ...server.deps.env, metricsToken: METRICS_TOKEN } };
    const app = await buildApp(deps);
    const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` });
    const ask = async (headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
      (await app.inject({ url: '/metrics', headers, remoteAddress })).json<{ code: number }>().code;
    const read = async (headers: Record<string, string>, remoteAddress = '203.0.113.9') => {
      const answer = await app.inject({ url: '/metrics', headers, remoteAddress });
      return [answer.statusCode, answer.body.includes('paydesk_database_connections')];
    };
    expect(await read({}, '127.0.0.1')).toEqual([200, true]);
    expect(await read({}, '::1')).toEqual([200, true]);
    expect(await read(bearerOf(METRICS_TOKEN))).toEqual([200, true]);
    expect(await read(bearerOf((await server.signIn('admin', PASSWORD)).token))).toEqual([200, true]);
    expect(await ask()).toBe(401);
    expect(await ask(bearerOf(`${METRICS_TOKEN}s`))).toBe(401);
    expect(await ask(bearerOf((await server.signIn('operator', PASSWORD)).token))).toBe(403);
    // Behind a proxy on this machine everybody looks like a neighbour.
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await ask({ [header]: '127.0.0.1' }, '127.0.0.1')).toBe(401);
    await app.close();
  });

  it('shows the documentation to administrators with the short-lived cookie only', async () => {
    const bare = (path: string, init?: RequestInit) =>
      fetch(`${server.base}${path}`, { redirect: 'manual', ...init });
    expect((await bare('/api/docs/json')).status).toBe(401);
    expect(await (await bare('/api/swagger/checkUrl', { method: 'POST' })).json()).toBe(401);
    const form = (account: string) =>
      bare('/api/swagger/submitUrl', {
        method: 'POST',
        body: new URLSearchParams({ UserName: account, Password: PASSWORD }),
      });
    expect(await (await form('operator')).json()).toBe(401);
    const given = await form('admin');
    expect(await given.json()).toBe(200);
    const cookie = (given.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(await (await bare('/api/swagger/checkUrl', { method: 'POST', headers: { cookie } })).json()).toBe(
      200,
    );
    const described = (await (await bare('/api/docs/json', { headers: { cookie } })).json()) as {
      paths: Record<string, unknown>;
    };
    expect(described.paths).toHaveProperty('/api/sysAuth/login');
    const form2 = new FormData();
    form2.set('UserName', 'admin');
    form2.set('Password', PASSWORD);
    expect(await (await bare('/api/swagger/submitUrl', { method: 'POST', body: form2 })).json()).toBe(200);
    const call = await fetch(`${server.base}/api/sysAuth/userInfo`, { headers: { cookie } });
    expect(call.status).toBe(401);
  });
});
