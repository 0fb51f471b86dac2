import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExceptionGroup } from '../../contract/exceptionGroup.ts';
import { PARTS, type PartResult } from '../../contract/selfTest.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Changes that no definition describes, failures that are the same, and the page that tries this server's parts. */

interface Difference {
  diffType: string;
  beforeData: Record<string, unknown> | null;
  afterData: Record<string, unknown> | null;
}

let server: TestServer;
let world: World;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'sysLogDiff:page');
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

/** The newest first. */
const differences = async (resource: string): Promise<Difference[]> =>
  (await admin.call<{ items: Difference[] }>('sysLogDiff/page', { resource, pageSize: 100 })).items;

const request = (RequestUri: string) =>
  JSON.stringify({
    HttpJob: JSON.stringify({ RequestUri, HttpMethod: { Method: 'POST' }, Body: 'body-4711' }),
  });

it('keeps what was changed of a job and its triggers, and no secret of its request', async () => {
  const job = { jobId: 'ping', createType: 2, concurrent: true, description: 'Ping' };
  const trigger = { jobId: 'ping', triggerId: 'often', triggerType: 'period', args: '60000' };
  await admin.call('sysJob/addJobDetail', {
    ...job,
    properties: request('https://example.com/a?key=query-4711'),
  });
  await admin.call('sysJob/addJobTrigger', trigger);
  await admin.call('sysJob/updateJobTrigger', { ...trigger, args: '90000' });
  await admin.call('sysJob/updateJobDetail', {
    ...job,
    description: 'Pong',
    properties: request('https://example.com/b?key=query-4712'),
  });
  await admin.call('sysJob/pauseJob', { jobId: 'ping' });
  await admin.call('sysJob/startAllJob', {});
  await admin.call('sysJob/deleteJobTrigger', { jobId: 'ping', triggerId: 'often' });
  await admin.call('sysJob/deleteJobDetail', { jobId: 'ping' });
  const rows = await differences('sysJob');
  const changes = rows
    .toReversed()
    .map(({ diffType, beforeData, afterData }) => [diffType, beforeData, afterData]);
  const often = (over: object) => ({ 'trigger.often': expect.objectContaining(over) as unknown });
  expect(changes).toEqual([
    ['add', null, expect.objectContaining({ jobId: 'ping', url: 'https://example.com/a', method: 'POST' })],
    ['update', { 'trigger.often': null }, often({ args: '60000' })],
    ['update', often({ args: '60000' }), often({ args: '90000' })],
    [
      'update',
      { description: 'Ping', url: 'https://example.com/a', request: null },
      { description: 'Pong', url: 'https://example.com/b', request: '••••••' },
    ],
    ['update', often({ paused: false }), often({ paused: true })],
    ['update', often({ paused: true }), often({ paused: false })],
    ['update', often({ args: '90000' }), { 'trigger.often': null }],
    ['delete', expect.objectContaining({ jobId: 'ping' }), null],
  ]);
  expect(JSON.stringify(rows)).not.toContain('4711');
});

it('says what was taken and given of sets, what all was called, and from where', async () => {
  interface Row extends Difference {
    rowName: string | null;
    remoteIp: string;
    labels: Record<string, unknown> | null;
  }
  const find = async (anyId: string): Promise<Row[]> =>
    (await admin.call<{ items: Row[] }>('sysLogDiff/page', { resource: 'sysUser', anyId, pageSize: 50 }))
      .items;
  await server.database.pool.query("update sys_user set phone = '+919876543210' where id = $1", [
    world.colleague,
  ]);
  const { id: auditors } = await admin.call<{ id: string }>('sysRole/add', {
    name: 'Auditors',
    code: 'auditors',
    dataScope: 4,
    status: 1,
  });
  await admin.call('sysUser/grantRole', { userId: world.colleague, roleIdList: [world.role] });
  await admin.call('sysUser/grantRole', { userId: world.colleague, roleIdList: [auditors] });
  // The same set once more, and a row sent back as it is: nothing was given.
  await admin.call('sysUser/grantRole', { userId: world.colleague, roleIdList: [auditors] });
  const detail = await admin.call<Record<string, unknown>>(`sysUser/detail/${world.colleague}`);
  await admin.call('sysUser/update', { ...detail, nickName: 'Cole' });
  const rows = await find('colleague');
  expect(rows.map(({ beforeData, afterData }) => [beforeData, afterData])).toEqual([
    [{ nickName: null }, { nickName: 'Cole' }],
    [{ roleIds: [world.role] }, { roleIds: [auditors] }],
    [{ roleIds: [] }, { roleIds: [world.role] }],
  ]);
  expect(rows[1]).toMatchObject({
    rowName: 'colleague · colleague person',
    labels: { [world.role]: 'Operators', [auditors]: 'Auditors' },
    remoteIp: expect.stringMatching(/127\.0\.0\.1|::1/) as unknown,
  });
  expect(await find('Auditors')).toHaveLength(1);
  expect(await find('Operators')).toHaveLength(2);
  expect((await find(rows[1]!.remoteIp)).length).toBeGreaterThan(2);
});

