import { STAFF } from '../../audience.ts';
import { date, dict, instant, int, money, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { GAP_TOTALS, reportGaps } from './reportGaps.ts';

const { agreement, ...gaps } = reportGaps;

/** What went through an upstream on one day of posting, and what was left of the fees. */
export const upstreamReport = defineResource('upstreamReport', {
  area: 'reports',
  scope: 'platform',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'id',
  sort: { field: 'reportDate', order: 'descending' },
  totals: [
    'successCollection',
    'userFee',
    'upstreamFee',
    'collectionCommission',
    'collectionProfit',
    'successPayment',
    'paymentProfit',
    ...GAP_TOTALS,
  ],
  live: true,
  fields: {
    reportDate: date({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
    upstreamId: ref('upstream', { readonly: true, filter: 'in', width: 130 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    agreement,
    successCollectionCount: int({ readonly: true, sort: true, width: 72 }),
    successCollection: money({ readonly: true, sort: true }),
    upstreamFee: money({ readonly: true, sort: true }),
    userFee: money({ readonly: true, sort: true }),
    collectionCommission: money({ readonly: true, sort: true }),
    collectionProfit: money({ readonly: true, sort: true, signed: true }),
    successPaymentCount: int({ readonly: true, sort: true, width: 72 }),
    successPayment: money({ readonly: true, sort: true }),
    upstreamPayFee: money({ readonly: true, sort: true }),
    userPayFee: money({ readonly: true, sort: true }),
    paymentCommission: money({ readonly: true, sort: true }),
    paymentProfit: money({ readonly: true, sort: true, signed: true }),
    ...gaps,
    computedAt: instant({ readonly: true, sort: true }),
  },
});
