import { expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { figuresOf } from './rangeFigures.ts';

const row = (id: string, currency: string, amount: string | null, more: object = {}) => ({
  id,
  currency,
  amount,
  ...more,
});

it('adds amounts exactly and never across currencies', () => {
  const rows = [
    row('1', 'INR', '0.10', { fee: '0.20' }),
    row('2', 'INR', '9007199254740993.01', { fee: null }),
    row('3', 'USDT', '1.000001'),
    row('4', 'USDT', null),
  ];
  const { count, groups } = figuresOf(collectOrder.fields, ['amount', 'fee'], rows);
  expect(count).toBe(4);
  expect(groups).toEqual([
    {
      kind: 'money',
      currency: 'INR',
      count: 3,
      sum: '9007199254740993.31',
      average: '3002399751580331.1',
      least: '0.1',
      most: '9007199254740993.01',
    },
    {
      kind: 'money',
      currency: 'USDT',
      count: 1,
      sum: '1.000001',
      average: '1.000001',
      least: '1.000001',
      most: '1.000001',
    },
  ]);
});

it('counts what is no figure, and keeps counts and rates apart', () => {
  const rows = [
    row('1', 'INR', '5', { callbackCount: 1, feeRate: '0.018', orderNo: 'C1' }),
    row('2', 'INR', '5', { callbackCount: 2, feeRate: '0.02', orderNo: '' }),
    { id: 'gap:1', gap: true },
  ];
  const { count, groups } = figuresOf(collectOrder.fields, ['orderNo', 'callbackCount', 'feeRate'], rows);
  expect(count).toBe(5);
  expect(groups.map(({ kind, average }) => [kind, average])).toEqual([
    ['int', '1.5'],
    ['rate', '0.019'],
  ]);
});
