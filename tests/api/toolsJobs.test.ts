import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JobBoard } from '../../contract/jobBoard.ts';
import { MASKED } from '../../contract/validate.ts';
import { requestOf, sealed } from '../../server/api/schedule/httpJob.ts';
import { runDue, scheduleWork } from '../../server/api/schedule/work.ts';
import { RegularLog } from '../../server/platform/jobs/regularLog.ts';
import type { OutboundRequest } from '../../server/platform/outbound/outbound.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** Jobs that run by time: the product's own, and requests that people set up. */

const PUBLIC = '93.184.216.34';
const sent: { url: string; request: OutboundRequest | undefined }[] = [];
let runIds: (string | undefined)[] = [];
let hangs = false;
let status = 200;
const outbound = createOutbound({
  resolve: async (host) => [{ address: host === 'example.com' ? PUBLIC : '10.0.0.5', family: 4 }],
  connect: async ({ url, method, body, headers }) => {
    sent.push({ url: url.href, request: { method, body } });
    runIds.push(headers['x-paydesk-run']);
    if (hangs) await new Promise(() => undefined);
    return { status, headers: {}, body: 'hidden answer', truncated: false };
  },
});

let server: TestServer;
let admin: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer({ outbound });
  const world = await buildWorld(server);
  await grant(server, world, 'sysJob:page');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());
beforeEach(async () => {
  sent.length = 0;
  runIds = [];
  hangs = false;
  status = 200;
  await server.database.pool.query('delete from sys_job where create_type = 2');
});

const job = (RequestUri: string, over: object = {}) => ({
  jobId: 'ping',
  groupName: 'default',
  createType: 2,
  concurrent: true,
  description: 'Ping',
  scriptCode: null,
  properties: JSON.stringify({
    HttpJob: JSON.stringify({ RequestUri, HttpMethod: { Method: 'POST' }, Body: '{"a":1}', ...over }),
  }),
});
const trigger = (over: object = {}) => ({
  jobId: 'ping',
  triggerId: 'often',
  triggerType: 'Furion.Schedule.PeriodTrigger',
  args: '60000',
  startNow: true,
  runOnStart: true,
  resetOnlyOnce: true,
  retryTimeout: 1000,
  numRetries: 0,
  ...over,
});
const HISTORY = "select result from sys_job_record where job_id = 'ping' order by id";
const history = async (): Promise<string[]> =>
  (await server.database.pool.query<{ result: string }>(HISTORY)).rows.map(({ result }) => result);
