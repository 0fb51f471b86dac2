import { expect, test } from 'vitest';
import { bankBill } from '../../contract/resources/bank/bankBill.ts';
import { payment } from '../../contract/resources/bank/payment.ts';
import { fundDetail } from '../../contract/resources/finance/fundDetail.ts';
import { merchantAsset } from '../../contract/resources/finance/merchantAsset.ts';
import { withdrawal } from '../../contract/resources/finance/withdrawal.ts';
import { merchant } from '../../contract/resources/merchants/merchant.ts';
import { dailyReport } from '../../contract/resources/reports/dailyReport.ts';
import { phoneColumns, phoneFirst } from './phone.ts';

test('a phone’s list begins with which row, how much and its state', () => {
  expect(phoneFirst(withdrawal).slice(0, 1)).toEqual(['orderNo']);
  expect(phoneFirst(withdrawal).at(-1)).toBe('status');
  // The amount names its currency itself.
  expect(phoneFirst(merchantAsset)).toEqual(['merchantId', 'available']);
  // Of what one merchant collected and paid out in a day there is a row each.
  expect(phoneFirst(dailyReport)).toEqual(['reportDate', 'id', 'totalCollection', 'type']);
  // The time or type is pinned, and the amount goes before the long number.
  expect(phoneFirst(payment)).toEqual(['createdAt', 'amount', 'orderNo', 'status']);
  expect(phoneFirst(fundDetail)).toEqual(['type', 'amount', 'orderNo']);
  expect(phoneFirst(merchant)).toEqual([]);
  // What came in and what went out have no sum, and each line has its amount.
  expect(phoneFirst(bankBill)).toEqual(['billNo', 'amount', 'status']);
});

test('a narrow list has the currency that its amount names behind everything else', () => {
  const columns = ['pd-select', ...Object.keys(merchantAsset.fields)].map((colId) => ({ colId }));
  expect(phoneColumns(merchantAsset, columns).map(({ colId }) => colId)).toEqual([
    'pd-select',
    'merchantId',
    'available',
    'pending',
    'frozen',
    'total',
    'updatedAt',
    'currency',
  ]);
});
