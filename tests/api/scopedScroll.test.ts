import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { type EngineWorld, engineWorld, recorded, type Rows, type Who } from './engineWorld.ts';
import { isWalked } from '../support/share.ts';

/** Whoever sees some merchants scrolls their long lists as one who sees all scrolls everything. */

type Merchant = keyof EngineWorld['merchants'];
const SEES = {
  admin: ['agent', 'sub', 'lone', 'south', 'foreign'],
  all: ['agent', 'sub', 'lone', 'south'],
  branch: ['agent', 'sub', 'lone'],
  agent: ['agent', 'sub'],
  merchant: ['lone'],
} as const satisfies Partial<Record<Who, readonly Merchant[]>>;
type Person = keyof typeof SEES;
const PERSONS = Object.keys(SEES) as Person[];

interface List {
  resource: string;
  field: string;
  order: 'ascending' | 'descending';
  filter?: { field: string; value: number };
}

const LISTS: List[] = [
  { resource: 'collectOrder', field: 'createdAt', order: 'descending' },
  { resource: 'collectOrder', field: 'createdAt', order: 'ascending' },
  { resource: 'collectOrder', field: 'amount', order: 'descending' },
  { resource: 'collectOrder', field: 'amount', order: 'ascending' },
  {
    resource: 'collectOrder',
    field: 'createdAt',
    order: 'descending',
    filter: { field: 'status', value: 2 },
  },
  { resource: 'collectOrder', field: 'amount', order: 'ascending', filter: { field: 'status', value: 3 } },
  { resource: 'fundDetail', field: 'createdAt', order: 'descending' },
  { resource: 'fundDetail', field: 'amount', order: 'descending' },
  { resource: 'fundDetail', field: 'createdAt', order: 'ascending', filter: { field: 'type', value: 1 } },
  { resource: 'orderLog', field: 'createdAt', order: 'descending' },
  { resource: 'callback', field: 'sentAt', order: 'descending' },
  { resource: 'transaction', field: 'entryId', order: 'descending' },
];

let world: EngineWorld;
const idsOf = (person: Person) => SEES[person].map((name) => world.merchants[name]);
const bodyOf = ({ field, order, filter }: List) => ({
  sort: [{ field, order }],
  ...(filter && { [filter.field]: filter.value }),
});

async function plain(person: Person, { resource, field, order, filter }: List): Promise<string[]> {
  const way = order === 'descending' ? ' desc' : '';
  const where = filter ? `and ${snake(filter.field)} = ${filter.value}` : '';
  const { rows } = await world.server.database.owner.query<{ id: string }>(
    `select id from ${snake(resource)} where merchant_id = any($1::bigint[]) ${where}
     order by ${snake(field)}${way}, id${way}`,
    [idsOf(person)],
  );
  return rows.map(({ id }) => id);
}

const rows = (person: Person, list: List, body: Record<string, unknown>) =>
  world.as[person].call<Rows>(`${list.resource}/rows`, { ...bodyOf(list), ...body });
const shown = ({ items }: Rows) => items.map(({ id }) => id);

/** The same starts and lengths in every run. */
function windows(total: number): { start: number; end: number }[] {
  const found = [{ start: 0, end: 60 }];
  for (let at = 1; at < 14; at += 1) {
    const start = (at * 7919 + 13 * at * at) % total;
    found.push({ start, end: start + 10 + ((at * 31) % 80) });
  }
  return [
    ...found,
    { start: total - 1, end: total + 40 },
    { start: total - 55, end: total },
    { start: total, end: total + 40 },
    { start: total * 3, end: total * 3 + 40 },
  ];
}

beforeAll(async () => {
  // Snapshots end at 80 rows instead of 200,000; anchors are old after a tenth of a second and more than one part.
  world = await engineWorld({
    snapshotRows: 80,
    anchorFrom: 80,
    wideSnapshotRows: 80,
    anchorEvery: 12,
    anchorFreshMs: 100,
  });
  // All begin at one time; then one after the other has no newer rows.
  for (const [name, count] of [
    ['sub', 260],
    ['agent', 150],
    ['foreign', 500],
    ['south', 900],
    ['lone', 1_400],
  ] as const)
    await recorded(world, name, count);
});
afterAll(() => world?.stop());