const refusal = async (who: Client, path: string, body: unknown) => {
  const { code, message, extras } = (await who.ask(path, body)).body;
  return { code, message, error: extras?.errorCode };
};
const waiting = async () =>
  (
    await server.database.owner.query<{ payload: { jobId: string; triggerId: string; retry: number } }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'sysJobRun' order by j.id`,
    )
  ).rows.map(({ payload }) => payload);
/** What the worker would do with what waits. */
async function work(): Promise<void> {
  const runs = await waiting();
  await server.database.pool.query(
    `select count(graphile_worker.remove_job(key)) from (select distinct 'sysJob:' || (payload ->> 'jobId') || ':' || (payload ->> 'triggerId') as key
      from graphile_worker._private_jobs) k where key is not null`,
  );
  for (const run of runs) await scheduleWork.callbacks!.sysJobRun!(server.deps)(run, false);
}
const board = () => admin.call<JobBoard>('sysJob/board', {});
const triggerNow = async () => (await board()).jobs.find(({ jobId }) => jobId === 'ping')!.triggers[0]!;

it('runs a request by time, once however many servers look, and keeps its history', async () => {
  await admin.call('sysJob/addJobDetail', job('https://example.com/tick'));
  await admin.call('sysJob/addJobTrigger', trigger());
  await Promise.all([runDue(server.deps), runDue(server.deps), runDue(server.deps)]);
  expect(await waiting()).toMatchObject([{ jobId: 'ping', triggerId: 'often', retry: 0 }]);
  expect(await triggerNow()).toMatchObject({ status: 2 });
  await work();
  expect(sent).toEqual([
    { url: 'https://example.com/tick', request: { method: 'POST', body: Buffer.from('{"a":1}') } },
  ]);
  const after = await triggerNow();
  expect(after).toMatchObject({ status: 1, runs: 1, errors: 0, result: 'HTTP 200' });
  const inAMinute = new Date(after.nextRunTime!).getTime() - server.clock.now().getTime();
  expect(inAMinute).toBeGreaterThan(50_000);
  await runDue(server.deps);
  expect(await waiting()).toEqual([]);
  const { items, total } = await admin.call<{ items: Record<string, unknown>[]; total: number }>(
    'sysJob/pageJobTriggerRecord',
    { jobId: 'ping', triggerId: 'often', page: 1, pageSize: 9_999_999 },
  );
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ jobId: 'ping', numberOfRuns: 1, status: 1, result: 'HTTP 200' });
  expect(JSON.stringify(items)).not.toContain('hidden answer');
});

it('tries again as the trigger says, and gives up after so many errors', async () => {
  status = 500;
  await admin.call('sysJob/addJobDetail', job('https://example.com/fails'));
  await admin.call('sysJob/addJobTrigger', trigger({ numRetries: 1, maxNumberOfErrors: 1 }));
  await runDue(server.deps);
  await work();
  expect(await waiting()).toMatchObject([{ jobId: 'ping', triggerId: 'often', retry: 1 }]);
  await work();
  expect(await waiting()).toEqual([]);
  expect(sent).toHaveLength(2);
  // A receiver knows by it that the second is the first again.
  expect([new Set(runIds).size, runIds[0]]).toEqual([1, expect.stringMatching(/^\d+$/)]);
  expect(await triggerNow()).toMatchObject({ status: 7, errors: 1, result: 'HTTP 500', nextRunTime: null });
  const { rows } = await server.database.pool.query(
    "select permission, audience, content from sys_notice where once_key like 'jobGaveUp:ping:often:%'",
  );
  expect(rows).toMatchObject([
    { permission: 'sysJob:update', audience: 1, content: expect.stringContaining('HTTP 500') as unknown },
  ]);
});

it.each([
  'http://127.0.0.1/',
  'http://10.0.0.5/',
  'http://inner.example.com/',
  'http://169.254.169.254/latest/meta-data/',
  'http://example.com:22/',
  'file:///etc/passwd',
  'http://user:secret@example.com/',
])('sends nothing to %s', async (url) => {
  const { error } = await refusal(admin, 'sysJob/addJobDetail', job(url));
  expect(error).toBe('outboundBlocked');
  // Also where it got into the table by another way, or its name says something else by now.
  await server.database.pool.query(
    `insert into sys_job (id, job_id, create_type, properties) values (77, 'ping', 2, $1)`,
    [sealed(server.deps, requestOf(job(url).properties))],
  );
  await scheduleWork.callbacks!.sysJobRun!(server.deps)({ jobId: 'ping', triggerId: '' }, false);
  expect(sent).toEqual([]);
  const [run] = await admin.call<{ status: number; result: string }[]>('sysJob/runs', { jobId: 'ping' });
  expect(run).toMatchObject({ status: 5, result: expect.stringContaining('outboundBlocked') as unknown });
});

it('compiles no code, and leaves the product’s own works alone', async () => {
  const script = { ...job('https://example.com/'), createType: 1, scriptCode: 'class X {}' };
  expect(await refusal(admin, 'sysJob/addJobDetail', script)).toMatchObject({
    code: 403,
    error: 'notOffered',
  });
  const own = { ...job('https://example.com/'), jobId: 'sealLedger' };
  for (const [path, body] of [
    ['sysJob/updateJobDetail', own],
    ['sysJob/deleteJobDetail', own],
    ['sysJob/pauseJob', own],
    ['sysJob/cancelJob', own],
    ['sysJob/addJobTrigger', trigger({ jobId: 'sealLedger' })],
    ['sysJob/pauseTrigger', { jobId: 'sealLedger', triggerId: 'sealLedger' }],
  ] as const)
    expect([path, await refusal(admin, path, body)]).toMatchObject([
      path,
      { code: 403, error: 'notOffered' },
    ]);
  expect(await refusal(admin, 'sysJob/addJobDetail', own)).toMatchObject({ error: 'duplicate' });
  expect(await refusal(operator, 'sysJob/runJob', { jobId: 'sealLedger' })).toMatchObject({
    error: 'forbidden',
  });
});

it('pauses what only clears away, on every server, and counts what the others do', async () => {
  await admin.call('sysJob/pauseJob', { jobId: 'dropPreviews' });
  const runs = new RegularLog();
  let ran = 0;
  const stopping = new AbortController().signal;
  const turn = (name: string, run: () => Promise<void>, pausable?: true) =>
    runs.run(server.deps, { name, everyMs: 60_000, ...(pausable && { pausable }), run }, stopping);
  const count = async () => void (ran += 1);
  await turn('dropPreviews', count, true);
  expect(ran).toBe(0);
  await turn('foldLedger', count);
  await expect(turn('foldLedger', () => Promise.reject(new Error("bad 'value'")))).rejects.toThrow();
  await runs.store(server.database.pool);
  const { jobs } = await board();
  const found = (id: string) => jobs.find(({ jobId }) => jobId === id)!;
  expect(found('dropPreviews')).toMatchObject({
    paused: true,
    pausable: true,
    triggers: [{ status: 3, nextRunTime: null }],
  });
  expect(found('foldLedger')).toMatchObject({
    pausable: false,
    triggers: [{ runs: 2, errors: 1, result: "bad '…'", status: 5 }],
  });
  expect(found('sealLedger').description).not.toBe('sealLedger');
  await admin.call('sysJob/startTrigger', { jobId: 'dropPreviews', triggerId: 'dropPreviews' });
  await turn('dropPreviews', count, true);
  expect(ran).toBe(2);
});

it('runs a work of the product by hand', async () => {
  await admin.call('sysJob/runJob', { jobId: 'dropPreviews' });
  await work();
  const [run] = await admin.call<object[]>('sysJob/runs', { jobId: 'dropPreviews' });
  expect(run).toMatchObject({ triggerId: '', status: 1, result: 'ok' });
});

it('reads triggers as the family writes them, and refuses what never runs', async () => {
  await admin.call('sysJob/addJobDetail', job('https://example.com/tick'));
  const cron = (args: string) => ({
    ...trigger({ runOnStart: false }),
    triggerType: 'Furion.Schedule.CronTrigger',
    args,
  });
  await admin.call('sysJob/addJobTrigger', cron('"0 3 * * *",-1'));
  const { items } = await admin.call<{
    items: { jobDetail: object; jobTriggers: Record<string, unknown>[] }[];
  }>('sysJob/pageJobDetail', { page: 1, pageSize: 20, jobId: 'ping', total: 0 });
  expect(items).toHaveLength(1);
  expect(items[0]!.jobDetail).toMatchObject({
    jobId: 'ping',
    createType: 2,
    properties: expect.stringContaining('HttpJob') as unknown,
  });
  expect(items[0]!.jobTriggers[0]).toMatchObject({
    args: '"0 3 * * *",-1',
    nextRunTime: expect.stringMatching(/:00:00$|:30:00$/) as unknown,
  });
  await admin.call('sysJob/updateJobTrigger', { ...items[0]!.jobTriggers[0], args: '@workday' });
  const [again] = await admin.call<Record<string, unknown>[]>('sysJob/jobTriggerList?JobId=ping');
  expect(again).toMatchObject({ args: '"0 0 * * 1-5",-1' });
  for (const args of ['nonsense', '"61 * * * *",0', '"0 0 30 2 *",0'])
    expect(await refusal(admin, 'sysJob/updateJobTrigger', cron(args))).toMatchObject({
      error: 'validation',
    });
  expect(await refusal(admin, 'sysJob/updateJobTrigger', trigger({ args: '10' }))).toMatchObject({
    error: 'validation',
  });
  expect(await admin.call('sysJob/listJobGroup', {})).toEqual(['default', 'paydesk']);
  await admin.call('sysJob/pauseAllJob', {});
  expect(await triggerNow()).toMatchObject({ status: 3, nextRunTime: null });
  await admin.call('sysJob/startAllJob', {});
  expect(await triggerNow()).toMatchObject({ status: 1 });
  await admin.call('sysJob/deleteJobTrigger', { jobId: 'ping', triggerId: 'often' });
  await admin.call('sysJob/deleteJobDetail', { jobId: 'ping' });
  expect((await board()).jobs.some(({ jobId }) => jobId === 'ping')).toBe(false);
});

it('keeps a pause, and runs nothing, when a trigger is edited', async () => {
  await admin.call('sysJob/addJobDetail', job('https://example.com/tick'));
  await admin.call('sysJob/addJobTrigger', trigger());
  await admin.call('sysJob/pauseTrigger', { jobId: 'ping', triggerId: 'often' });
  const row = async () =>
    (await admin.call<Record<string, unknown>[]>('sysJob/jobTriggerList?JobId=ping'))[0]!;
  const edit = async (over: object) => admin.call('sysJob/updateJobTrigger', { ...(await row()), ...over });
  await edit({ description: 'Renamed' });
  expect(await row()).toMatchObject({ status: 3, description: 'Renamed', startNow: true });
  expect(await runDue(server.deps)).toBe(0);
  await admin.call('sysJob/startTrigger', { jobId: 'ping', triggerId: 'often' });
  await runDue(server.deps);
  await work();
  const { nextRunTime } = await row();
  await edit({ description: 'Again', startNow: false });
  expect(await row()).toMatchObject({ status: 1, nextRunTime });
  await edit({ args: '120000' });
  expect((await row()).nextRunTime).not.toBe(nextRunTime);
  expect(await runDue(server.deps)).toBe(0);
  await edit({ maxNumberOfRuns: 1 });
  expect(await row()).toMatchObject({ status: 6, nextRunTime: null });
  const gone = { jobId: 'ping', triggerId: 'absent' };
  for (const verb of ['startTrigger', 'pauseTrigger']) {
    expect(await refusal(admin, `sysJob/${verb}`, gone)).toMatchObject({ error: 'notFound' });
    expect(await refusal(admin, `sysJob/${verb}`, { ...gone, triggerId: 'often' })).toMatchObject({
      error: 'notOffered',
      message: expect.stringContaining('has ended') as unknown,
    });
  }
});

it.each(['startJob', 'startAllJob'])('%s starts what gave up, its errors forgotten', async (verb) => {
  status = 500;
  await admin.call('sysJob/addJobDetail', job('https://example.com/fails'));
  await admin.call('sysJob/addJobTrigger', trigger({ maxNumberOfErrors: 1 }));
  await runDue(server.deps);
  await work();
  const row = (await admin.call<object[]>('sysJob/jobTriggerList?JobId=ping'))[0];
  await admin.call('sysJob/updateJobTrigger', { ...row, description: 'Mended' });
  expect(await triggerNow()).toMatchObject({ status: 7, nextRunTime: null });
  await admin.call(`sysJob/${verb}`, { jobId: 'ping' });
  expect(await triggerNow()).toMatchObject({ status: 1, errors: 0 });
});

it('shows query and body to those alone who may change jobs, and keeps them encrypted', async () => {
  const url = 'https://example.com/hook?token=SECRET1';
  await admin.call('sysJob/addJobDetail', job(url, { Body: '{"password":"SECRET2"}' }));
  const answers = async (who: Client) =>
    JSON.stringify([
      await who.call('sysJob/pageJobDetail', { jobId: 'ping' }),
      await who.call('sysJob/board', {}),
      await who.call('sysJob/runs', { jobId: 'ping' }),
    ]);
  const masked = await answers(operator);
  expect(masked).toContain(`https://example.com/hook?${MASKED}`);
  expect(masked).not.toMatch(/SECRET[12]/);
  expect((await answers(admin)).match(/SECRET[12]/g)).toHaveLength(4);
  const stored = async () =>
    (
      await server.database.pool.query<{ properties: string }>(
        "select properties from sys_job where job_id = 'ping'",
      )
    ).rows[0]!.properties;
  expect(await stored()).toMatch(/^v1\./);
  const hook = `https://example.com/hook?${MASKED}`;
  await admin.call('sysJob/updateJobDetail', job(hook, { Body: MASKED, EnsureSuccessStatusCode: false }));
  expect((await board()).jobs.find(({ jobId }) => jobId === 'ping')!.request).toEqual({
    url,
    method: 'POST',
    body: '{"password":"SECRET2"}',
    ensureSuccess: false,
  });
  const elsewhere = job(`https://example.com/other?${MASKED}`);
  expect(await refusal(admin, 'sysJob/updateJobDetail', elsewhere)).toMatchObject({ error: 'validation' });
});

