import { describe, expect, test } from 'vitest';
import type { Totals } from '../../../contract/calls.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { boundsOf } from './kindWidths.ts';

const totals = (...byCurrency: Totals['byCurrency']): Totals => ({
  total: 9,
  totalIs: 'exact',
  byCurrency,
});
const UNCOUNTED: Totals = { total: 0, totalIs: 'estimate', byCurrency: [], late: true };

describe('the largest amounts that a list can hold', () => {
  const sums = totals(
    { currency: 'INR', count: 7, sums: { amount: '1200300.5', fee: '9000' } },
    { currency: 'USDT', count: 2, sums: { amount: '12.345678', fee: '0.1' } },
  );

  test('a summed amount is bounded by its own sum, in each currency', () => {
    expect(boundsOf(collectOrder, 'fee', sums)).toEqual([
      { id: '', fee: '9000', currency: 'INR' },
      { id: '', fee: '0.1', currency: 'USDT' },
    ]);
  });

  test('one that is not summed by all sums of its currency', () => {
    const found = boundsOf(collectOrder, 'paidAmount', sums).map(({ paidAmount }) => paidAmount);
    expect(found).toEqual(['1200300.5', '9000', '12.345678', '0.1']);
  });

  test('a signed one by what was added up without signs', () => {
    const net = totals({ currency: 'INR', count: 2, sums: { net: '-5', credit: '100', debit: '105' } });
    expect(boundsOf(bankBill, 'net', net).map((row) => row.net)).toEqual(['-100', '-105']);
  });

  test('a list with signed sums alone has room for what its currencies usually need', () => {
    const signed = totals(
      { currency: 'INR', count: 2, sums: { amount: '-125' } },
      { currency: 'USDT', count: 2, sums: { amount: '3' } },
    );
    const found = boundsOf(fundDetail, 'balanceAfter', signed).map((row) => row.balanceAfter);
    expect(found).toEqual(['999999999', '9999999']);
    expect(boundsOf(fundDetail, 'amount', signed)[0]).toMatchObject({ amount: '-999999999' });
    expect(boundsOf(fundDetail, 'amount', undefined, ['IDR'])).toEqual([
      { id: '', amount: '-99999999999', currency: 'IDR' },
    ]);
  });

  test('so has one that is not counted in time; an empty one needs none', () => {
    expect(boundsOf(collectOrder, 'amount', UNCOUNTED, ['INR'])).toEqual([
      { id: '', amount: '999999999', currency: 'INR' },
    ]);
    expect(boundsOf(collectOrder, 'amount', UNCOUNTED).length).toBeGreaterThan(10);
    expect(boundsOf(collectOrder, 'amount', totals())).toEqual([]);
    expect(boundsOf(collectOrder, 'amount', undefined)).toEqual([]);
  });
});

test('a state is bounded by all of its labels, a time by another day than today', () => {
  expect(boundsOf(collectOrder, 'status', undefined).length).toBeGreaterThan(4);
  expect(boundsOf(collectOrder, 'createdAt', undefined)).toEqual([
    { id: '', createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
});

test('a text has no bound', () => {
  expect(boundsOf(collectOrder, 'orderNo', undefined)).toEqual([]);
  expect(boundsOf(collectOrder, 'merchantId', undefined)).toEqual([]);
});