describe.each(PERSONS)('%s', (person) => {
  const lists = LISTS.filter(
    ({ resource }, at) =>
      isWalked(at + PERSONS.indexOf(person), 2) &&
      (!['agent', 'merchant'].includes(person) || resources.get(resource)?.scope === 'merchantId'),
  );

  it.each(lists)('scrolls $resource by $field $order, filter $filter', async (list) => {
    const all = await plain(person, list);
    expect(all.length).toBeGreaterThan(80);
    const first = await rows(person, list, { start: 0, end: 100 });
    expect(first.snapshot).toMatch(/^a\./);
    expect(first).toMatchObject({ total: all.length, totalIs: 'exact' });
    expect(shown(first)).toEqual(all.slice(0, 100));
    for (const { start, end } of windows(all.length)) {
      const block = await rows(person, list, { start, end, snapshot: first.snapshot });
      expect(shown(block), `${start} to ${end}`).toEqual(all.slice(start, end));
    }
  });
});

describe('a list that moves', () => {
  const created: List = { resource: 'collectOrder', field: 'createdAt', order: 'descending' };

  /** Through a whole list by key from its first block, with something done between the blocks. */
  async function walk(person: Person, list: List, between: (shown: string[]) => Promise<void>) {
    const first = await rows(person, list, { start: 0, end: 70 });
    const ids = shown(first);
    for (;;) {
      await between(ids);
      const start = ids.length;
      const next = await rows(person, list, {
        start,
        end: start + 70,
        after: ids.at(-1),
        snapshot: first.snapshot,
      });
      if (next.items.length === 0) return ids;
      ids.push(...shown(next));
    }
  }

  it.each(['branch', 'agent', 'merchant'] as const)(
    'new rows of everybody repeat and hide nothing for %s',
    async (person) => {
      const before = await plain(person, created);
      const ids = await walk(person, created, async () => {
        await world.order('lone');
        await world.order('sub');
        await world.order('foreign');
      });
      expect(ids).toEqual(before);
      // Laid again from where the anchors ended, with the new rows in their places.
      const now = await plain(person, created);
      const again = await rows(person, created, { start: 0, end: 50 });
      expect(again.total).toBe(now.length);
      for (const start of [0, 10, 60, 333])
        expect(
          shown(await rows(person, created, { start, end: start + 30, snapshot: again.snapshot })),
        ).toEqual(now.slice(start, start + 30));
    },
  );

  it('rows that leave the filter are passed over, the others come once each', async () => {
    const list = { ...created, filter: { field: 'status', value: 1 } };
    const before = await plain('branch', list);
    const left = new Set<string>();
    const ids = await walk('branch', list, async (met) => {
      const at = before.indexOf(met.at(-1) ?? '');
      const gone = [before[at + 3], before[at + 90]].filter((id) => id !== undefined);
      if (gone.length > 0) await world.as.all.command('collectOrder/cancel', { ids: gone });
      for (const id of gone) left.add(id);
    });
    expect(left.size).toBeGreaterThan(4);
    expect(ids).toEqual(before.filter((id) => !left.has(id)));
  });
});

