import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestOf, sealed } from '../../server/api/schedule/httpJob.ts';
import { scheduleWork } from '../../server/api/schedule/work.ts';
import { createOutbound, type OutboundAnswer } from '../../server/platform/outbound/outbound.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from '../api/sessionWorld.ts';
import { HOSTILE, NAMES, PUBLIC } from './hostileAddresses.ts';

/** P10: a job that somebody sets up makes the server connect to no address that is not public, when saved or when run. */

let server: TestServer;
let admin: Client;
let connected: string[] = [];
let names: Record<string, readonly string[]> = {};
let answer: OutboundAnswer = { status: 200, headers: {}, body: '', truncated: false };

beforeAll(async () => {
  const outbound = createOutbound({
    resolve: async (host) =>
      (names[host] ?? NAMES[host] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    connect: async ({ address, url }) => {
      connected.push(`${address} ${url.href}`);
      return answer;
    },
  });
  server = await startServer({ outbound });
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());
beforeEach(async () => {
  connected = [];
  names = {};
  answer = { status: 200, headers: {}, body: '', truncated: false };
  await server.database.pool.query('delete from sys_job where create_type = 2');
});

const job = (RequestUri: string) => ({
  jobId: 'hostile',
  createType: 2,
  properties: JSON.stringify({ HttpJob: JSON.stringify({ RequestUri, HttpMethod: { Method: 'GET' } }) }),
});
const run = () =>
  scheduleWork.callbacks!.sysJobRun!(server.deps)({ jobId: 'hostile', triggerId: '', retry: 0 }, true);
const lastResult = async () => {
  const { rows } = await server.database.pool.query<{ result: string; status: number }>(
    "select result, status from sys_job_record where job_id = 'hostile' order by id desc limit 1",
  );
  return rows[0];
};

it.each(HOSTILE)('keeps no job that would ask %s, and asks it for none that is there', async (url) => {
  const { body } = await admin.ask('sysJob/addJobDetail', job(url));
  expect(['outboundBlocked', 'validation']).toContain(body.extras?.errorCode);
  await admin.call('sysJob/addJobDetail', job('https://example.com/'));
  const changed = await admin.ask('sysJob/updateJobDetail', job(url));
  expect(['outboundBlocked', 'validation']).toContain(changed.body.extras?.errorCode);
  // As if it had been stored by other means.
  await server.database.owner.query("update sys_job set properties = $1 where job_id = 'hostile'", [
    sealed(server.deps, requestOf(job(url).properties)),
  ]);
  await run();
  expect(connected).toEqual([]);
});

it('asks where a name leads at each run, and goes nowhere once it leads inside', async () => {
  names = { 'rebinding.example.com': [PUBLIC] };
  await admin.call('sysJob/addJobDetail', job('https://rebinding.example.com/x'));
  await run();
  expect(connected).toEqual([`${PUBLIC} https://rebinding.example.com/x`]);
  for (const inside of ['127.0.0.1', '::1', '::ffff:169.254.169.254', 'fd00::1']) {
    names = { 'rebinding.example.com': [inside] };
    await run();
    expect(await lastResult()).toMatchObject({
      status: 5,
      result: expect.stringContaining('outboundBlocked') as string,
    });
  }
  names = { 'rebinding.example.com': [PUBLIC, '10.0.0.5'] };
  await run();
  expect(connected).toHaveLength(1);
});

it.each([301, 302, 303, 307, 308])(
  'follows no redirect (%i), and keeps nothing of where it leads',
  async (status) => {
    answer = {
      status,
      headers: { location: 'http://169.254.169.254/latest/meta-data/' },
      body: 'inner secret',
      truncated: false,
    };
    await admin.call('sysJob/addJobDetail', job('https://example.com/moved'));
    await run();
    expect(connected).toEqual([`${PUBLIC} https://example.com/moved`]);
    expect(await lastResult()).toMatchObject({ status: 5, result: `HTTP ${status}` });
    const { rows } = await server.database.pool.query(
      "select 1 from sys_job_record r where r::text ~ 'secret|169.254'",
    );
    expect(rows).toEqual([]);
  },
);
