import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';
import { isWalked, SHARE } from '../support/share.ts';

let world: EngineWorld;
let id: string;

beforeAll(async () => {
  world = await engineWorld();
  id = await world.paid('lone');
});
afterAll(() => world?.stop());

const NUL = 'a\u0000b';
const HALF = 'a\ud800';
/** What String() throws on. */
const THING = { toString: 1, valueOf: 1 };
const HUGE = '9999999999999999999';
const LONG = '9'.repeat(20);

/** Bodies of the list calls: what no column and no paging can take. */
const QUERIES: readonly Record<string, unknown>[] = [
  ...[NUL, HALF, THING, [THING], [NUL], 5, [[]], {}].flatMap((bad) => [
    { anyId: bad },
    { keyword: bad },
    { search: { keyword: bad } },
    { search: { fields: bad, keyword: 'x' } },
    { search: bad },
    { orderNo: bad },
    { merchantId: bad },
    { amount: bad },
    { amount: { from: bad } },
    { createdAt: { from: bad } },
    { status: bad },
    { status: [bad] },
    { settled: bad },
    { sort: bad },
    { sort: [bad] },
    { sort: [{ field: bad, order: bad }] },
    { field: bad, order: bad },
    { page: bad, pageSize: bad },
    { start: bad, end: bad },
    { ids: bad },
    { ids: [bad] },
    { limit: bad },
    { columns: bad },
    { columns: [bad] },
    { snapshot: bad },
    { after: bad, before: bad },
    { filter: bad },
    { filter: { field: bad } },
    { filter: { field: 'orderNo', operator: bad, value: 'x' } },
    { filter: { field: 'orderNo', operator: 'EQ', value: bad } },
    { filter: { field: 'merchantId', operator: 'EQ', value: bad } },
    { filter: { logic: bad, filters: [{ field: 'orderNo', value: 'x' }] } },
    { filter: { filters: bad } },
  ]),
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].flatMap((name) => [
    { filter: { field: 'orderNo', operator: name, value: 'x' } },
    { filter: { field: name, operator: 'EQ', value: 'x' } },
    { filter: { logic: name, filters: [{ field: 'orderNo', value: 'x' }] } },
    { sort: [{ field: name }] },
    { columns: [name] },
    { search: { fields: [name], keyword: 'x' } },
  ]),
  ...[HUGE, `-${HUGE}`, LONG, '-9223372036854775809', '9223372036854775808'].flatMap((number) => [
    { merchantId: number },
    { merchantId: [number, '1'] },
    { claimedBy: number },
    { filter: { field: 'id', operator: 'EQ', value: number } },
    { filter: { field: 'merchantId', operator: 'NEQ', value: number } },
    { ids: [number] },
    { after: number },
    { before: number },
    { snapshot: `s.${number}.x` },
    { amount: { from: number } },
    { status: number },
  ]),
  ...[
    8.64e15,
    -8.64e15,
    1e300,
    '0000-01-01T00:00:00Z',
    '+012345-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-01T00:00:00+23:59',
    '2026-13-45T99:00:00Z',
  ].flatMap((at) => [
    { createdAt: { from: at } },
    { createdAt: { to: at } },
    { createdAt: [at, at] },
    { filter: { field: 'createdAt', operator: 'GTE', value: at } },
  ]),
  { createdAt: ['2026-01-01T10:01:00Z', '2026-01-01T10:01:00Z'] },
  { createdAt: ['2026-01-01T15:00:00Z', '2026-01-01T10:00:00Z'] },
  { sort: [null] },
  { page: 9_007_199_254_740_991, pageSize: 1_000 },
  { start: 9_007_199_254_740_000, end: 9_007_199_254_740_100 },
];

const VERBS = ['page', 'rows', 'totals', 'options', 'export'];

