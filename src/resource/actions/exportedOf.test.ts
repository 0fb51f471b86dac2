import { expect, it, vi } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { GridModel } from '../grid/model.ts';
import { exportedOf } from './exportedOf.ts';

const rows = vi.hoisted(() => vi.fn());
vi.mock('../../kit/data/call.ts', async (original) => ({ ...(await original<object>()), call: rows }));

/** A list of which the first rows are loaded. */
async function listOf(loaded: number, total: number): Promise<GridModel> {
  const items = Array.from({ length: loaded }, (_, index) => ({ id: String(index) }));
  rows.mockResolvedValue({ items, start: 0, total, totalIs: 'exact', snapshot: 's' });
  const model = new GridModel(collectOrder, { filters: { currency: ['INR'] } });
  await model.load(0, 100);
  return model;
}

it('takes the filter where nothing is ticked, though a row is focused', async () => {
  const model = await listOf(3, 3);
  model.selection.moveTo('1');
  expect(exportedOf(model)).toEqual({ currency: ['INR'] });
  model.selection.toggle('2');
  expect(exportedOf(model)).toEqual({ ids: ['2'] });
});

it('leaves out what was taken out of all that match', async () => {
  const long = await listOf(100, 1_000);
  long.selection.all();
  long.selection.set(['4', '7'], false);
  expect(exportedOf(long)).toEqual({ currency: ['INR'], except: ['4', '7'] });
  const short = await listOf(3, 3);
  short.selection.all();
  short.selection.toggle('1');
  expect(exportedOf(short)).toEqual({ ids: ['0', '2'] });
});
