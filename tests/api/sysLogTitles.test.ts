import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '../../contract/locales.ts';
import { callTitle } from '../../server/platform/http/callTitle.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheetOf } from '../support/xlsx.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** The logs call a request by the title of its resource and the label of its action, in the reader's language. */

let server: TestServer;
let routes: RouteOptions[];
let admin: Client;

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => startServer());
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  await admin.call('sysPos/add', { name: '=1+1', code: 'titled' });
});
afterAll(() => server.stop());

const logged = async (language: string) =>
  (
    await admin.call<{ items: { displayTitle: string }[] }>(
      'sysLogOp/page',
      { controllerName: 'sysPos' },
      { 'Accept-Language': language },
    )
  ).items;

/** Never in a log: what clients send by themselves, and what is logged elsewhere. */
const QUIET = new Set(['layout', 'userSetting', 'orderViewer', 'open', 'demo', 'swagger']);

it('has a title in every language for each call that a log may keep', () => {
  const kept = routes.flatMap(({ url, config }) => {
    const [, root, controller = '', action = ''] = url.split('/');
    const isKept = config?.effect === 'keyed' || (controller === 'sysAuth' && config?.effect === 'unkeyed');
    return root === 'api' && isKept && !QUIET.has(controller) ? [[controller, action] as const] : [];
  });
  expect(kept.length).toBeGreaterThan(250);
  const english = LOCALES.flatMap((locale) =>
    kept.flatMap(([controller, action]) => {
      const title = callTitle(server.deps.locales, locale, controller, action);
      const good =
        title !== undefined &&
        !title.includes('  ') &&
        (locale === 'en' ? /^[\x20-\x7e·’]+$/u.test(title) : /\p{Script=Han}/u.test(title));
      return good ? [] : [`${locale} ${controller}/${action}: ${title}`];
    }),
  );
  expect(english).toEqual([]);
});

it('answers the title in the language of whoever reads, to every client', async () => {
  await expect
    .poll(async () => (await logged('en'))[0]?.displayTitle, { interval: 200 })
    .toBe('Positions · Add');
  expect((await logged('zh-CN'))[0]?.displayTitle).toMatch(/^\p{Script=Han}+ · 新增$/u);
  const { items } = await admin.call<{ items: { displayTitle: string }[] }>(
    'sysLogOp/rows',
    { start: 0, end: 10, controllerName: 'sysPos' },
    { 'Accept-Language': 'en' },
  );
  expect(items[0]?.displayTitle).toBe('Positions · Add');
});

const file = (log: string, body: object) =>
  fetch(`${server.base}/api/${log}/export`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json-patch+json',
      'Accept-Language': 'zh-CN',
    },
    body: JSON.stringify(body),
  });

it('gives clients of the family the spreadsheet itself, and refuses in an envelope', async () => {
  const asked = { startTime: '2020-01-01 00:00:00', endTime: '2100-01-01 00:00:00', page: 1, pageSize: 20 };
  const answer = await file('sysLogOp', asked);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="sysLogOp-\d{14}\.xlsx"$/);
  const { rows } = sheetOf(Buffer.from(await answer.arrayBuffer()));
  const header = rows[0]!.map(({ text }) => text);
  const title = header.indexOf('内容');
  expect(title, header.join()).toBeGreaterThan(-1);
  expect(rows.slice(1).map((row) => row[title]?.text)).toContainEqual(expect.stringMatching(/ · 新增$/));
  const none = await file('sysLogOp', { ...asked, endTime: '2020-01-02 00:00:00' });
  expect(sheetOf(Buffer.from(await none.arrayBuffer())).rows).toHaveLength(1);
  const failures = await file('sysLogEx', asked);
  expect(failures.headers.get('content-type')).toContain('spreadsheetml');
  const colleague = await server.signIn('colleague', PASSWORD);
  const refused = await colleague.ask('sysLogOp/export', asked);
  expect([refused.status, refused.body.extras?.errorCode]).toEqual([200, 'forbidden']);
});
