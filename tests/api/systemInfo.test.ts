import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { png } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** The form of the system's texts, as the family's clients send it: everything, whatever was changed. */

type Info = Record<string, string | boolean>;

let server: TestServer;
let admin: Client;
const english = { 'Accept-Language': 'en' };
const COPYRIGHT = '© 2020–{year} Paydesk';
const VICE = JSON.stringify({ 'zh-cn': '支付工作台', en: 'Payments' });
const PNG = png();

const info = async (): Promise<Info> =>
  (await server.anonymous.ask('sysConfig/sysInfo', undefined, english)).body.result as Info;
const stored = async (code: string): Promise<unknown> =>
  (await server.database.pool.query('select value from sys_config where code = $1', [code])).rows[0]?.value;
const save = (body: object) => admin.ask('sysConfig/saveSysInfo', body, english);
const sent = async (bytes: Buffer | string, type = 'image/png') =>
  save({
    ...(await info()),
    sysLogoFileName: 'logo.png',
    sysLogoBase64: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
  });

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  await save({ sysViceDesc: VICE, sysCopyright: COPYRIGHT });
});
afterAll(() => server.stop());

it('leaves alone what came back as it was shown', async () => {
  const shown = await info();
  expect(shown).toMatchObject({ sysViceDesc: 'Payments' });
  expect((await save({ ...shown, sysTitle: 'Tills', sysUnknown: 'x' })).body.code).toBe(200);
  expect([await stored('sysTitle'), await stored('sysCopyright'), await stored('sysViceDesc')]).toEqual([
    'Tills',
    COPYRIGHT,
    VICE,
  ]);
  expect(await stored('sysUnknown')).toBeUndefined();
});

it('changes a text in the language of whoever types it', async () => {
  await save({ ...(await info()), sysViceDesc: 'Money' });
  expect(JSON.parse(String(await stored('sysViceDesc')))).toEqual({ 'zh-cn': '支付工作台', en: 'Money' });
});

it('is read as it is stored and saved by whoever has the form, and everybody hears of it', async () => {
  const colleague = await server.signIn('colleague', PASSWORD);
  expect((await colleague.ask('sysInfoSetting/stored')).body.code).toBe(403);
  const before = await admin.call<Record<string, string>>('sysInfoSetting/stored');
  expect(before).toMatchObject({ sysCopyright: COPYRIGHT, sysCaptcha: expect.any(String) as unknown });
  expect(JSON.parse(before.sysViceDesc ?? '')).toMatchObject({ 'zh-cn': '支付工作台' });
  const map = JSON.stringify({ 'zh-cn': '收银', 'zh-tw': '收銀', en: 'Tills' });
  expect((await save({ sysTitle: map })).body.code).toBe(200);
  expect([(await info()).sysTitle, await stored('sysTitle')]).toEqual(['Tills', map]);
  const { rows } = await server.database.pool.query(
    "select 1 from outbox o join sys_config c on c.id::text = o.row_id::text where o.resource = 'sysConfig' and c.code = 'sysTitle'",
  );
  expect(rows.length).toBeGreaterThan(0);
});

const logoAt = (address: string) => fetch(`${server.base}${address}`);

it('takes a picture as the logo, whatever it is called, and keeps it as a public file', async () => {
  expect((await sent(PNG, 'text/html')).body.code).toBe(200);
  const { sysLogo } = await info();
  expect(sysLogo).toMatch(/^\/upload\/\d+\.png$/);
  const shown = await logoAt(String(sysLogo));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  // The form sends it back with the rest.
  expect((await save({ ...(await info()), sysTitle: 'Paydesk' })).body.code).toBe(200);
  expect(await info()).toMatchObject({ sysLogo, sysTitle: 'Paydesk' });
  // The next one takes its place; what another version stored in the setting itself stays as it is.
  expect((await sent(png(5, 5))).body.code).toBe(200);
  expect((await logoAt(String(sysLogo))).status).toBe(404);
  const old = `data:image/png;base64,${PNG.toString('base64')}`;
  await server.database.pool.query("update sys_config set value = $1 where code = 'sysLogo'", [old]);
  await admin.call('sysConfig/batchUpdate', [{ code: 'sysTitle', value: 'Tills' }]);
  expect((await save({ ...(await info()), sysTitle: 'Paydesk' })).body.code).toBe(200);
  expect(await info()).toMatchObject({ sysLogo: old, sysTitle: 'Paydesk' });
});

it.each([
  [
    'a drawing with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'PNG or JPEG',
  ],
  ['a damaged picture', png().subarray(0, 60), 'damaged'],
  ['a page', '<!doctype html><p>', 'PNG or JPEG'],
  ['a large picture', Buffer.concat([PNG, Buffer.alloc(513 * 1024)]), '512 KiB'],
])('refuses %s', async (_, bytes, reason) => {
  const before = await info();
  const { body } = await sent(bytes);
  expect(JSON.stringify(body.message)).toContain(reason);
  expect(await info()).toEqual(before);
});

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

it('sorts settings by code, name and group', async () => {
  for (const field of ['code', 'name', 'groupCode'])
    for (const order of ['ascending', 'descending']) {
      const { items } = await admin.call<{ items: Info[] }>('sysConfig/page', {
        field,
        order,
        pageSize: 9999,
      });
      const values = items.map((row) => row[field]);
      expect(values).toHaveLength(new Set(items.map(({ id }) => id)).size);
      if (field === 'code')
        expect(values).toEqual(
          order === 'ascending' ? values.toSorted(byText) : values.toSorted(byText).reverse(),
        );
    }
});

it('takes no address of the record or the logo that a browser would run, by any door', async () => {
  const codeOf = async (path: string, body: unknown) => (await admin.ask(path, body)).body.extras?.errorCode;
  await admin.call('sysConfig/saveSysInfo', { sysIcpUrl: 'https://beian.example.cn/', sysLogo: '/icon.svg' });
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'java\tscript:x',
    '/\\evil',
  ]) {
    expect([bad, await codeOf('sysConfig/saveSysInfo', { sysIcpUrl: bad })]).toEqual([bad, 'validation']);
    if (!bad.startsWith('data:'))
      expect([bad, await codeOf('sysConfig/saveSysInfo', { sysLogo: bad })]).toEqual([bad, 'validation']);
    for (const code of ['sysIcpUrl', 'sysLogo'])
      expect([bad, await codeOf('sysConfig/batchUpdate', [{ code, value: bad }])]).toEqual([
        bad,
        'validation',
      ]);
  }
  expect(await info()).toMatchObject({ sysIcpUrl: 'https://beian.example.cn/', sysLogo: '/icon.svg' });
});
