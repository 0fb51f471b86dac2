import { sm2 } from 'sm-crypto-v2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** Notices as those receive them whom they are for, and favourites, as the family's clients ask for them. */

interface Notice {
  id: string;
  title: string;
  content: string;
  publicUserName: string;
  publicOrgName: string | null;
  readStatus: number;
}
interface Page {
  items: { id: string; noticeId: string; readStatus: number; readTime: string | null; sysNotice: Notice }[];
  total: number;
  hasNextPage: boolean;
}

let world: EngineWorld;
let operator: Client;
let operatorId: string;

beforeAll(async () => {
  world = await engineWorld();
  operator = world.as.branch;
  operatorId = world.userIds.branch;
});
afterAll(() => world.stop());

const run = (text: string, values: unknown[] = []) => world.server.database.pool.query(text, values);

async function plant(over: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = { id, tenant_id: world.tenant, title: 'T', content: 'C', publisher: 'P', ...over };
  await run(
    `insert into sys_notice (id, tenant_id, title, content, publisher, type, status, audience, publish_time, for_user_id,
       role_ids, org_ids, merchant_ids, user_id, org_id)
     select id, tenant_id, title, content, publisher, coalesce(type, 1), coalesce(status, 1), coalesce(audience, 0),
       coalesce(publish_time, now()), for_user_id, role_ids, org_ids, merchant_ids, user_id, org_id
       from jsonb_populate_record(null::sys_notice, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  return id;
}
const page = (who: Client, query = '') => who.call<Page>(`sysNotice/pageReceived?${query}`);
const titles = async (who: Client, query = '') =>
  (await page(who, `PageSize=100&${query}`)).items.map(({ sysNotice }) => sysNotice.title);

describe('received notices', () => {
  beforeEach(() => run('delete from sys_notice'));

  it('are paged newest first, filtered by title, type and whether they were read', async () => {
    for (const [at, title] of ['One', 'Two', '{"en":"Three","zh-cn":"三"}'].entries())
      await plant({ title, type: at === 1 ? 2 : 1, publish_time: `2026-01-0${at + 1}T00:00:00Z` });
    const first = await page(operator, 'Page=1&PageSize=2&Title=&Type=');
    expect(first.items.map(({ sysNotice }) => sysNotice.title)).toEqual(['Three', 'Two']);
    expect(first).toMatchObject({ total: 3, totalPages: 2, hasNextPage: true, hasPrevPage: false });
    expect(await titles(operator, 'Title=tw')).toEqual(['Two']);
    expect(await titles(operator, 'Title=%25')).toEqual([]);
    expect(await titles(operator, 'Type=2')).toEqual(['Two']);
    expect((await page(operator, 'PageSize=9999999')).items).toHaveLength(3);
    // With the whole row, as their view sends it.
    const { sysNotice } = first.items[1]!;
    await operator.call('sysNotice/setRead', { ...sysNotice });
    expect(await titles(operator, 'ReadStatus=1')).toEqual(['Two']);
    expect(await titles(operator, 'ReadStatus=0')).toEqual(['Three', 'One']);
    expect((await page(operator, 'Title=two')).items[0]).toMatchObject({
      noticeId: sysNotice.id,
      readStatus: 1,
      readTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
    });
  });

  it('are those for the reader alone, in the list, the bell and when one is marked', async () => {
    const { rows } = await run('select role_id::text as id from sys_user_role where user_id = $1', [
      operatorId,
    ]);
    const role = (rows[0] as { id: string }).id;
    await plant({ title: 'all' });
    await plant({ title: 'draft', status: 0 });
    await plant({ title: 'withdrawn', status: 2 });
    await plant({ title: 'later', publish_time: '2999-01-01T00:00:00Z' });
    await plant({ title: 'staff', audience: 1 });
    await plant({ title: 'person', for_user_id: operatorId });
    await plant({ title: 'another', for_user_id: world.userIds.all });
    await plant({ title: 'role', role_ids: [role] });
    await plant({ title: 'org', org_ids: [world.north] });
    await plant({ title: 'south', org_ids: [world.south] });
    await plant({ title: 'merchant', merchant_ids: [world.merchants.agent], org_ids: [world.south] });
    const foreign = await run('select id::text from sys_tenant where id <> $1 limit 1', [world.tenant]);
    await plant({ title: 'tenant', tenant_id: (foreign.rows[0] as { id: string }).id });
    const seen = ['all', 'org', 'person', 'role', 'staff'];
    expect((await titles(operator)).sort()).toEqual(seen);
    const bell = await operator.call<Notice[]>('sysNotice/unReadList');
    expect(bell.map(({ title }) => title).sort()).toEqual(seen);
    const mine = await operator.call<{ title: string }[]>('sysNotice/mine');
    expect(mine.map(({ title }) => title).sort()).toEqual(seen);
    const all = await run('select id::text from sys_notice');
    await operator.call('sysNotice/setRead', { ids: all.rows.map((row: { id: string }) => row.id) });
    expect((await run('select from sys_notice_read')).rowCount).toBe(seen.length);
    expect(await operator.call('sysNotice/unReadList')).toEqual([]);
    expect((await titles(world.as.agent)).sort()).toEqual(['all', 'merchant']);
    expect(await titles(world.as.merchant)).not.toContain('merchant');
  });

  it('have content that may be drawn as it comes, though the system wrote it as text', async () => {
    await plant({
      content: 'A <script>alert(1)</script>& <b>b</b>',
      user_id: operatorId,
      org_id: world.north,
    });
    const [notice] = await operator.call<Notice[]>('sysNotice/unReadList');
    expect(notice).toMatchObject({ content: 'A &amp; <b>b</b>', publicUserName: 'P', readStatus: 0 });
    expect(notice?.publicOrgName).toBeTruthy();
    expect((await page(operator)).items[0]?.sysNotice.content).toBe('A &amp; <b>b</b>');
  });
});

interface Entry {
  id: string;
  name: string;
  type: number;
  meta: { title: string };
  children: Entry[];
}

describe('favourites', () => {
  const flat = (tree: readonly Entry[]): Entry[] => tree.flatMap((each) => [each, ...flat(each.children)]);
  const ids = (who: Client, userId: string) => who.call<string[]>(`sysUserMenu/userMenuIdList/${userId}`);
  const admin = () => world.as.admin;
  const adminId = () => world.userIds.admin;
  let views: Entry[];

  beforeAll(async () => {
    const directory = newId();
    await run("insert into sys_menu (id, type, name, title) values ($1, 1, 'favoured', 'favoured')", [
      directory,
    ]);
    for (const name of ['collectOrder', 'payOrder', 'sysUser'])
      await run(
        `insert into sys_menu (id, pid, type, name, title, path, component) values ($1, $2, 2, $3, $3, '/f/' || $3, $3)`,
        [newId(), directory, name],
      );
    views = flat(await admin().call<Entry[]>('sysMenu/loginMenuTree')).filter(({ type }) => type === 2);
  });

  it('are set, listed in their order and removed, and are what quick access has picked', async () => {
    const [one, two] = views as [Entry, Entry];
    const saved = [
      { kind: 'command', id: 'theme' },
      { kind: 'menu', id: 'gone' },
    ];
    await admin().call('userSetting/save', { key: 'quickAccess', value: saved, version: 0 });
    expect(await ids(admin(), adminId())).toEqual([]);
    const body = { userId: adminId(), menuIdList: [two.id, one.id, two.id, '1'] };
    await admin().call('sysUserMenu/add', body);
    expect(await ids(admin(), adminId())).toEqual([two.id, one.id]);
    const list = await admin().call<Entry[]>(`sysUserMenu/userMenuList/${adminId()}`);
    expect(list).toMatchObject([
      { id: two.id, meta: { title: two.meta.title } },
      { id: one.id, name: one.name },
    ]);
    const settings =
      await admin().call<Record<string, { value: unknown; version: number }>>('userSetting/all');
    expect(settings.quickAccess).toEqual({
      version: 2,
      value: [
        { kind: 'menu', id: two.name },
        { kind: 'menu', id: one.name },
        { kind: 'command', id: 'theme' },
      ],
    });
    await admin().call('sysUserMenu/delete', { userId: adminId(), menuIdList: [two.id] });
    expect(await ids(admin(), adminId())).toEqual([one.id]);
    await admin().call(`sysUserMenu/deleteByUserId/${adminId()}`, {});
    expect(await ids(admin(), adminId())).toEqual([]);
    const left = await admin().call<Record<string, { value: unknown }>>('userSetting/all');
    expect(left.quickAccess?.value).toEqual([{ kind: 'command', id: 'theme' }]);
  });

  it("are one's own, of entries that one has", async () => {
    for (const path of ['userMenuList', 'userMenuIdList'])
      expect((await operator.ask(`sysUserMenu/${path}/${adminId()}`)).body.extras?.errorCode).toBe(
        'notFound',
      );
    for (const path of ['add', 'delete'])
      expect(
        (await operator.ask(`sysUserMenu/${path}`, { userId: adminId(), menuIdList: [] })).body.extras
          ?.errorCode,
      ).toBe('notFound');
    expect((await operator.ask(`sysUserMenu/deleteByUserId/${adminId()}`, {})).body.extras?.errorCode).toBe(
      'notFound',
    );
    await operator.call('sysUserMenu/add', { userId: operatorId, menuIdList: views.map(({ id }) => id) });
    expect(await ids(operator, operatorId)).toEqual([]);
  });
});

it('makes a new pair of SM2 keys each time', async () => {
  const make = () => operator.call<{ privateKey: string; publicKey: string }>('sysCommon/smKeyPair');
  const [one, two] = [await make(), await make()];
  expect(one.privateKey).not.toBe(two.privateKey);
  expect(sm2.doDecrypt(sm2.doEncrypt('secret', one.publicKey, 0), one.privateKey, 0)).toBe('secret');
});

describe('who has read a notice', () => {
  interface Readers {
    hearers: number;
    read: number;
    named: { account: string }[];
  }
  const readers = (who: Client, id: string) => who.call<Readers>(`sysNotice/readers?id=${id}`);

  it('is counted against those whom it is for, and known to who may see the notice alone', async () => {
    const author = world.userIds.admin;
    const id = await plant({ user_id: author });
    const before = await readers(world.as.admin, id);
    expect(before).toMatchObject({ read: 0, named: [] });
    const people = await run(`select count(*)::int as n from sys_user where tenant_id = $1 and status = 1`, [
      world.tenant,
    ]);
    expect(before.hearers).toBe(people.rows[0]!.n);
    await operator.call('sysNotice/setRead', { id });
    const [account] = (await run('select account from sys_user where id = $1', [operatorId])).rows;
    expect(await readers(world.as.admin, id)).toMatchObject({ read: 1, named: [account] });
    const other = await operator.ask(`sysNotice/readers?id=${id}`);
    expect(['forbidden', 'notFound']).toContain(other.body.extras?.errorCode);
  });

  it('counts those of a list of organisations, roles or merchants alone', async () => {
    const id = await plant({ user_id: world.userIds.admin, merchant_ids: ['1'] });
    expect(await readers(world.as.admin, id)).toMatchObject({ hearers: 0 });
    const staff = await plant({ user_id: world.userIds.admin, audience: 1 });
    const counted = await run(
      'select count(*)::int as n from sys_user where tenant_id = $1 and status = 1 and merchant_id is null',
      [world.tenant],
    );
    expect((await readers(world.as.admin, staff)).hearers).toBe(counted.rows[0]!.n);
  });
});