describe('a token', () => {
  const list = LISTS[0]!;

  it('serves nobody else', async () => {
    const { snapshot } = await rows('agent', list, { start: 0, end: 10 });
    for (const other of ['branch', 'merchant', 'all', 'admin'] as const) {
      const { body } = await world.as[other].ask('collectOrder/rows', { ...bodyOf(list), snapshot });
      expect(body.extras?.errorCode, other).toBe('snapshotGone');
    }
  });

  it('names no row of others beside which to go on', async () => {
    const { snapshot } = await rows('agent', list, { start: 0, end: 10 });
    const [foreign] = await plain('merchant', list);
    const { body } = await world.as.agent.ask('collectOrder/rows', {
      ...bodyOf(list),
      snapshot,
      after: foreign,
    });
    expect(body.extras?.errorCode).toBe('snapshotGone');
  });

  it('is gone once its person sees other merchants', async () => {
    const { owner } = world.server.database;
    const { snapshot } = await rows('branch', list, { start: 0, end: 10 });
    const move = (org: string) =>
      owner.query('update merchant set org_id = $1 where id = $2', [org, world.merchants.sub]);
    await move(world.south);
    try {
      const code = async () =>
        (await world.as.branch.ask('collectOrder/rows', { ...bodyOf(list), start: 300, snapshot })).body
          .extras?.errorCode;
      await expect.poll(code).toBe('snapshotGone');
      const again = await rows('branch', list, { start: 0, end: 10 });
      expect(again.total).toBe((await plain('merchant', list)).length + (await countOf('agent')));
    } finally {
      await move(world.north);
    }
  });

  async function countOf(merchant: Merchant): Promise<number> {
    const { rows: found } = await world.server.database.owner.query<{ n: number }>(
      'select count(*)::int as n from collect_order where merchant_id = $1',
      [world.merchants[merchant]],
    );
    return found[0]?.n ?? 0;
  }
});

it('what an unscoped person may not scroll is refused with what narrows it', async () => {
  for (const person of PERSONS) {
    const { body } = await world.as[person].ask('collectOrder/rows', {
      start: 0,
      end: 10,
      sort: [{ field: 'fee', order: 'ascending' }],
    });
    expect(body.extras, person).toMatchObject({
      errorCode: 'narrowSort',
      values: { max: 80, names: ['createdAt', 'amount'] },
    });
  }
});

/** Every filter and sort that the definitions let scroll, of tables. */
const DEEP = [...resources.values()].flatMap(({ id, deep, scope }) => {
  if (!deep || scope !== 'merchantId') return [];
  return [undefined, ...deep.filters.filter((name) => name !== 'merchantId')].flatMap((filter) =>
    deep.sorts.filter((sort) => !filter || !deep.alone?.includes(sort)).map((sort) => ({ id, sort, filter })),
  );
});

describe('a scope of several merchants is looked up in the index alone', () => {
  it('for every filter and sort of the definitions', () => {
    expect(DEEP).toHaveLength(14);
  });

  it.each(DEEP)('$id by $sort, filter $filter', async ({ id, sort, filter }) => {
    const { pool, owner } = world.server.database;
    const column = filter && snake(filter);
    const sql = await owner.query<{ definition: string }>(
      `select indexdef as definition from pg_indexes where tablename = $1 and indexdef like $2`,
      [snake(id), `%(${column ? `${column}, ` : ''}${snake(sort)}, id) INCLUDE (merchant_id)`],
    );
    expect(sql.rows).toHaveLength(1);
    const client = await pool.connect();
    try {
      await client.query(
        'begin read only; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      );
      const { rows: plan } = await client.query<Record<string, string>>(
        `explain (costs off) select i.id from ${snake(id)} i where ${column ? `i.${column} = 1 and ` : ''}
           i.merchant_id = any($1::bigint[]) and i.id <= 9000000000000000000
           and (i.${snake(sort)}, i.id) >= (${sort === 'amount' ? '1' : "timestamptz '2025-01-01Z'"}, 1)
         order by i.${snake(sort)}, i.id limit 100 offset 30`,
        [idsOf('branch')],
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Only Scan');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('as the server asks', async () => {
    const { pool } = world.server.database;
    const asked = vi.spyOn(pool, 'query');
    try {
      await rows('branch', LISTS[2]!, { start: 500, end: 600 });
      const walks = asked.mock.calls
        .map(([statement]) => statement as unknown as { text?: string })
        .filter(({ text }) => text?.startsWith('select i.id from'));
      expect(walks).toHaveLength(1);
      expect(walks[0]?.text).toContain('i.merchant_id = any(');
    } finally {
      asked.mockRestore();
    }
  });
});
