import { randomUUID } from 'node:crypto';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../contract/resources/index.ts';
import type { Answer } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { type Ground, KEYED, type Keyed, queuedExport } from './keyedCases.ts';
import { isWalked } from '../support/share.ts';

/**
 * Every route that writes takes the Idempotency-Key. Adds, updates and deletes of definitions are walked in
 * writeIdempotency.test.ts, their actions demand a key, and all others are sent here, four at once and once more.
 */

/** Calls that begin, lock or end a session, demo switches, and protocols with a rule of repetition of their own. */
const UNKEYED = [
  '/api/demo/sandbox',
  '/api/demo/upstream',
  '/api/mqttClient/publish',
  '/api/open/*',
  '/api/orderViewer/look',
  '/api/swagger/issuePass',
  '/api/swagger/submitUrl',
  '/api/sysAuth/lockScreen',
  '/api/sysAuth/login',
  '/api/sysAuth/loginPhone',
  '/api/sysAuth/logout',
  '/api/sysAuth/qrApprove',
  '/api/sysAuth/qrBegin',
  '/api/sysAuth/qrEnter',
  '/api/sysAuth/qrLook',
  '/api/sysAuth/qrRefuse',
  '/api/sysAuth/secondFactor',
  '/api/sysAuth/unLockScreen',
  '/api/sysDatabase/openConsole',
  '/api/sysSms/sendSms/:phone',
  '/api/userPasskey/ask',
  '/api/userPasskey/begin',
  '/api/userPasskey/prove',
  '/pay/:token/paid',
  '/sandbox/callback/:merchant',
  '/upstream/:code/notify',
];
/** Walked in writeIdempotency.test.ts. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'openAccess/rotate',
  ...[...resources.values()].flatMap(({ id, crud }) =>
    (['add', 'update', 'delete'] as const).filter((verb) => crud[verb]).map((verb) => `${id}/${verb}`),
  ),
]);
const ACTIONS = [...resources.values()]
  .flatMap(({ id, actions }) => Object.keys(actions).map((name) => `${id}/${name}`))
  .filter((path) => !(path in KEYED) && !ELSEWHERE.has(path));
const EXPORTS = [...resources.values()].filter(({ crud }) => crud.export).map(({ id }) => `${id}/export`);

let ground: Ground;
let posts: readonly RouteOptions[];

beforeAll(async () => {
  const [server, routes] = await declaredRoutes(() => demoWorld(40));
  posts = routes.filter(({ method }) => method === 'POST');
  const admin = await server.signIn('admin', PASSWORD);
  const { rows } = await server.database.pool.query<{ id: string; tenantId: string; orgId: string }>(
    `select id::text, tenant_id::text as "tenantId", org_id::text as "orgId" from sys_user where account = 'admin'`,
  );
  const { id, ...tenant } = rows[0]!;
  ground = { server, admin, adminId: id, tenant };
});
afterAll(() => ground.server.stop());

const urlsOf = (effect: string): string[] =>
  posts.filter(({ config }) => config?.effect === effect).map(({ url }) => url);

it('every POST declares what it leaves behind, and what goes without a key is known', () => {
  expect(posts.filter(({ config }) => config?.effect === undefined)).toEqual([]);
  const unkeyed = urlsOf('unkeyed').map((url) => url.replace(/^\/api\/open\/.*/, '/api/open/*'));
  expect([...new Set(unkeyed)].sort()).toEqual(UNKEYED);
});

it('every keyed route is walked', () => {
  const paths = urlsOf('keyed').map((url) => url.replace('/api/', ''));
  const walked = new Set([...Object.keys(KEYED), ...ELSEWHERE, ...ACTIONS, ...EXPORTS]);
  expect(paths.filter((path) => !walked.has(path))).toEqual([]);
  const known = new Set(paths);
  expect([...Object.keys(KEYED), ...ACTIONS, ...EXPORTS].filter((path) => !known.has(path))).toEqual([]);
});

it.each(ACTIONS)('%s is not done without a key', async (path) => {
  const { body } = await ground.admin.ask(path, { ids: ['1'] });
  expect(body.code).not.toBe(200);
});

async function walk(path: string, { who, body, other, count, step = 1, secret, send }: Keyed): Promise<void> {
  const key = randomUUID();
  const headers = { 'Idempotency-Key': key, 'Accept-Language': 'en' };
  // A repeat waits some 2 s for the first call; on a busy machine that takes longer, and the repeat is sent again.
  const ask = async (what: unknown): Promise<Answer> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await (send ? send(what, headers) : who.ask(path, what, headers));
      if (answer.body.extras?.errorCode !== 'idempotencyBusy' || Date.now() > until) return answer;
    }
  };
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(body)));
  for (const answer of answers)
    expect([answer.body.code, answer.body.message]).toEqual([200, expect.anything()]);
  expect(await count()).toBe(before + step);
  const later = await ask(body);
  expect(later.body).toMatchObject({ code: 200, type: answers[0]!.body.type });
  const open = answers.filter((answer) => secret?.(answer.body.result) !== undefined);
  expect(open).toHaveLength(secret ? 1 : 0);
  for (const answer of answers)
    if (!open.includes(answer)) expect(later.body.result).toEqual(answer.body.result);
  expect(later.body.result).not.toBeNull();
  const refused = await ask(other);
  expect(refused.body.extras?.errorCode).toBe('idempotencyReused');
  expect(await count()).toBe(before + step);
}

const walked = <T>(list: readonly T[], of: number): T[] => list.filter((_each, at) => isWalked(at, of));

it.each(walked(Object.entries(KEYED), 2))('%s happens once under one key', async (path, make) => {
  await walk(path, await make(ground));
});

// One handler makes them all.
it.each(walked(EXPORTS, 4))('%s begins one job under one key', async (path) => {
  await walk(path, await queuedExport(ground));
});
