import { describe, expect, test } from 'vitest';
import type { Totals } from '../../../contract/calls.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { largestRows } from './largest.ts';

const totals = (...byCurrency: Totals['byCurrency']): Totals => ({
  total: 9,
  totalIs: 'exact',
  byCurrency,
});

describe('the largest amounts that a list can hold', () => {
  const sums = totals(
    { currency: 'INR', count: 7, sums: { amount: '1200300.5', fee: '9000' } },
    { currency: 'USDT', count: 2, sums: { amount: '12.345678', fee: '0.1' } },
  );

  test('a summed amount is bounded by its own sum, in each currency', () => {
    expect(largestRows(collectOrder, 'fee', sums)).toEqual([
      { id: '', fee: '9000', currency: 'INR' },
      { id: '', fee: '0.1', currency: 'USDT' },
    ]);
  });

  test('one that is not summed by the largest sum of its currency', () => {
    expect(largestRows(collectOrder, 'paidAmount', sums)[0]).toMatchObject({ paidAmount: '1200300.5' });
  });

  test('a signed one by the size of the largest, with its sign', () => {
    const net = totals({ currency: 'INR', count: 2, sums: { net: '-5', credit: '100', debit: '105' } });
    expect(largestRows(bankBill, 'net', net)[0]).toMatchObject({ net: '-105' });
  });

  test('what is no money has none', () => {
    expect(largestRows(collectOrder, 'status', sums)).toEqual([]);
  });
});
