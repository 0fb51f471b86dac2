import { STAFF } from '../../audience.ts';
import { date, dict, int, money } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** The platform's own day per currency: user fee − upstream fee − commission, both sides. */
export const profitReport = defineResource('profitReport', {
  area: 'reports',
  scope: 'platform',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'reportDate',
  sort: { field: 'reportDate', order: 'descending' },
  totals: ['profit', 'userFee', 'upstreamFee', 'commission', 'collectionProfit', 'paymentProfit'],
  fields: {
    reportDate: date({ readonly: true, filter: 'range', sort: true, pin: 'left' }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    orders: int({ readonly: true, sort: true, width: 72 }),
    userFee: money({ readonly: true, sort: true }),
    upstreamFee: money({ readonly: true, sort: true }),
    commission: money({ readonly: true, sort: true }),
    collectionProfit: money({ readonly: true, sort: true, signed: true }),
    paymentProfit: money({ readonly: true, sort: true, signed: true }),
    profit: money({ readonly: true, sort: true, signed: true }),
  },
});
