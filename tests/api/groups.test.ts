import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Totals } from '../../contract/calls.ts';
import { type Group, type Groups, isGroupable } from '../../contract/listGroups.ts';
import { resourceOf, resources } from '../../contract/resources/index.ts';
import { type EngineWorld, engineWorld, plentyOf, type Who } from './engineWorld.ts';

/** W28: a list in groups; each group is exactly the list that its filters ask for. */

let world: EngineWorld;
let small: EngineWorld;

beforeAll(async () => {
  world = await engineWorld();
  for (const name of ['sub', 'lone', 'south', 'foreign'] as const) {
    await world.as.admin.command('collectOrder/settle', { ids: [await world.paid(name)] });
    await world.paid(name, { amount: '123456.78' });
    await world.order(name);
  }
  const claimed = await world.paid('lone');
  await world.server.database.pool.query(
    'update collect_order set claimed_by = $2, claimed_at = now() where id = $1',
    [claimed, world.userIds.self],
  );
  small = await engineWorld({ snapshotRows: 100 });
  await small.order('lone');
  await plentyOf(small, 'lone', 300);
});
afterAll(async () => {
  await world.stop();
  await small.stop();
});

const KINDS: readonly Who[] = ['admin', 'all', 'branch', 'self', 'merchant', 'agent'];
const PAIRS = [
  ['collectOrder', ['merchantId', 'status']],
  ['collectOrder', ['settled', 'claimedBy']],
  ['collectOrder', ['currency']],
  ['collectOrder', ['channelId', 'callbackStatus']],
  ['fundDetail', ['merchantId', 'type']],
] as const;

it('takes every field that it offers, of every list', async () => {
  const refused: unknown[] = [];
  for (const { id, fields } of resources.values())
    for (const [name, field] of Object.entries(fields)) {
      if (!isGroupable(field)) continue;
      const { status, body } = await world.as.admin.ask(`${id}/groups`, { by: [name] });
      // Lists that are served by routes of their own have no groups.
      if (status !== 404 && body.code !== 200) refused.push([id, name, body.extras?.errorCode]);
    }
  expect(refused).toEqual([]);
});

const filtersOf = (by: readonly string[], { values }: Group) =>
  Object.fromEntries(values.map((value, at) => [by[at], typeof value === 'boolean' ? value : [value]]));

const plain = (totals: readonly { currency: string | null; count: number; sums: Record<string, string> }[]) =>
  [...totals].sort((a, b) => String(a.currency).localeCompare(String(b.currency)));

describe.each(KINDS)('groups of %s', (who) => {
  it.each(PAIRS)('of %s by %j are the lists of their filters', async (resource, by) => {
    const { fields } = resourceOf(resource);
    const mayAll = who !== 'merchant' && who !== 'agent';
    // What only the staff may know is no field of others.
    const known = by.filter((name) => mayAll || !fields[name]?.staff);
    expect(known.every((name) => isGroupable(fields[name]!))).toBe(true);
    const { groups } = await world.as[who].call<Groups>(`${resource}/groups`, { by: known });
    const all = await world.as[who].call<Totals>(`${resource}/totals`, {});
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    for (const group of groups) {
      const totals = await world.as[who].call<Totals>(`${resource}/totals`, filtersOf(known, group));
      expect(group.count).toBe(totals.total);
      expect(plain(group.byCurrency)).toEqual(plain(totals.byCurrency));
    }
  });
});

it('names what a group refers to', async () => {
  const { groups } = await world.as.admin.call<Groups>('collectOrder/groups', { by: ['merchantId'] });
  expect(groups.map(({ labels }) => String(labels[0])).sort()).toEqual([
    'Foreign',
    'Lone',
    'Southern',
    'Sub',
  ]);
});

it('are counted by the rollup however many rows match, and refused where it does not know a field', async () => {
  const by = { by: ['merchantId', 'status'] };
  const { groups, countedBy } = await small.as.admin.call<Groups>('collectOrder/groups', by);
  const { rows } = await small.server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from collect_order',
  );
  expect(countedBy).toBe('rollup');
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(rows[0]!.n);
  const refused = await small.as.admin.ask('collectOrder/groups', { by: ['channelId'] });
  expect(refused.body.extras?.errorCode).toBe('narrowFilter');
});

it.each([[[]], [['amount']], [['nothing']], [['status', 'settled', 'currency']], ['status']])(
  'refuse to be made by %j',
  async (by) => {
    const { body } = await world.as.admin.ask('collectOrder/groups', { by });
    expect(body.extras?.errorCode).toBe('validation');
  },
);
