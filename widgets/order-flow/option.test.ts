import { describe, expect, it } from 'vitest';
import { tokens } from '../../src/kit/index.ts';
import { type HourFlow, flowOption, stepFor } from './option.ts';

const hour = (at: string, orders: number): HourFlow => ({
  hour: at,
  orders,
  success: 1,
  ended: 2,
  review: 0,
  amount: '12.5',
  fee: '1',
});
const words = {
  orders: 'Orders',
  amount: '<b>',
  rate: 'Rate',
  hour: (at: string) => at.slice(11, 16),
  money: (amount: string) => amount,
  count: String,
  short: String,
};
const option = () =>
  flowOption([hour('2026-11-21T08:00:00.000Z', 3), hour('2026-11-21T09:00:00.000Z', 5)], tokens(), words);

describe('the flow chart', () => {
  it('marks the running hour only', () => {
    const [bars] = option().series as { data: { value: number; itemStyle?: object }[] }[];
    expect(bars!.data.map(({ value, itemStyle }) => [value, itemStyle !== undefined])).toEqual([
      [3, false],
      [5, true],
    ]);
  });
  it('leaves room above the highest point, in two even steps', () => {
    for (const max of [1, 7, 9.9, 38, 412, 98_765])
      expect(stepFor(max) * 2).toBeGreaterThanOrEqual(max * 1.1);
    expect([0, 1, 412, 2_400].map(stepFor)).toEqual([1, 1, 250, 1_500]);
    // There is no order and a half.
    expect([2, 4, 13].map(stepFor)).toEqual([2, 3, 8]);
  });
  it('tells an hour in plain text, since the chart draws its tooltip as HTML', () => {
    const { formatter } = option().tooltip as { formatter: (points: { dataIndex: number }[]) => string };
    expect(formatter([{ dataIndex: 1 }])).toBe('09:00<br>Orders 5<br>&#60;b&#62; 12.5<br>Rate 50.00 %');
    expect(formatter([{ dataIndex: 9 }])).toBe('');
  });
});
