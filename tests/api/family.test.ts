import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writable } from '../../contract/validate.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import { snake } from '../../server/engine/sql.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD, type World } from './sessionWorld.ts';
import { newPhone } from '../support/phones.ts';

/** Clients of the contract's family: what they send and read of the resources that are written by fields (wire.md). */

type Row = Record<string, unknown> & { id: string; version: number };
interface Page {
  items: Row[];
  total: number;
  pageSize: number;
}

const RESOURCES = [
  'sysOrg',
  'sysPos',
  'sysRole',
  'sysUser',
  'sysTenant',
  'sysConfig',
  'sysDictType',
  'sysDictData',
] as const;
type Id = (typeof RESOURCES)[number];

let server: TestServer;
let world: World;
let admin: Client;
let dictTypeId: string;

/** What a form of theirs asks for, per resource. */
const form = (id: Id): Record<string, unknown> => {
  const code = `c${newId()}`;
  switch (id) {
    case 'sysUser':
      return {
        account: code,
        realName: 'Person',
        accountType: 777,
        orgId: world.branch,
        posId: world.pos,
        phone: newPhone(),
        roleIdList: [world.role],
      };
    case 'sysTenant':
      return { name: code, adminAccount: code, phone: newPhone(), tenantType: 0 };
    case 'sysRole':
      return { name: code, code, menuIdList: [world.menus['collectOrder:page']] };
    case 'sysConfig':
      return { name: code, code, value: '1', sysFlag: 2 };
    case 'sysDictData':
      return { dictTypeId, name: code, code, value: code, tagType: 'success', status: 1 };
    default:
      return { name: code, code, status: 1, pid: 0 };
  }
};

const tableRow = async (id: Id, row: string): Promise<Record<string, unknown>> =>
  (await server.database.pool.query(`select * from ${snake(id)} where id = $1`, [row])).rows[0] as Record<
    string,
    unknown
  >;

/** A page as their grids ask for it, with echoes and keys that nobody knows. */
const pageOf = (who: Client, id: Id, more: Record<string, unknown> = {}) =>
  who.call<Page>(`${id}/page`, {
    page: 1,
    pageSize: 9_999_999,
    total: 7,
    field: 'createTime',
    order: 'descending',
    descStr: 'descending',
    ...more,
  });

const added = async (id: Id, over: Record<string, unknown> = {}): Promise<Row> => {
  const { id: row } = await admin.command<Row>(`${id}/add`, { ...form(id), id: 0, ...over });
  const { items } = await pageOf(admin, id);
  const found = items.find((each) => each.id === row);
  if (!found) throw new Error(`${id}/page lacks what was added`);
  return found;
};

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
  dictTypeId = (await admin.call<Row>('sysDictType/add', { name: 'Mine', code: 'mine', status: 1 })).id;
});
afterAll(() => server.stop());

