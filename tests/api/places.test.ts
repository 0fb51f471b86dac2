import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlaces } from '../../server/platform/places.ts';
import type { Client } from '../support/client.ts';
import { dropPlaces, MUMBAI, placesFile, placesFolder } from '../support/geoIpFile.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** With a GeoIP file, whoever reads of a sign-in reads where it came from, in their language. */

type Row = Record<string, unknown>;

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  const file = placesFile([{ network: '127.0.0.0/8', data: MUMBAI }]);
  server = await startServer({ places: await openPlaces(file) });
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(async () => {
  await server.stop();
  dropPlaces();
});

it('names it in the access log, in the language of who reads', async () => {
  const read = async (language: string): Promise<Row | undefined> => {
    const { body } = await admin.ask('sysLogVis/page', { pageSize: 10 }, { 'Accept-Language': language });
    return (body.result as { items: Row[] }).items[0];
  };
  await expect.poll(() => read('en')).toBeDefined();
  expect(await read('en')).toMatchObject({
    location: 'Mumbai, India',
    longitude: '72.8856',
    latitude: '19.0748',
  });
  expect((await read('zh-CN'))?.location).toBe('印度 孟买');
  expect((await read('zh-TW'))?.location).toBe('印度 Mumbai');
});

it('names it at sessions, own and others, and in the notice of a new device', async () => {
  const own = await admin.call<Row[]>('userSession/own');
  expect(own[0]?.location).toContain('Mumbai');
  const online = await admin.call<{ items: Row[] }>('sysOnlineUser/page', { pageSize: 10 });
  expect(online.items[0]?.location).toBe('Mumbai, India');
  await server.anonymous.ask(
    'sysAuth/login',
    { account: 'admin', password: PASSWORD },
    { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36' },
  );
  const { rows } = await server.database.pool.query<{ content: string }>(
    "select content from sys_notice where content like '%new device%' order by id desc limit 1",
  );
  expect(rows[0]?.content).toContain('127.0.0.1 (Mumbai, India)');
});

it('names city and country of an address in each language', async () => {
  const places = await openPlaces(
    placesFile([
      { network: '203.0.113.0/24', data: MUMBAI },
      { network: '198.51.100.7/32', data: { registered_country: { iso_code: 'BR' } } },
      { network: '192.0.2.0/24', data: { country: { iso_code: 'not a code' } } },
    ]),
  );
  const mumbai = places('203.0.113.9');
  expect(mumbai).toMatchObject({ latitude: 19.0748, longitude: 72.8856 });
  expect(JSON.parse(mumbai?.location ?? '')).toEqual({
    en: 'Mumbai, India',
    'zh-cn': '印度 孟买',
    'zh-tw': '印度 Mumbai',
  });
  // A socket that takes both kinds of address writes IPv4 this way.
  expect(places('::ffff:203.0.113.9')).toEqual(mumbai);
  expect(places('198.51.100.7')).toMatchObject({
    latitude: null,
    location: expect.stringContaining('Brazil'),
  });
  expect(['198.51.100.8', '192.0.2.1', '127.0.0.1', '::1', '2001:db8::1'].map(places)).toEqual(
    Array.from({ length: 5 }),
  );
});

it('says which file cannot be read', async () => {
  const broken = join(placesFolder(), 'broken.mmdb');
  writeFileSync(broken, 'nothing of the kind');
  await expect(openPlaces(broken)).rejects.toThrow(`GEOIP_FILE ${broken}`);
  await expect(openPlaces('/nowhere/cities.mmdb')).rejects.toThrow('GEOIP_FILE /nowhere/cities.mmdb');
});