it('keeps what routes of their own change: rights, settings, and that a password is new', async () => {
  await admin.call('sysRole/grantDataScope', { id: world.role, dataScope: 5, orgIdList: [world.branch] });
  await admin.call('sysRole/grantMenu', { id: world.role, menuIdList: [] });
  const [menus, scope] = await differences('sysRole');
  expect(scope).toMatchObject({
    beforeData: { dataScope: 2, orgIds: [] },
    afterData: { dataScope: 5, orgIds: [world.branch] },
  });
  expect(menus?.beforeData?.menuIds).not.toEqual([]);
  await admin.call('sysUser/setStatus', { id: world.colleague, status: 2 });
  await admin.call('sysUser/setStatus', { id: world.colleague, status: 1 });
  const password = await admin.call<string>('sysUser/resetPwd', { id: world.colleague });
  const people = await differences('sysUser');
  expect(people.slice(0, 3).map(({ beforeData, afterData }) => [beforeData, afterData])).toEqual([
    [{ password: null }, { password: '••••••' }],
    [{ status: 2 }, { status: 1 }],
    [{ status: 1 }, { status: 2 }],
  ]);
  expect(JSON.stringify(people)).not.toContain(password);
  await admin.call('sysConfig/saveSysInfo', { sysTitle: 'Renamed desk' });
  await admin.call('sysConfig/batchUpdate', [{ code: 'sysTitle', value: 'Again' }]);
  const settings = await differences('sysConfig');
  expect(settings[0]).toMatchObject({ diffType: 'update', afterData: { value: 'Again' } });
  expect(JSON.stringify(settings[1])).toContain('Renamed desk');
});

it('counts failures that are the same once, and opens a resolved one when it comes again', async () => {
  const plant = (id: number, print: string, at: string) =>
    server.database.owner.query(
      `insert into sys_log_ex (id, tenant_id, log_date_time, display_title, controller_name, action_name, http_method,
         request_url, status, elapsed, remote_ip, trace_id, fingerprint, exception)
       values ($1::bigint, $2, $3, 'x', 'sysPos', 'add', 'POST', '/api/sysPos/add', 500, 1, '::1', 'trace' || $1::bigint, $4, 'Error: boom')`,
      [id, world.tenant, at, print],
    );
  const [one, two] = ['0123456789abcdef', 'fedcba9876543210'];
  await plant(1, one, '2026-01-01T00:00:00Z');
  await plant(2, one, '2026-01-02T00:00:00Z');
  await plant(3, two, '2026-01-03T00:00:00Z');
  const groups = () => admin.call<ExceptionGroup[]>('sysLogEx/groups', {});
  expect(await groups()).toEqual([
    expect.objectContaining({ fingerprint: two, count: 1, state: 'open', displayTitle: 'Positions · Add' }),
    expect.objectContaining({
      fingerprint: one,
      count: 2,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-02T00:00:00.000Z',
      lastTrace: 'trace2',
    }),
  ]);
  await admin.call('sysLogEx/mark', { fingerprint: one, state: 'resolved' });
  await admin.call('sysLogEx/mark', { fingerprint: two, state: 'muted' });
  const stateOf = async (print: string) => (await groups()).find(({ fingerprint }) => fingerprint === print);
  expect(await stateOf(one)).toMatchObject({ state: 'resolved', again: false, markedBy: 'admin' });
  expect(await stateOf(two)).toMatchObject({ state: 'muted' });
  await plant(4, one, '2100-01-01T00:00:00Z');
  await plant(5, two, '2100-01-01T00:00:00Z');
  expect(await stateOf(one)).toMatchObject({ state: 'open', again: true, count: 3 });
  expect(await stateOf(two)).toMatchObject({ state: 'muted', again: false });
  await admin.call('sysLogEx/mark', { fingerprint: two, state: 'open' });
  expect(await stateOf(two)).toMatchObject({ state: 'open', markedBy: null });
  const unknown = await admin.ask('sysLogEx/mark', { fingerprint: 'a'.repeat(16), state: 'muted' });
  expect(unknown.body.extras?.errorCode).toBe('notFound');
  const operator = await server.signIn('operator', PASSWORD);
  const refused = await operator.ask('sysLogEx/mark', { fingerprint: one, state: 'muted' });
  expect(refused.body.extras?.errorCode).toBe('forbidden');
});

