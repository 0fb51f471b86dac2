import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { MANIFEST, pack } from '../support/plugin.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** Signed packages: what they add to the menu, and what is refused. */

const stranger = generateKeyPairSync('ed25519');

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from plugin_package'));

interface Entry {
  name: string;
  children?: Entry[] | null;
  meta: { title: string; isLink: string };
}
const entries = async (): Promise<Entry[]> => {
  const all = (list: Entry[]): Entry[] => list.flatMap((each) => [each, ...all(each.children ?? [])]);
  return all(await admin.call<Entry[]>('sysMenu/loginMenuTree')).filter(({ name }) =>
    name.startsWith('plugin.'),
  );
};
const install = (text: string) =>
  admin.call<{ id: string; version: number }>('pluginPackage/add', { package: text });
const refusal = async (path: string, body: object) => {
  const { body: answer } = await admin.ask(path, body);
  return JSON.stringify(answer);
};
const policy = async () => (await fetch(server.base)).headers.get('content-security-policy') ?? '';

it('adds the entries of a package, and lets its pages be embedded', async () => {
  const { id } = await install(pack(MANIFEST));
  const found = await entries();
  expect(found.map(({ name, meta }) => [name, meta.title, meta.isLink])).toEqual([
    ['plugin.rates.board', 'Board', 'https://rates.example.com/board'],
    ['plugin.rates.site', 'Site', 'https://rates.example.com/'],
  ]);
  expect(await policy()).toContain('https://rates.example.com');
  const row = await admin.call<Record<string, unknown>>(`pluginPackage/detail?id=${id}`);
  expect(row).toMatchObject({ code: 'rates', pluginVersion: '1.2.0', keyName: 'acme', entryCount: 2 });
  expect(row).not.toHaveProperty('packageText');
});

it('takes the entries away while it is disabled, and for good when it is deleted', async () => {
  const { id, version } = await install(pack(MANIFEST));
  await admin.call('pluginPackage/update', { id, version, status: 2 });
  expect(await entries()).toEqual([]);
  expect(await policy()).not.toContain('rates.example.com');
  await admin.call('pluginPackage/update', { id, version: version + 1, status: 1 });
  expect(await entries()).toHaveLength(2);
  await admin.call('pluginPackage/delete', { id });
  const { rows } = await server.database.pool.query("select from sys_menu where name like 'plugin%'");
  expect(rows).toEqual([]);
});

it('refuses a package of which any one byte was changed', async () => {
  const whole = pack(MANIFEST);
  const { manifest, key, signature } = JSON.parse(whole) as Record<string, string>;
  for (let at = 0; at < manifest!.length; at += 17) {
    const changed = `${manifest!.slice(0, at)}${manifest![at] === 'x' ? 'y' : 'x'}${manifest!.slice(at + 1)}`;
    const text = JSON.stringify({ manifest: changed, key, signature });
    expect(await refusal('pluginPackage/add', { package: text })).toContain('changed after it was signed');
  }
  const flipped = Buffer.from(signature!, 'base64');
  flipped[5]! ^= 1;
  const forged = JSON.stringify({ manifest, key, signature: flipped.toString('base64') });
  expect(await refusal('pluginPackage/add', { package: forged })).toContain('changed after it was signed');
  expect(await entries()).toEqual([]);
});

it('refuses keys that nobody trusts, and what is no package', async () => {
  expect(await refusal('pluginPackage/add', { package: pack(MANIFEST, { key: 'other' }) })).toContain(
    'PLUGIN_KEYS',
  );
  const forged = pack(MANIFEST, { by: stranger.privateKey });
  expect(await refusal('pluginPackage/add', { package: forged })).toContain('changed after it was signed');
  for (const text of ['', '{', '{}', 'null', '[]', '"x"'])
    expect(await refusal('pluginPackage/add', { package: text })).toContain('no package');
});

it.each([
  ['a script for an address', { entries: [{ ...MANIFEST.entries[0], url: 'javascript:alert(1)' }] }],
  ['a host with a wildcard', { entries: [{ ...MANIFEST.entries[0], url: 'https://*.example.com/' }] }],
  ['a name and password', { entries: [{ ...MANIFEST.entries[0], url: 'https://a:b@example.com/' }] }],
  ['one key twice', { entries: [MANIFEST.entries[0], MANIFEST.entries[0]] }],
  ['code', { code: '../x' }],
  ['more than is known', { script: 'x' }],
  ['no entries', { entries: [] }],
])('refuses a manifest with %s', async (_what, change) => {
  const text = pack({ ...MANIFEST, ...change });
  expect(await refusal('pluginPackage/add', { package: text })).toContain('manifest is not valid');
});

it.each([
  'http://127.0.0.1/',
  'https://127.0.0.1:22/',
  'http://[::1]/',
  'https://10.1.2.3/',
  'http://169.254.169.254/',
])('refuses a page of this network: %s', async (url) => {
  const text = pack({ ...MANIFEST, entries: [{ ...MANIFEST.entries[0], url }] });
  expect(await refusal('pluginPackage/add', { package: text })).toContain('public http or https addresses');
});

it('is replaced by a newer version alone, whose entries keep their grants', async () => {
  const { id, version } = await install(pack(MANIFEST));
  const { pool } = server.database;
  await pool.query(
    `insert into sys_role_menu (role_id, menu_id)
     select (select min(id) from sys_role), id from sys_menu where name = 'plugin.rates.board'`,
  );
  const update = { id, version, status: 1 };
  const [board] = MANIFEST.entries;
  expect(await refusal('pluginPackage/update', { ...update, package: pack(MANIFEST) })).toContain('1.2.0');
  const older = pack({ ...MANIFEST, version: '1.1.9' });
  expect(await refusal('pluginPackage/update', { ...update, package: older })).toContain('1.2.0');
  const other = pack({ ...MANIFEST, code: 'other', version: '9.0.0' });
  expect(await refusal('pluginPackage/update', { ...update, package: other })).toContain('rates');
  const moved = { ...board, url: 'https://rates.example.com/new' };
  await admin.call('pluginPackage/update', {
    ...update,
    package: pack({ ...MANIFEST, version: '1.10.0', entries: [moved] }),
  });
  expect((await entries()).map(({ meta }) => meta.isLink)).toEqual(['https://rates.example.com/new']);
  const { rows } = await pool.query(
    `select from sys_role_menu rm join sys_menu m on m.id = rm.menu_id where m.name = 'plugin.rates.board'`,
  );
  expect(rows).toHaveLength(1);
});

it('stays disabled where its package was changed in the database', async () => {
  const { id, version } = await install(pack(MANIFEST));
  await admin.call('pluginPackage/update', { id, version, status: 2 });
  await server.database.owner.query(
    "update plugin_package set package_text = replace(package_text, 'rates.example', 'rotes.example')",
  );
  const answer = await refusal('pluginPackage/update', { id, version: version + 1, status: 1 });
  expect(answer).toContain('changed after it was signed');
  expect(await entries()).toEqual([]);
});

it('is installed once, whoever does it twice', async () => {
  await install(pack(MANIFEST));
  expect(await refusal('pluginPackage/add', { package: pack({ ...MANIFEST, version: '2.0.0' }) })).toMatch(
    /duplicate|already/i,
  );
});
