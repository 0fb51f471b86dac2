import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { bringIntoSight } from './bringIntoSight.ts';
import { describeTargets } from './describeRow.ts';
import { GridModel } from './model.ts';
import { BLIND } from './screenPorts.ts';
import type { GridPanel } from './usePanel.ts';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['grid', 'orders', 'dicts']);
});

const order = {
  id: '1',
  orderNo: 'C2611',
  merchantId: '9',
  merchantName: 'Kaveri Games',
  amount: '1200',
  currency: 'INR',
};
const focusGrid = vi.fn();
const reveal = vi.fn();
let model: GridModel;
let sees: boolean;
let shows: boolean;

const aim = (isInPanel: boolean) => bringIntoSight({ model, focusGrid } as unknown as GridPanel, isInPanel);

beforeEach(async () => {
  focusGrid.mockReset();
  reveal.mockReset();
  [sees, shows] = [true, true];
  const rows = async () => ({ items: [order], total: 1, totalIs: 'exact' as const, snapshot: '5' });
  const source = { rows } as unknown as ConstructorParameters<typeof GridModel>[2];
  model = new GridModel(collectOrder, { filters: {} } as ConstructorParameters<typeof GridModel>[1], source);
  model.screen = { ...BLIND, sees: () => sees, shows: () => shows, reveal };
  await model.load(0, 100);
});

test('a row that is outlined and in view is acted on', () => {
  model.selection.adopt('1');
  expect(aim(true)).toBe(true);
  expect(reveal).not.toHaveBeenCalled();
});

test('with the keyboard elsewhere the list gets it, and the key is asked for once more', () => {
  model.selection.adopt('1');
  expect(aim(false)).toMatch(/press the key again/);
  expect(focusGrid).toHaveBeenCalledOnce();
  expect(describeTargets(model)).toBe('C2611 · 1,200.00 INR · Kaveri Games');
});

test('a row that was scrolled away is shown before anything is done to it', () => {
  model.selection.adopt('1');
  sees = false;
  expect(aim(true)).toMatch(/is shown now/);
  expect(reveal).toHaveBeenCalledWith(0);
});

test('what lies over the row keeps a key from it', () => {
  model.selection.adopt('1');
  shows = false;
  expect(aim(true)).toMatch(/not in view/);
});

test('without a row the command says so, and the message how one is chosen', () => {
  expect(aim(true)).toBe(true);
  expect(describeTargets(model)).toMatch(/^No row is focused/);
});

test('ticked rows are named by their count; those out of view are asked about by a sheet', () => {
  model.selection.set(['1'], true);
  shows = false;
  expect(aim(true)).toBe(true);
  expect(focusGrid).not.toHaveBeenCalled();
  // As after the foot's button for all that match, which is gone once it was pressed.
  expect(aim(false)).toBe(true);
  expect(focusGrid).toHaveBeenCalledOnce();
});
