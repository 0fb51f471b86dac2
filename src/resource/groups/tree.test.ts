import { expect, it } from 'vitest';
import type { Group } from '../../../contract/listGroups.ts';
import { filtersOf, linesOf } from './tree.ts';

const group = (values: Group['values'], currency: string, count: number, amount: string): Group => ({
  values,
  labels: values.map(() => null),
  count,
  byCurrency: [{ currency, count, sums: { amount } }],
});

it('adds the parts of a group per currency and never across currencies', () => {
  const groups = [
    group(['1', 2], 'INR', 2, '0.1'),
    group(['1', 3], 'USDT', 1, '5'),
    group(['1', 4], 'INR', 1, '0.2'),
  ];
  const [whole, ...rest] = linesOf(groups, 2, new Set());
  expect(rest).toEqual([]);
  expect(whole).toMatchObject({ count: 4, expanded: false, level: 0 });
  expect(whole!.byCurrency).toEqual([
    { currency: 'INR', count: 3, sums: { amount: '0.3' } },
    { currency: 'USDT', count: 1, sums: { amount: '5' } },
  ]);
  expect(linesOf(groups, 2, new Set([whole!.id])).map(({ level }) => level)).toEqual([0, 1, 1, 1]);
});

it('asks for the rows of a group by filters, and for those without a value too', () => {
  expect(filtersOf(['merchantId', 'settled'], { values: ['7', false] })).toEqual({
    merchantId: ['7'],
    settled: false,
  });
  expect(filtersOf(['claimedBy'], { values: [null] })).toEqual({ claimedBy: [null] });
});
