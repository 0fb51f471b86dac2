// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { resources } from '../../../contract/resources/index.ts';
import { CallError } from '../../kit/index.ts';
import { setPreferences } from '../../kit/preferences.ts';
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

test('a list that is read again while the server is away keeps its rows, marked, until the line is back', async () => {
  vi.useFakeTimers();
  const model = new GridModel(resources.get('collectOrder')!, { filters: {} });
  const reread = vi.fn(() => void model.load(0, 100));
  model.screen = { ...model.screen, reread };
  const away = new CallError('no line', { code: 0, errorCode: 'network' });
  rows.mockResolvedValueOnce(answer(0)).mockRejectedValue(away);
  const before = await model.load(0, 100);
  model.refresh();
  expect(await model.load(0, 100)).toEqual(before);
  expect(model.state()).toMatchObject({ refusal: undefined, loading: false, total: 1_000 });
  expect(model.focused.rowOf('7')).toBeDefined();
  // A block that was never there waits for the line.
  expect(await model.load(100, 200)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(model.state()).toMatchObject({ refusal: undefined, staleSince: expect.any(Number) });
  expect(model.focused.rowOf('7')).toBeDefined();
  rows.mockResolvedValue({ ...answer(3), snapshot: 'next' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(model.state()).toMatchObject({ refusal: undefined, staleSince: undefined });
  expect(model.blocks.order()[0]).toBe('3');
  const asked = rows.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rows.mock.calls.length).toBe(asked);
  vi.useRealTimers();
});

test('a list with another filter shows none of the rows of the one before', async () => {
  const model = new GridModel(resources.get('collectOrder')!, { filters: {} });
  rows
    .mockResolvedValueOnce(answer(0))
    .mockRejectedValue(new CallError('no line', { code: 0, errorCode: 'network' }));
  await model.load(0, 100);
  model.setFilters({ status: [1] });
  expect(await model.load(0, 100)).toBeUndefined();
  expect(model.state()).toMatchObject({ loading: false, refusal: { message: 'no line' } });
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

test('a day that is another one, in another zone or after midnight, is read anew; an hour is not', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T20:00:00Z') });
  setPreferences({ timeZone: 'Asia/Kolkata' });
  const open = (relative: 'today' | 'hour') => {
    const model = new GridModel(resources.get('collectOrder')!, { filters: { createdAt: { relative } } });
    model.selection.set(['1'], true);
    const from = () => (model.wire().createdAt as { from: string }).from;
    return { model, from };
  };
  const [today, hour] = [open('today'), open('hour')];
  const keepUp = () => {
    today.model.keepUp();
    hour.model.keepUp();
  };
  keepUp();
  expect(today.model.state().generation).toBe(0);
  expect(today.from()).toBe('2026-03-01T18:30:00.000Z');
  setPreferences({ timeZone: 'America/Sao_Paulo' });
  keepUp();
  expect(today.from()).toBe('2026-03-01T03:00:00.000Z');
  expect(today.model.selection.ids()).toEqual([]);
  vi.setSystemTime(Date.parse('2026-03-02T02:59:59Z'));
  keepUp();
  expect(today.model.state().generation).toBe(1);
  today.model.setFrozen(true);
  vi.setSystemTime(Date.parse('2026-03-02T03:00:00Z'));
  keepUp();
  expect(today.model.state().generation).toBe(1);
  today.model.setFrozen(false);
  keepUp();
  expect(today.from()).toBe('2026-03-02T03:00:00.000Z');
  expect(hour.model.state().generation).toBe(0);
  expect(hour.model.selection.ids()).toEqual(['1']);
  vi.useRealTimers();
});
