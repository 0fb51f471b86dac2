import { EVERYONE } from '../../audience.ts';
import { date, dict, instant, int, money, rate, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a merchant's orders of one day came to; the day is that of their creation in the report zone. */
export const dailyReport = defineResource('dailyReport', {
  area: 'reports',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'id',
  sort: { field: 'reportDate', order: 'descending' },
  totals: [
    'totalCollection',
    'successCollection',
    'collectionFee',
    'totalPayment',
    'successPayment',
    'paymentFee',
  ],
  fields: {
    reportDate: date({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    type: dict('reportTypeEnum', { readonly: true, filter: 'in', sort: true }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    collectionCount: int({ readonly: true, sort: true, width: 72 }),
    totalCollection: money({ readonly: true, sort: true }),
    paymentCount: int({ readonly: true, sort: true, width: 72 }),
    totalPayment: money({ readonly: true, sort: true }),
    successCount: int({ readonly: true, sort: true, width: 72 }),
    successCollection: money({ readonly: true, sort: true }),
    successPayment: money({ readonly: true, sort: true }),
    successRate: rate({ readonly: true, sort: true }),
    collectionFee: money({ readonly: true, sort: true }),
    paymentFee: money({ readonly: true, sort: true }),
    processingCount: int({ readonly: true, sort: true, width: 72 }),
    processingAmount: money({ readonly: true, sort: true }),
    computedAt: instant({ readonly: true, sort: true }),
  },
});