it('tries each part of this server, says why one does not work, and leaves nothing behind', async () => {
  const results = new Map<string, PartResult>();
  for (const part of PARTS) results.set(part, await admin.call<PartResult>('sysTest/run', { part }));
  const stateOf = (part: string) => [results.get(part)?.state, results.get(part)?.reason];
  expect(stateOf('database')).toEqual(['ok', 'database']);
  expect(stateOf('storage')).toEqual(['ok', 'written']);
  expect(stateOf('clock')).toEqual(['ok', 'clock']);
  expect(stateOf('outbound')).toEqual(['ok', 'guarded']);
  // Neither a worker nor a gateway runs here.
  expect(stateOf('worker')).toEqual(['failed', 'noWorker']);
  expect(stateOf('sms')).toEqual(['off', 'noGateway']);
  server.clock.ahead = 60_000;
  expect(await admin.call('sysTest/run', { part: 'clock' })).toMatchObject({
    state: 'failed',
    reason: 'clockOff',
  });
  server.clock.ahead = 0;
  const operator = await server.signIn('operator', PASSWORD);
  const refused = await operator.ask('sysTest/run', { part: 'database' });
  expect(refused.body.extras?.errorCode).toBe('forbidden');
});

it('shows the jobs as a page without a script, in frames of its own origin, to whoever holds the pass', async () => {
  const bare = await fetch(`${server.base}/schedule`);
  expect(bare.status).toBe(401);
  expect(await bare.text()).toContain('name="Next" type="hidden" value="/schedule"');
  const form = new URLSearchParams({ UserName: 'admin', Password: PASSWORD, Next: '/schedule' });
  const signed = await fetch(`${server.base}/api/swagger/submitUrl`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  expect([signed.status, signed.headers.get('location')]).toEqual([303, '/schedule']);
  const cookie = signed.headers.get('set-cookie')!.split(';', 1)[0]!;
  await admin.call('sysJob/addJobDetail', {
    jobId: '<img src=x>',
    createType: 2,
    description: '"><script>alert(1)</script>',
    properties: request('https://example.com/'),
  });
  const page = await fetch(`${server.base}/schedule`, { headers: { cookie, 'Accept-Language': 'zh-CN' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(page.headers.get('content-security-policy')).not.toContain('script-src');
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const html = await page.text();
  expect(html).toContain('runSchedules');
  expect(html).toContain('任务');
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).not.toMatch(/<(script|img)/);
  const drawn = `${server.base}/schedule?lang=zh-tw&theme=dark&zone=UTC`;
  const framed = await (await fetch(drawn, { headers: { cookie, 'Accept-Language': 'en' } })).text();
  expect(framed).toContain('<html lang="zh-TW">');
  expect(framed).toContain('color-scheme:dark');
  expect(framed).toContain('任務');
  // The session's own token is no pass, and the pass opens nothing else.
  expect((await fetch(`${server.base}/api/sysJob/jobClusterList`, { headers: { cookie } })).status).toBe(401);
});