/** Other calls, each with what it must refuse. */
function others(): [path: string, body?: unknown][] {
  const bads = [NUL, HALF, THING, [THING], HUGE, LONG, `-${HUGE}`, 8.64e15];
  const about = (bad: unknown): [string, unknown][] => [
    ['sysAuth/login', { account: bad, password: bad, code: bad, codeId: bad }],
    ['sysAuth/unLockScreen', { password: bad }],
    ['sysUser/changePwd', { passwordOld: bad, passwordNew: bad }],
    ['userSetting/save', { key: bad, value: 1, version: 0 }],
    ['userSetting/save', { key: 'k', value: bad, version: 0 }],
    ['userSetting/save', { key: 'k', value: { [typeof bad === 'string' ? bad : 'x']: bad }, version: 0 }],
    ['userSetting/save', { key: 'k', value: 1, version: bad }],
    ['layout/save', { name: bad, kind: 'workspace', working: '{}' }],
    ['layout/save', { name: 'n', kind: 'workspace', working: bad }],
    ['layout/save', { id: bad, name: 'n', kind: 'workspace', version: bad }],
    ['layout/activate', { id: bad }],
    ['merchant/update', { id: world.merchants.lone, version: 1, remark: bad }],
    ['merchant/update', { id: world.merchants.lone, version: 1, config: { a: bad } }],
    ['merchant/update', { id: world.merchants.lone, version: 1, config: JSON.stringify({ a: bad }) }],
    ['merchant/update', { id: bad, version: 1 }],
    ['merchant/add', { name: bad, orgId: bad, agentId: bad }],
    ['merchant/delete', { ids: [bad] }],
    ['sysConfig/add', { name: bad, code: bad, value: bad }],
    ['sysConfig/list', { name: bad, code: bad, groupCode: bad }],
    ['sysConfig/batchUpdate', [{ code: bad, value: bad }]],
    ['sysConfig/batchDelete', { ids: [bad] }],
    ['sysRole/add', { name: 'r', code: 'r', dataScope: 1, status: 1, menuIds: bad }],
    ['sysRole/add', { name: 'r', code: 'r', dataScope: 1, status: 1, menuIds: [bad] }],
    ['sysRole/grantMenu', { id: bad, menuIdList: [bad] }],
    ['sysUser/add', { account: bad, realName: 'x', roleIds: [bad], orgId: bad, merchantId: bad }],
    ['sysUser/setStatus', { id: bad, status: 2 }],
    ['sysMenu/add', { title: bad, type: 1, pid: bad }],
    ['sysMenu/update', { id: bad, title: 'x' }],
    ['sysMenu/delete', { id: bad }],
    ['sysNotice/setRead', { ids: [bad] }],
    ['sysNotice/mine', { limit: bad }],
    ['sysDictType/setStatus', { id: bad, status: 1 }],
    ['measure/read', { measures: ['collectOrder.rows'], where: { currency: ['INR'], merchantId: [bad] } }],
    ['measure/read', { measures: [bad], by: bad, where: { currency: [bad] }, from: bad, to: bad }],
    ['jobs/cancel', { id: bad }],
    ['collectOrder/claim', { ids: [bad] }],
    ['collectOrder/claim', { ids: [id, bad] }],
    ['collectOrder/claim', { all: { anyId: bad, sort: bad }, dryRun: true }],
    ['collectOrder/claim', { all: { sort: [bad] }, dryRun: true }],
    ['collectOrder/claim', { all: {}, except: [bad], dryRun: true }],
    ['collectOrder/claim', { all: {}, snapshot: bad, dryRun: true }],
    ['collectOrder/claim', { all: {}, token: bad }],
    ['collectOrder/claim', { ids: bad, input: bad }],
    ['collectOrder/reverse', { ids: [id], input: { reason: bad } }],
  ];
  const inQueries = [NUL, LONG, HUGE, `-${HUGE}`, '[]', '{}', '%'].map(encodeURIComponent);
  return [
    ...bads.flatMap(about),
    ['collectOrder/claim', { all: { sort: [null] }, dryRun: true }],
    [
      'merchant/update',
      { id: world.merchants.lone, version: 1, config: '['.repeat(30_000) + ']'.repeat(30_000) },
    ],
    ...inQueries.flatMap((bad): [string][] => [
      [`sysDictType/dataList?code=${bad}&status=${bad}`],
      [`collectOrder/detail?id=${bad}`],
      [`jobs/detail?id=${bad}`],
      [`jobs/file?id=${bad}`],
      [`layout/detail?id=${bad}`],
      [`sysRole/ownMenuList?id=${bad}`],
      [`sysMenu/list?title=${bad}&type=${bad}`],
      [`sysConst/data/${bad}`],
      [`sysNotice/mine?limit=${bad}`],
      [`sysAuth/refreshToken?accessToken=${bad}`],
      [`find?q=${bad}`],
    ]),
    ['sysDictType/dataList?code=a&status=99999999999'],
  ];
}

