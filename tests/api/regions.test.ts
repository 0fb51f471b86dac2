import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedRegions } from '../../server/demo/seed/regions.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** Regions as a lazy tree and from a file. */

interface Region {
  id: string;
  pid: string | null;
  name: string;
  code: string;
  level: number;
  version: number;
}

let server: TestServer;
let admin: Client;
let operator: Client;

beforeAll(async () => {
  server = await startServer();
  const world = await buildWorld(server);
  await seedRegions(server.database.owner);
  await grant(server, world, 'sysRegion:page');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(() => server.stop());

const list = (id = '0') => operator.call<Region[]>(`sysRegion/list?Id=${id}`);
const page = async (body: object) => (await admin.call<{ items: Region[] }>('sysRegion/page', body)).items;
const named = async (code: string) =>
  (await page({ code, pageSize: 9_999_999 })).find((row) => row.code === code)!;

it('ships the countries of the product and what is directly in each', async () => {
  const countries = await list();
  expect(countries).toHaveLength(12);
  expect(countries[0]).toMatchObject({
    code: 'BD',
    name: 'Bangladesh',
    pid: null,
    level: 1,
    isDelete: false,
  });
  const india = countries.find(({ code }) => code === 'IN')!;
  const states = await list(india.id);
  expect(states).toHaveLength(36);
  expect(states).toContainEqual(
    expect.objectContaining({ code: 'IN-MH', name: 'Maharashtra', pid: india.id, level: 2 }),
  );
  expect(await list(states[0]!.id)).toEqual([]);
  // The page of a node is it and what is in it, whatever else the family's client sends.
  expect((await page({ pid: india.id, id: -1, pageSize: 100 })).map(({ code }) => code).toSorted()).toEqual(
    ['IN', ...states.map(({ code }) => code)].toSorted(),
  );
});

it('puts a region into another, and takes what is in it along', async () => {
  const [state, other] = [await named('IN-MH'), await named('IN-GA')];
  const city = await admin.command<Region>('sysRegion/add', {
    id: 0,
    pid: state.id,
    name: 'Mumbai',
    code: '400001',
  });
  const ward = await admin.command<Region>('sysRegion/add', {
    pid: city.id,
    name: 'Ward',
    code: '400001001',
  });
  expect([city.level, ward.level]).toEqual([3, 4]);
  const country = await named('IN');
  await admin.call('sysRegion/update', { ...(await named('400001')), pid: country.id });
  expect([(await named('400001')).level, (await named('400001001')).level]).toEqual([2, 3]);
  const circle = await admin.ask('sysRegion/update', { ...(await named('400001')), pid: ward.id });
  expect(circle.body.code).toBe(400);
  expect(
    (await admin.ask('sysRegion/add', { name: 'Again', code: '400001', pid: other.id })).body.extras,
  ).toMatchObject({
    errorCode: 'duplicate',
  });
  expect((await admin.ask('sysRegion/add', { name: 'Odd', code: '12' })).body.code).toBe(400);
  await admin.call('sysRegion/delete', { id: city.id });
  expect(await page({ code: '400001' })).toEqual([]);
});

it('fetches nothing from outside, and says where regions come from', async () => {
  const { status, body } = await admin.ask('sysRegion/sync', {});
  expect([status, body.code, body.message]).toEqual([200, 403, expect.stringContaining('import a file')]);
  expect((await operator.ask('sysRegion/sync', {})).body.extras).toMatchObject({ errorCode: 'forbidden' });
});

it('takes a file, all of it or nothing, and names the lines that are wrong', async () => {
  const bad = 'parent,code,name\nIN-GA,403001,Panaji\nXX-1,403002,Nowhere\n,12,\nIN-GA,403001,Twice\n';
  const refused = await admin.ask('sysRegion/import', { csv: bad });
  expect(refused.body.message).toEqual({
    csv: [
      'Line 3: the parent XX-1 does not exist and is in no line above',
      'Line 4: 12 is no code of a region',
      'Line 4: the name is missing or too long',
      'Line 5: the code 403001 is there twice',
    ],
  });
  expect(await page({ code: '403001' })).toEqual([]);
  // A mark that is never closed hides neither what is wrong with other lines nor with the line after it.
  const odd = 'parent,code,name\nIN-GA,403001,"Panaji\n\nXX-1,403002,Nowhere\nIN-GA,403003,Vasco,1,2,3\n';
  expect((await admin.ask('sysRegion/import', { csv: odd })).body.message).toEqual({
    csv: [
      expect.stringMatching(/^Line 2: an odd quotation mark/),
      'Line 4: the parent XX-1 does not exist and is in no line above',
      'Line 5: cannot be read',
    ],
  });
  const good =
    '\uFEFFname,code,parent,cityCode\r\n"Panaji, city",403001,IN-GA,0832\r\nWard 1,403001001,403001,\r\n';
  expect(await admin.call('sysRegion/import', { csv: good })).toEqual({ added: 2, updated: 0 });
  expect(await named('403001')).toMatchObject({ name: 'Panaji, city', level: 3, cityCode: '0832' });
  expect((await named('403001001')).pid).toBe((await named('403001')).id);
  const again = good.replace('Panaji, city', 'Panaji').replace(',0832', ',');
  expect(await admin.call('sysRegion/import', { csv: again })).toEqual({ added: 0, updated: 2 });
  expect(await named('403001')).toMatchObject({ name: 'Panaji', cityCode: '0832' });
  for (const csv of ['a,b\n1,2', 'code,name', '"open'])
    expect((await admin.ask('sysRegion/import', { csv })).body.code).toBe(400);
  expect((await operator.ask('sysRegion/import', { csv: good })).body.code).toBe(403);
});
