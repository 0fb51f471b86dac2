import { dictValue } from '../../contract/dicts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '../../contract/locales.ts';
import { textOf } from '../../server/platform/http/locales.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** Notices that people write, as the family's clients write, publish and withdraw them. */

interface Row {
  id: string;
  version: number;
  title: string;
  content: string;
  status: number;
  publicTime: string | null;
  cancelTime: string | null;
}

const SCHEDULED = dictValue('noticeStatusEnum', 'scheduled');

let world: EngineWorld;
let author: Client;
let reader: Client;

beforeAll(async () => {
  world = await engineWorld();
  author = world.as.branch;
  reader = world.as.merchant;
});
afterAll(() => world.stop());

const code = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;
const page = async (who: Client, filter: object = {}) =>
  (await who.call<{ items: Row[] }>('sysNotice/page', { page: 1, pageSize: 9_999_999, ...filter })).items;
const heard = async (who: Client) =>
  (await who.call<{ items: { sysNotice: Row }[] }>('sysNotice/pageReceived')).items.map(
    ({ sysNotice }) => sysNotice.title,
  );
const written = async (who: Client, over: object = {}): Promise<Row> => {
  const { id } = await who.call<Row>('sysNotice/add', {
    id: 0,
    title: 'Hello',
    content: '<p onclick=x>Text<script>alert(1)</script></p>',
    type: 1,
    status: 1,
    publicTime: null,
    ...over,
  });
  return (await page(who)).find((row) => row.id === id)!;
};

it('is a draft that nobody reads, with the markup that may be shown', async () => {
  const row = await written(author, { title: 'Draft' });
  expect(row).toMatchObject({
    status: 0,
    content: '<p>Text</p>',
    publicTime: null,
    cancelTime: null,
    publicUserName: expect.any(String) as unknown,
    publicOrgName: expect.any(String) as unknown,
    createTime: expect.stringMatching(/^\d{4}-/) as unknown,
    createUserId: world.userIds.branch,
  });
  expect(await author.call(`sysNotice/detail?id=${row.id}`)).toMatchObject({ publishTime: null });
  expect(await heard(reader)).not.toContain('Draft');
  const changed = {
    ...row,
    title: 'Changed',
    content: '<b>B</b><img src=x onerror=y>',
    userId: '1',
    status: 2,
  };
  await author.call('sysNotice/update', changed);
  expect(await page(author, { title: 'hang', type: 1 })).toMatchObject([
    { id: row.id, title: 'Changed', content: '<b>B</b>', status: 0 },
  ]);
  expect(await page(author, { type: 2 })).toEqual([]);
  expect(await code(author, 'sysNotice/add', { title: 'T', type: 1, content: '<script>x</script>' })).toBe(
    'validation',
  );
  await author.call('sysNotice/delete', { ...changed, version: row.version + 1 });
  expect(await page(author, { title: 'Changed' })).toEqual([]);
});

it('may have a text for each language, each made safe, of which a form writes the one that it shows', async () => {
  const content = JSON.stringify({ en: '<b onclick=x>Hi</b>', 'zh-cn': '<script>1</script>好' });
  const row = await written(author, { title: '{"en":"Both","zh-cn":"两"}', content });
  const stored = async () => (await author.call<Row>(`sysNotice/detail?id=${row.id}`)).content;
  expect(JSON.parse(await stored())).toEqual({ en: '<b>Hi</b>', 'zh-cn': '好' });
  expect(await code(author, 'sysNotice/add', { title: 'T', type: 1, content: '{"en":"<p></p>"}' })).toBe(
    'validation',
  );
  await author.call('sysNotice/update', { ...row, content: '<i>Mine</i>' });
  const { en, 'zh-cn': zh } = JSON.parse(await stored()) as Record<string, string>;
  expect([en, zh]).toEqual(row.content === '好' ? ['<b>Hi</b>', '<i>Mine</i>'] : ['<i>Mine</i>', '好']);
  await author.call('sysNotice/delete', { id: row.id });
});

