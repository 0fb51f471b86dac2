import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** A filter that nobody reads would answer, and act on, more than was asked for. */
let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
  await world.paid('lone');
});
afterAll(() => world?.stop());

async function refusal(path: string, body: unknown): Promise<string[]> {
  const answer = await world.as.branch.ask(path, body, { 'Idempotency-Key': crypto.randomUUID() });
  const { code, message, extras } = answer.body;
  if (code === 200) return [];
  expect(extras?.errorCode).toBe('validation');
  return Object.keys(message as unknown as object);
}

const VERBS = ['page', 'rows', 'totals', 'export'] as const;

describe.each(VERBS)('%s', (verb) => {
  const wrong = (body: unknown) => refusal(`collectOrder/${verb}`, body);

  it('refuses filters that the resource does not have, by name', async () => {
    expect(await wrong({ statuss: [2], status: [2] })).toEqual(['statuss']);
    expect(await wrong({ payerAge: 3, statuss: null })).toEqual(['payerAge', 'statuss']);
    // A column without a filter.
    expect(await wrong({ proof: 'x' })).toEqual(['proof']);
    expect(await wrong({ status: [2], anyId: 'P1', keyword: 'p' })).toEqual([]);
  });

  it('names at most 20', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`no${at}`, 1]));
    expect(await wrong(many)).toHaveLength(20);
  });

  it('refuses parts of a filter that would be left out', async () => {
    for (const filter of [
      { feild: 'status', operator: 'EQ', value: 2 },
      { operator: 'EQ', value: 2 },
      { filter: [{ field: 'status', value: 2 }] },
      { filters: { field: 'status', value: 2 } },
      { filters: [{ field: 'status', value: 2 }], field: 'status', value: 3 },
      { filters: [{ filters: [{ field: 'status', val: 2 }] }] },
      'status = 2',
      [{ field: 'status', value: 2 }],
    ])
      expect(await wrong({ filter }), JSON.stringify(filter)).toEqual(['filter']);
    for (const search of [{ keywords: 'x' }, { fields: 'orderNo', keyword: 'x' }, 'x', { keyword: ['x'] }])
      expect(await wrong({ search }), JSON.stringify(search)).toEqual(['search']);
    expect(await wrong({ keyword: { text: 'x' } })).toEqual(['keyword']);
    expect(await wrong({ amount: { form: '5' } })).toEqual(['amount']);
    expect(await wrong({ amount: ['5', '6', '7'] })).toEqual(['amount']);
  });

  it('takes what clients of the family send empty', async () => {
    const filter = { logic: null, filters: [], field: null, operator: null, value: null };
    const search = { fields: [], keyword: '' };
    expect(await wrong({ filter, search, keyword: '', field: '', order: '' })).toEqual([]);
  });
});

it('refuses a place that is none, by field', async () => {
  for (const [body, field] of [
    [{ page: -1 }, 'page'],
    [{ page: 0 }, 'page'],
    [{ page: 'a' }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ pageSize: '1e2' }, 'pageSize'],
  ] as const)
    expect(await refusal('collectOrder/page', body), JSON.stringify(body)).toEqual([field]);
  for (const [body, field] of [
    [{ start: 1.5 }, 'start'],
    [{ start: -1 }, 'start'],
    [{ start: '10' }, 'start'],
    [{ end: 1e300 }, 'end'],
    [{ after: 'abc' }, 'after'],
    [{ before: '01' }, 'before'],
  ] as const)
    expect(await refusal('collectOrder/rows', body), JSON.stringify(body)).toEqual([field]);
  expect(await refusal('collectOrder/page', { page: '1', pageSize: 5 })).toEqual([]);
});

it('says what is wrong in words', async () => {
  const messageFor = async (body: unknown) =>
    (await world.as.branch.ask('collectOrder/page', body)).body.message;
  expect(await messageFor({ page: -1 })).toEqual({ page: ['page must be a whole number above 0'] });
  expect(JSON.stringify(await messageFor({ statuss: 1 }))).toContain(
    'cannot be filtered by “statuss”; possible are',
  );
});

it('a command on all that match acts on nothing where the filter is misspelled', async () => {
  for (const all of [{ statuss: [2] }, { ids: ['1'] }, { filter: { feild: 'status', value: 2 } }])
    expect(await refusal('collectOrder/notify', { all, dryRun: true }), JSON.stringify(all)).toHaveLength(1);
  expect(await refusal('collectOrder/notify', { all: { status: [2] }, dryRun: true })).toEqual([]);
});

it('a page or totals of named rows is no way to name rows', async () => {
  expect(await refusal('collectOrder/page', { ids: ['1'] })).toEqual(['ids']);
  expect(await refusal('collectOrder/totals', { ids: ['1'] })).toEqual(['ids']);
});

it('the calls of the family go on tolerating what they do not know', async () => {
  for (const verb of ['page', 'rows', 'totals']) {
    const { body } = await world.as.admin.ask(`sysUser/${verb}`, { page: -1, posId: 3, statuss: 2 });
    expect(body.code, verb).toBe(200);
  }
});
