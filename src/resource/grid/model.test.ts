// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { resources } from '../../../contract/resources/index.ts';
import { CallError } from '../../kit/index.ts';
import { GridModel } from './model.ts';

const rows = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (original) => ({ ...(await original<object>()), call: rows }));
afterEach(() => rows.mockReset());

const answer = (start: number) => ({
  items: Array.from({ length: 100 }, (_, index) => ({ id: String(start + index) })),
  start,
  total: 1_000,
  totalIs: 'exact',
  snapshot: 's',
});

test('a block that a broken line kept back is asked for again, though another one came meanwhile', async () => {
  const model = new GridModel(resources.get('collectOrder')!, { filters: {} });
  const reread = vi.fn();
  model.screen = { ...model.screen, reread };
  const broken = new CallError('no line', { code: 0, errorCode: 'network' });
  rows
    .mockResolvedValueOnce(answer(0))
    .mockRejectedValueOnce(broken)
    .mockResolvedValueOnce(answer(100))
    .mockResolvedValue(answer(500));
  await model.load(0, 100);
  expect(await model.load(500, 600)).toBeUndefined();
  // The rows that are there stay: nothing is said in their place.
  expect(model.state()).toMatchObject({ refusal: undefined, total: 1_000 });
  await model.load(100, 200);
  expect(model.state().refusal).toBeUndefined();
  model.retry();
  model.retry();
  expect(reread).toHaveBeenCalledTimes(1);
});

test('a list of which nothing has come yet says why', async () => {
  const model = new GridModel(resources.get('collectOrder')!, { filters: {} });
  rows.mockRejectedValue(new CallError('no line', { code: 0, errorCode: 'network' }));
  await model.load(0, 100);
  expect(model.state()).toMatchObject({ loading: false, refusal: { message: 'no line' } });
});

test('a row that changed and still fits is told of, though no figure of the list moved', async () => {
  const model = new GridModel(resources.get('collectOrder')!, { filters: {} });
  rows.mockResolvedValueOnce(answer(0));
  await model.load(0, 100);
  const heard = vi.fn();
  model.subscribe(heard);
  model.patch([{ id: '7', settled: true }], []);
  expect(heard).toHaveBeenCalledTimes(1);
  // One that is not there changes nothing.
  model.patch([{ id: '700', settled: true }], []);
  expect(heard).toHaveBeenCalledTimes(1);
});