const AT_ONCE = 8;

/** The calls that ended as a fault instead of an answer. */
async function faults(calls: readonly [path: string, body?: unknown][]): Promise<unknown[]> {
  const found: unknown[] = [];
  const left = [...calls];
  const hand = async () => {
    for (let call = left.pop(); call; call = left.pop()) {
      const [path, body] = call;
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      const { status, body: answer } = await world.as.admin.ask(path, body, key);
      if (status >= 500 || answer.extras?.errorCode === 'internal') found.push([path, JSON.stringify(body)]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  return found;
}

describe('what no column can take is refused, never a fault', () => {
  for (const verb of VERBS) {
    it(`in the lists: ${verb}`, async () => {
      // A query goes to one verb a run at least, another one each time.
      const mine = QUERIES.filter((_query, at) => isWalked(at + VERBS.indexOf(verb), 3));
      expect(await faults(mine.map((query) => [`collectOrder/${verb}`, query])), SHARE).toEqual([]);
      const jobs = "update job set status = 'cancelled' where status = 'queued'";
      await world.server.database.pool.query(jobs);
    });
  }

  it('in a list of another scope', async () => {
    expect(await faults(QUERIES.map((query) => ['merchant/page', query]))).toEqual([]);
  });

  it('in the other calls', async () => {
    expect(await faults(others())).toEqual([]);
  });

  it('in the snapshot of a scroll', async () => {
    const { snapshot } = await world.as.admin.call<{ snapshot: string }>('collectOrder/rows', {});
    const hash = snapshot.split('.').at(-1);
    for (const bound of [LONG, HUGE, '-1', 'x'])
      for (const token of [`s.${bound}.${hash}`, `a.${bound}.${bound}.${hash}`])
        expect(
          (await world.as.admin.ask('collectOrder/rows', { snapshot: token })).body.extras?.errorCode,
        ).toBe('snapshotGone');
  });

  it('says what is wrong with a NUL, half a character and an unknown operator', async () => {
    const code = async (body: unknown) =>
      (await world.as.admin.ask('collectOrder/page', body)).body.extras?.errorCode;
    for (const bad of [{ anyId: NUL }, { other: [HALF] }, { [HALF]: 1 }, { anyId: [THING] }])
      expect(await code(bad)).toBe('validation');
    expect(await code({ filter: { field: 'orderNo', operator: 'constructor', value: 'x' } })).toBe(
      'validation',
    );
    expect(await code({ anyId: 'a\\u0000', keyword: '\u{1f600}' })).toBeUndefined();
  });

  it('receives a request for half a minute at most, however slowly it comes', () => {
    const { requestTimeout, headersTimeout } = world.server.app.server;
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 30_000 });
  });

  it('answers an address that cannot be decoded, in the envelope', async () => {
    for (const path of ['/%', '/api/%', '/api/collectOrder/%ff']) {
      const answer = await fetch(`${world.server.base}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({
        code: 404,
        type: 'error',
        extras: { errorCode: 'notFound' },
      });
    }
  });

  it('shows a person who typed such an address the page of what does not exist', async () => {
    const ask = (path: string) =>
      fetch(`${world.server.base}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const page = await ask('/order/%zz');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/404']);
    expect((await ask('/api/%')).status).toBe(404);
  });

  it('answers a merchant of the demo that sends nonsense', async () => {
    const demo = await startServer({ environment: { demo: true, demoTraffic: 0 } });
    try {
      for (const path of ['%00', '%5C', 'x'])
        for (const body of ['{}', '{', '"\\u0000"']) {
          const answer = await fetch(`${demo.base}/sandbox/callback/${path}`, { method: 'POST', body });
          expect(await answer.json()).toMatchObject({ code: 400, extras: { errorCode: 'validation' } });
        }
    } finally {
      await demo.stop();
    }
  });
});
