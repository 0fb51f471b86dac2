// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { RowsRequest, RowsResult } from '../../../contract/calls.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { forgetToasts, toastLogAtom } from '../../kit/ui/toast.ts';
import { createBlocks } from './blocks.ts';
import { chooseRange } from './range.ts';
import { createSelection } from './selection.ts';

const TOTAL = 30_000;

function list() {
  const fetch = vi.fn(async ({ start = 0, end = start }: RowsRequest): Promise<RowsResult> => {
    const items = Array.from({ length: end - start }, (_, at) => ({ id: `r${start + at}` }));
    return { items, start, total: TOTAL, totalIs: 'exact', snapshot: 's1' };
  });
  return { fetch, blocks: createBlocks(fetch), selection: createSelection() };
}
const toasts = () =>
  getDefaultStore()
    .get(toastLogAtom)
    .map(({ text }) => text);

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
beforeEach(forgetToasts);

it('takes what is loaded between two rows, in both directions, without asking anybody', async () => {
  const { fetch, ...model } = list();
  await model.blocks.load(0, 100);
  model.selection.moveTo('r7');
  await chooseRange(model, 'r4');
  expect(model.selection.ids()).toEqual(['r4', 'r5', 'r6', 'r7']);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('takes the rows between that are not loaded', async () => {
  const { fetch, ...model } = list();
  await model.blocks.load(0, 100);
  await model.blocks.load(2_400, 2_500);
  model.selection.moveTo('r50');
  await chooseRange(model, 'r2449');
  expect(model.selection.count(TOTAL)).toBe(2_400);
  expect(model.selection.has('r1200')).toBe(true);
  expect(model.selection.has('r2450')).toBe(false);
  expect(fetch.mock.calls.at(-1)![0]).toEqual({ start: 2_050, end: 2_450, snapshot: 's1' });
});

it('says how long a range may be, and chooses no part of a longer one', async () => {
  const { fetch, ...model } = list();
  await model.blocks.load(0, 100);
  await model.blocks.load(29_400, 29_500);
  model.selection.moveTo('r50');
  await chooseRange(model, 'r29475');
  expect(model.selection.ids()).toEqual([]);
  expect(toasts()).toEqual([expect.stringContaining('at most 5,000 rows')]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('leaves a range that somebody has gone on from', async () => {
  const { fetch, ...model } = list();
  await model.blocks.load(0, 100);
  await model.blocks.load(400, 500);
  model.selection.moveTo('r50');
  const choosing = chooseRange(model, 'r450');
  model.selection.point('r3');
  await choosing;
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(model.selection.ids()).toEqual([]);
});
