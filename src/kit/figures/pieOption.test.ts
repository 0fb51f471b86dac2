import { expect, it } from 'vitest';
import { measureOf } from '../../../contract/measures.ts';
import { tokens } from '../ui/theme.ts';
import { pieOption } from './MeasureChart.tsx';

const id = 'collectOrder.collected';
const group = (key: string, amount: string) => ({ key, label: key, values: { [id]: amount } });

it('draws what the listed groups leave, so that each part is one of the whole', () => {
  const data = {
    from: null,
    to: null,
    zone: 'UTC',
    total: { [id]: '100.30' },
    groups: [group('A', '60.10'), group('B', '20.10')],
    groupCount: 9,
    steps: [],
  };
  const content = { measure: measureOf(id)!, by: 'merchantId', currency: 'INR', data } as const;
  const { series } = pieOption({ ...content, shape: 'pie', step: undefined, hours: 24 }, tokens());
  const [{ data: parts }] = series as [{ data: { value: number; text: string }[] }];
  expect(parts.map(({ value, text }) => [value, text])).toEqual([
    [60.1, '60.10'],
    [20.1, '20.10'],
    [20.1, '20.10'],
  ]);
});