it('stops a run on its way where its job is cancelled, and counts no error', async () => {
  hangs = true;
  await admin.call('sysJob/addJobDetail', job('https://example.com/hangs'));
  await admin.call('sysJob/addJobTrigger', trigger({ maxNumberOfErrors: 1 }));
  await runDue(server.deps);
  const running = work();
  await expect.poll(() => sent.length).toBe(1);
  await admin.call('sysJob/cancelJob', { jobId: 'ping' });
  await running;
  expect(await triggerNow()).toMatchObject({ status: 1, errors: 0, result: 'cancelled' });
});

it('interrupts a run as its server stops, and takes it again under its id', async () => {
  await admin.call('sysJob/addJobDetail', job('https://example.com/hook'));
  hangs = true;
  const first = await startWorker(server.deps);
  await admin.call('sysJob/addJobTrigger', trigger());
  await expect.poll(() => sent.length).toBe(1);
  await first.stop();
  expect(await history()).toEqual(['interrupted']);
  expect((await waiting()).map(({ jobId }) => jobId)).toEqual(['ping']);
  hangs = false;
  const second = await startWorker(server.deps);
  await expect.poll(() => history()).toEqual(['interrupted', expect.stringContaining('200')]);
  await second.stop();
  expect(new Set(runIds).size).toBe(1);
  expect(sent).toHaveLength(2);
});

it('queues a failed job again, but none that asks for money', async () => {
  const plant = async (task: string) => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select (graphile_worker.add_job($1, '{"id":"1"}'::json, max_attempts => 1)).id::text as id`,
      [task],
    );
    await server.database.owner.query(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'duplicate key "(a)=(secret)"' where id = $1`,
      [rows[0]!.id],
    );
    return rows[0]!.id;
  };
  const [harmless, money] = [await plant('compactRollup'), await plant('submitPayout')];
  const { failed } = await board();
  expect(failed.map(({ id, retryable }) => [id, retryable])).toEqual(
    expect.arrayContaining([
      [harmless, true],
      [money, false],
    ]),
  );
  expect(JSON.stringify(failed)).not.toContain('secret');
  expect(await refusal(admin, 'sysJob/retryFailed', { id: money })).toMatchObject({ code: 403 });
  await admin.call('sysJob/retryFailed', { id: harmless });
  expect((await board()).failed.map(({ id }) => id)).toEqual([money]);
});
