import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { syncShipped } from '../../server/demo/seed/index.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listen } from '../support/stream.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** Items of dictionaries: what an administrator does with them, and what everybody else sees of it. */

type Row = Record<string, unknown> & { id: string; version: number };
interface Item {
  id: string;
  value: unknown;
  label: string;
  name: string;
  tagType: string;
  renamed: boolean;
}
type All = Record<string, Item[]>;

let server: TestServer;
let admin: Client;
let other: Client;
const open: AbortController[] = [];

const english = { 'Accept-Language': 'en' };
const all = async (who: Client, language = 'en'): Promise<All> =>
  (await who.ask('sysDictType/allDictList', undefined, { 'Accept-Language': language })).body.result as All;
const shipped = async (value: number, language = 'en') =>
  (await all(other, language)).collectStatusEnum?.find((item) => item.value === value);
const typeId = async (code: string): Promise<string> =>
  (await admin.call<Row[]>('sysDictType/list')).find((row) => row.code === code)!.id;
const itemsOf = async (dictTypeId: string): Promise<Row[]> =>
  (await admin.call<{ items: Row[] }>('sysDictData/page', { dictTypeId, pageSize: 9_999_999 })).items;
const builtIn = async (value: string): Promise<Row> =>
  (await itemsOf(await typeId('collectStatusEnum'))).find((row) => row.value === value)!;
const refusal = async (path: string, body: unknown) => {
  const { body: answer } = await admin.ask(path, body, english);
  return answer.extras?.errorCode === 'validation' ? answer.message : answer.extras?.errorCode;
};

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  // Dictionaries as every installation has them.
  await syncShipped(server.database.owner);
  admin = await server.signIn('admin', PASSWORD);
  other = await server.signIn('colleague', PASSWORD);
});
afterAll(() => server.stop());

describe('a shipped item', () => {
  it('says in each language what the product ships', async () => {
    expect(await shipped(2)).toMatchObject({ label: 'Success', name: 'Success', renamed: false });
    expect(await shipped(2, 'zh-cn')).toMatchObject({ label: '成功', renamed: false });
    expect(await shipped(1, 'zh-tw')).toMatchObject({ label: '支付中', renamed: false });
  });

  it('is called and coloured as an administrator wants, at once and for all', async () => {
    const row = await builtIn('2');
    const heard = await listen(server.base, other, open);
    await admin.ask('sysDictData/update', { ...row, name: 'Paid', tagType: 'danger' }, english);
    expect(await shipped(2)).toMatchObject({ label: 'Paid', tagType: 'danger', renamed: true });
    expect(await shipped(2, 'zh-cn')).toMatchObject({ label: '成功', tagType: 'danger', renamed: false });
    // The colleague may not read the rows; what they say is on the colleague's screen all the same.
    await heard.until(() =>
      heard.changes().some(({ resource, id }) => resource === 'sysDictData' && id === row.id),
    );
    open.pop()?.abort();
  });

  it('that comes back as it was shown stays as shipped', async () => {
    const row = await builtIn('3');
    await admin.call('sysDictData/update', { ...row, remark: 'noted' });
    expect(await shipped(3)).toMatchObject({ label: 'Failed', remark: 'noted', renamed: false });
    expect(await shipped(3, 'zh-cn')).toMatchObject({ label: '失败', renamed: false });
  });

  it('keeps its code and its value, and stays', async () => {
    const row = await builtIn('4');
    expect(await refusal('sysDictData/update', { ...row, code: 'gone' })).toHaveProperty('code');
    expect(await refusal('sysDictData/update', { ...row, value: '44' })).toHaveProperty('value');
    expect(await refusal('sysDictData/delete', row)).toBe('builtIn');
    expect(await shipped(4)).toMatchObject({ name: 'Expired' });
  });

  it('is switched off and on', async () => {
    const row = await builtIn('5');
    expect(await admin.call('sysDictData/setStatus', { id: row.id, status: 2 })).toBe(1);
    expect(await shipped(5)).toBeUndefined();
    await admin.call('sysDictData/setStatus', { id: row.id, status: 1 });
    expect(await shipped(5)).toMatchObject({ name: 'Cancelled' });
  });
});

describe('an item of one’s own', () => {
  const mine = async (code: string) =>
    (await admin.call<Row>('sysDictType/add', { name: code, code, status: 1 })).id;

  it('is added, listed, changed and deleted as the family’s clients do', async () => {
    const dictTypeId = await mine('shirt');
    const { id } = await admin.call<Row>('sysDictData/add', {
      id: 0,
      dictTypeId,
      value: 'L',
      code: 'large',
      name: 'Large',
      tagType: 'success',
      extData: '{"cm":112}',
      orderNo: 5,
      status: 1,
    });
    expect(await admin.call<Row>(`sysDictData/detail?Id=${id}`)).toMatchObject({
      value: 'L',
      label: 'Large',
    });
    const items = await itemsOf(dictTypeId);
    expect(items).toMatchObject([
      { id, name: 'Large', code: 'large', extData: '{"cm":112}', isDelete: false },
    ]);
    expect(await admin.call('sysDictData/page', { dictTypeId, value: 'x' })).toMatchObject({ items: [] });
    expect(await admin.call(`sysDictData/list?DictTypeId=${dictTypeId}`)).toMatchObject(items);
    expect(await other.call('sysDictData/dataList/shirt')).toMatchObject([{ code: 'L', value: 'Large' }]);
    expect(await other.call('sysDictData/dataList?Code=shirt&Status=2')).toEqual([]);
    await admin.call('sysDictData/update', { ...items[0], code: 'big', name: 'Big' });
    expect((await all(other)).shirt).toMatchObject([
      { value: 'L', label: 'Big', name: 'Big', renamed: false },
    ]);
    await admin.call('sysDictData/delete', { ...items[0], version: undefined });
    expect(await all(other)).not.toHaveProperty('shirt');
  });

  it('is refused where its value is taken, or no number in a dictionary of numbers', async () => {
    const dictTypeId = await mine('sizeEnum');
    const add = (value: string) =>
      refusal('sysDictData/add', { dictTypeId, value, code: `c${newId()}`, name: 'N' });
    expect(await add('L')).toEqual({
      value: ['Values of a dictionary whose code ends in Enum are whole numbers'],
    });
    expect(await add('1')).toBeUndefined();
    expect(await add('1')).toBe('duplicate');
  });

  it('goes with its dictionary, whose whole row is taken', async () => {
    const dictTypeId = await mine('gone');
    await admin.call('sysDictData/add', { dictTypeId, value: '1', code: 'one', name: 'One' });
    const { items } = await admin.call<{ items: Row[] }>('sysDictType/page', { code: 'gone' });
    await admin.call('sysDictType/delete', items[0]);
    expect(await itemsOf(dictTypeId)).toEqual([]);
  });
});
