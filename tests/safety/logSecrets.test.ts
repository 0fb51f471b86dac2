import { randomUUID } from 'node:crypto';
import type { RouteOptions } from 'fastify';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../server/platform/observability/log.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { buildWorld, PASSWORD, type World } from '../api/sessionWorld.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { exportedText } from '../support/jobs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheetOf } from '../support/xlsx.ts';

/** P11: whatever is sent to any call, no log keeps a secret of it; and what is kept is text to whoever reads it. */

const SECRET = `planted-${randomUUID()}`;
const NAMES =
  `password passwordOld passwordNew Password otp code secret accessSecret appSecret bindPass token accessToken
  refreshToken signSecret secretKey recoveryCodes codeVerifier sign`.split(/\s+/);
const PLANTED = Object.fromEntries(NAMES.map((name) => [name, SECRET]));

let server: TestServer;
let world: World;
let routes: RouteOptions[];
let admin: Client;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  [server, routes] = await declaredRoutes(() => startServer({ log }));
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const body = () => ({
  ...PLANTED,
  id: '1',
  ids: ['1'],
  account: 'admin',
  codeId: '1',
  phone: SECRET,
  input: PLANTED,
  row: { ...PLANTED },
  rows: [PLANTED],
});

/** Ends no session of the one who asks. */
const ENDS = /sysAuth\/(logout|lockScreen)|forceOffline|revoke/;

const LOGS = [
  'sys_log_vis',
  'sys_log_op',
  'sys_log_ex',
  'sys_log_diff',
  'order_log',
  'sys_job_record',
  'callback',
];

async function keptOf(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of LOGS) {
    const { rows } = await server.database.owner.query(
      `select 1 from ${table} t where t::text like $1 limit 1`,
      [`%${text}%`],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

it('keeps none of the secrets that are planted in each kind of request', async () => {
  const posts = routes.filter(
    ({ method, url }) => method === 'POST' && url.startsWith('/api/') && !ENDS.test(url),
  );
  expect(posts.length).toBeGreaterThan(300);
  const send = (url: string, more: object = {}) =>
    fetch(`${server.base}${url.replaceAll(/[:*][\w]*/g, '1')}?password=${SECRET}&token=${SECRET}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${admin.token}`,
        'Content-Type': 'application/json-patch+json',
        'X-Authorization': `Bearer ${SECRET}`,
        Cookie: `paydesk-docs=${SECRET}`,
        secret: SECRET,
        'User-Agent': `Mozilla ${SECRET}`,
      },
      body: JSON.stringify({ ...body(), ...more }),
    }).then((answer) => answer.arrayBuffer());
  for (const { url } of posts) await send(url);
  // What is accepted, too.
  await admin.call('sysOpenAccess/add', {
    accessKey: `planted${world.role}`,
    accessSecret: SECRET,
    bindTenantId: world.tenant,
    bindUserId: world.colleague,
  });
  await server.anonymous.ask('sysAuth/login', { account: 'colleague', password: SECRET });
  await expect
    .poll(
      async () =>
        (await server.database.pool.query("select 1 from sys_log_op where action_name = 'grantRole'"))
          .rowCount,
      { interval: 300 },
    )
    .toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const { rows } = await server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from sys_log_op',
  );
  expect(rows[0]!.n).toBeGreaterThan(200);
  expect(await keptOf(SECRET)).toEqual([]);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
});

/** Signs that move a terminal's cursor or begin another line. */
const controlsIn = (text: string): string[] =>
  text.split('').filter((sign) => sign < ' ' || sign === '\u007F');

const BREAKS = '\r\n2026-11-27 forged line\u001b[31m\u0007';

it('keeps line breaks, signs of a terminal and formulas as text, in the log, the file and the sheet', async () => {
  const name = `=HYPERLINK("http://evil.example/","x")`;
  await admin.call('sysUser/baseInfo', { realName: name, phone: '+919800000001' });
  const key = `@SUM(1)${BREAKS}`;
  await admin.call('sysPos/add', {
    name: `Hostile ${world.pos}`,
    code: `c${world.pos}`,
    [key]: 1,
    id: BREAKS,
  });
  const count = async () =>
    (await server.database.pool.query("select 1 from sys_log_op where request_param::text like '%@SUM(1)%'"))
      .rowCount;
  await expect.poll(count, { interval: 200 }).toBe(1);
  await fetch(`${server.base}/api/sysPos/page${encodeURIComponent(BREAKS)}`, { method: 'POST' });
  // One line of the server's log is one record, without a sign that a terminal obeys.
  for (const line of lines) {
    expect(controlsIn(line.trimEnd())).toEqual([]);
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  }
  const worker = await startWorker(server.deps);
  try {
    const columns = ['account', 'realName', 'requestParam', 'displayTitle', 'requestUrl'];
    const csv = await exportedText(server.base, admin, 'sysLogOp', { columns, realName: 'HYPERLINK' });
    const [header, ...records] = parse(csv.replace(/^\uFEFF/, '')) as string[][];
    expect(header).toHaveLength(columns.length);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) for (const cell of record) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(controlsIn(csv).filter((sign) => sign !== '\r' && sign !== '\n')).toEqual([]);
  } finally {
    await worker.stop();
  }
  const answer = await fetch(`${server.base}/api/sysLogOp/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ realName: 'HYPERLINK' }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { sheet, rows } = sheetOf(bytes);
  expect(sheet).not.toContain('<f>');
  const cells = rows.flat().filter(({ text }) => text === name);
  expect(cells.length).toBeGreaterThan(0);
  expect(cells.every(({ kind }) => kind === 'text')).toBe(true);
});