it('is read by others once published, and no longer once withdrawn', async () => {
  const row = await written(author, { title: 'News' });
  await author.call('sysNotice/public', { ...row });
  expect(await heard(reader)).toContain('News');
  const [published] = await page(author, { title: 'News' });
  expect(published).toMatchObject({ status: 1, publicTime: expect.stringMatching(/^\d{4}-/) as unknown });
  expect(await code(author, 'sysNotice/update', { ...published, title: 'Other' })).toBe('noticePublished');
  expect(await code(author, 'sysNotice/delete', { id: row.id })).toBe('noticePublished');
  expect(await code(author, 'sysNotice/public', { id: row.id })).toBe('guard');
  await author.call('sysNotice/cancel', { id: row.id });
  expect(await heard(reader)).not.toContain('News');
  expect((await page(author, { title: 'News' }))[0]).toMatchObject({
    status: 2,
    cancelTime: expect.stringMatching(/^\d{4}-/) as unknown,
  });
  expect(await code(author, 'sysNotice/delete', { id: row.id })).toBe('noticePublished');
});

it('waits for its time, and is for those whom it names', async () => {
  const later = await written(author, { title: 'Later', publishAt: '2999-01-01T00:00:00.000Z' });
  const staff = await written(author, { title: 'Staff', audience: 1 });
  const lone = await written(author, { title: 'Lone', merchantIds: [world.merchants.lone] });
  for (const { id } of [later, staff, lone]) await author.call('sysNotice/public', { id });
  expect(await heard(author)).toEqual(['Staff']);
  expect(await heard(world.as.agent)).toEqual([]);
  // Listed as what it is until then, wherever it is read, and found by it.
  const statusOf = async () => (await author.call<Row>(`sysNotice/detail?id=${later.id}`)).status;
  const found = (status: number | string) =>
    author.call<{ items: Row[] }>('sysNotice/rows', { start: 0, end: 50, status: [status] });
  expect(await statusOf()).toBe(SCHEDULED);
  expect((await found(SCHEDULED)).items.map(({ title }) => title)).toEqual(['Later']);
  expect((await found(1)).items.map(({ title }) => title)).not.toContain('Later');
  const labels = LOCALES.map((locale) =>
    textOf(world.server.deps.locales, locale, 'dicts', `noticeStatusEnum.${SCHEDULED}`),
  );
  expect(new Set(labels)).toEqual(new Set(['定时发布', '排程發布', 'Scheduled']));
  const soon = await written(author, { title: 'Soon', publishAt: '2999-01-01T00:00:00.000Z' });
  const answer = await author.command<{ results?: Record<string, Row> }>('sysNotice/public', {
    ids: [soon.id],
  });
  expect(answer.results?.[soon.id]).toMatchObject({ status: SCHEDULED });
  expect(await code(author, 'sysNotice/update', { ...soon, version: undefined, title: 'Other' })).toBe(
    'noticePublished',
  );
  await author.call('sysNotice/cancel', { id: soon.id });
  expect((await author.call<Row>(`sysNotice/detail?id=${soon.id}`)).status).toBe(2);
  await world.server.database.pool.query(
    "update sys_notice set publish_time = now() - interval '1 minute' where id = $1",
    [later.id],
  );
  expect(await statusOf()).toBe(1);
  expect(
    await code(author, 'sysNotice/add', {
      title: 'T',
      type: 1,
      content: 'C',
      merchantIds: [world.merchants.foreign],
    }),
  ).toBe('validation');
  expect(await code(author, 'sysNotice/add', { title: 'T', type: 1, content: 'C', roleIds: ['x'] })).toBe(
    'validation',
  );
  expect(await author.call(`sysNotice/detail?id=${lone.id}`)).toMatchObject({
    merchantIds: [world.merchants.lone],
    roleIds: null,
  });
});

it("is its author's and the super administrator's; what the system wrote is nobody's", async () => {
  const row = await written(author, { title: 'Mine' });
  await world.server.database.pool.query(
    "insert into sys_notice (id, tenant_id, title, content, publisher) values (77, $1, 'System', 'C', 'P')",
    [world.tenant],
  );
  expect((await page(world.as.admin)).map(({ title }) => title)).toContain('Mine');
  expect((await page(world.as.admin)).map(({ title }) => title)).not.toContain('System');
  expect((await page(world.as.all)).map(({ title }) => title)).not.toContain('Mine');
  for (const verb of ['public', 'delete'])
    expect(await code(world.as.all, `sysNotice/${verb}`, { id: row.id })).toBe('notFound');
  expect(await code(reader, 'sysNotice/page', {})).toBe('wrongAudience');
});