describe.each(RESOURCES)('%s', (id) => {
  it('gives a page of any size and order, with the change record', async () => {
    const row = await added(id);
    const page = await pageOf(admin, id);
    expect(page.pageSize).toBe(1_000);
    expect(row).toMatchObject({
      isDelete: false,
      createUserName: 'admin',
      updateTime: null,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
    });
    // A sort that nobody has leaves the list in its own order.
    const own = await pageOf(admin, id, { field: undefined });
    expect((await pageOf(admin, id, { field: 'threadId' })).items).toEqual(own.items);
  });

  it('takes a whole row back, and a copy with the id 0', async () => {
    const row = await added(id);
    const { version } = row;
    await admin.call(`${id}/update`, {
      ...row,
      ...(id === 'sysUser' ? { realName: 'Renamed' } : { remark: 'noted' }),
      orgName: 'No such place',
      children: [],
      isDelete: true,
    });
    const stored = await tableRow(id, row.id);
    expect(stored).toMatchObject(id === 'sysUser' ? { real_name: 'Renamed' } : { remark: 'noted' });
    expect(stored.version).toBe(version + 1);
    expect(stored.updated_by).not.toBeNull();
    const copy = { ...form(id), id: 0, createTime: row.createTime };
    expect((await admin.command<Row>(`${id}/add`, { ...row, ...copy })).id).not.toBe(row.id);
    const now = (await pageOf(admin, id)).items.find((each) => each.id === row.id);
    expect(now).toMatchObject({ updateUserName: 'admin' });
    await admin.call(`${id}/delete`, now);
    expect(await tableRow(id, row.id)).toBeUndefined();
  });

  it('keeps version and change record of what is saved as it was', async () => {
    const row = await added(id);
    const before = await tableRow(id, row.id);
    await admin.call(`${id}/update`, row);
    expect(await tableRow(id, row.id)).toEqual(before);
  });

  it('writes nothing but the fields that may be written', async () => {
    const row = await added(id);
    const before = await tableRow(id, row.id);
    const fields = resourceOf(id).fields;
    const own = new Set(
      Object.keys(fields)
        .filter((name) => writable(fields[name]!, 'update'))
        .map(snake),
    );
    const closed = Object.keys(before).filter((name) => !own.has(name));
    expect(closed).toEqual(expect.arrayContaining(['id', 'created_at', 'created_by', 'version']));
    const other = (value: unknown) =>
      typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : '99';
    const stolen = closed.flatMap((name) => [
      [name, other(before[name])],
      [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), other(before[name])],
    ]);
    await admin.call(`${id}/update`, {
      ...row,
      ...(Object.fromEntries(stolen) as object),
      ...(id === 'sysUser' ? { realName: 'Renamed' } : { remark: 'noted' }),
      id: row.id,
      version: row.version,
    });
    const after = await tableRow(id, row.id);
    const moved = new Set(['version', 'updated_at', 'updated_by']);
    for (const name of closed.filter((each) => !moved.has(each)))
      expect([name, after[name]]).toEqual([name, before[name]]);
    expect(after.updated_by).toBe(before.created_by);
  });
});

describe('filters and texts', () => {
  it('take operators and logic by their numbers', async () => {
    const { code } = await added('sysPos');
    const found = async (filter: unknown) =>
      (await pageOf(admin, 'sysPos', { filter })).items.map((row) => row.code);
    const leaf = { field: 'code', operator: 0, value: code };
    const name = { field: 'name', operator: 8, value: String(code).slice(1) };
    const none = { field: 'name', operator: 6, value: 'No such name' };
    expect(await found({ logic: 0, filters: [leaf, name] })).toEqual([code]);
    expect(await found({ logic: 1, filters: [leaf, none] })).toEqual([code]);
    expect(await found({ logic: 2, filters: [leaf, none] })).toEqual([code]);
    expect(await found({ logic: 2, filters: [leaf, name] })).toEqual([]);
    expect(await found({ logic: 'Xor', filters: [leaf, name, leaf] })).toEqual([code]);
  });

  it('are read in one language, and one that comes back as it was keeps the others', async () => {
    const map = JSON.stringify({ 'zh-cn': '总部', en: 'Head office' });
    const row = await added('sysOrg', { name: map });
    const english = { 'Accept-Language': 'en' };
    const read = await admin.ask('sysOrg/page', { pageSize: 1_000 }, english);
    const found = (read.body.result as Page).items.find((each) => each.id === row.id);
    expect(found?.name).toBe('Head office');
    await admin.ask('sysOrg/update', { ...found, orderNo: 5 }, english);
    expect(await tableRow('sysOrg', row.id)).toMatchObject({ name: map, order_no: 5 });
    await admin.ask('sysOrg/update', { ...found, name: 'HQ', version: row.version + 1 }, english);
    const { name } = await tableRow('sysOrg', row.id);
    expect(JSON.parse(String(name))).toEqual({ 'zh-cn': '总部', en: 'HQ' });
  });
});
