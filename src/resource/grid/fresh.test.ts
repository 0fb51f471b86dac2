import { beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../kit/index.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  call,
}));

import { GridModel } from './model.ts';

const SUCCESS = 3;
const PAYING = 2;
const row = (id: string, status = SUCCESS): Row => ({ id, status, version: 1 });
/** A list of 900 rows of which the first block is loaded; 5000 is the newest row there was. */
const first = { items: [row('4000')], start: 0, total: 900, totalIs: 'exact', snapshot: 's.5000.hash' };
let now: Row[] = [];
const add = (...ids: string[]) =>
  ids.map((id) => ({ seq: 1, resource: 'collectOrder', id, change: 'add' as const }));
const update = (id: string) => [{ seq: 2, resource: 'collectOrder', id, change: 'update' as const }];
const look = () => vi.advanceTimersByTimeAsync(1_100);

beforeEach(() => {
  vi.useFakeTimers();
  call.mockImplementation((_path: string, body: { ids?: string[] }) =>
    Promise.resolve(body.ids ? { items: now.filter(({ id }) => body.ids!.includes(id)) } : first),
  );
  return () => vi.useRealTimers();
});

it('counts as new only what was made after the list was read', async () => {
  const model = new GridModel(collectOrder, { filters: { status: [SUCCESS] } });
  await model.load(0, 100);
  now = [row('4500'), row('5001'), row('5002', PAYING)];
  model.take(add('4500', '5001', '5002'));
  await look();
  expect(model.state()).toMatchObject({ total: 900, fresh: 1 });
});

it('takes a new row back when it leaves the filter', async () => {
  const model = new GridModel(collectOrder, { filters: { status: [SUCCESS] } });
  await model.load(0, 100);
  now = [row('5001')];
  model.take(add('5001'));
  await look();
  now = [row('5001', PAYING)];
  model.take(update('5001'));
  await look();
  expect(model.state().fresh).toBe(0);
});

it('knows nothing new before anything is loaded', async () => {
  const model = new GridModel(collectOrder, { filters: {} });
  now = [row('4100'), row('5001')];
  model.take([...add('5001'), ...update('4100')]);
  await look();
  expect(model.state().fresh).toBe(0);
});

it('reads a list anew that was empty, as nothing in it can jump', async () => {
  call.mockImplementation((_path: string, body: { ids?: string[] }) =>
    Promise.resolve(body.ids ? { items: now } : { ...first, items: [], total: 0 }),
  );
  const model = new GridModel(collectOrder, { filters: { status: [SUCCESS] } });
  await model.load(0, 100);
  const reread = vi.spyOn(model.screen, 'reread');
  now = [row('5001')];
  model.take(add('5001'));
  await look();
  expect(model.state().fresh).toBe(0);
  expect(reread).toHaveBeenCalledOnce();
});
