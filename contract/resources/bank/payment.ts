import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Money received: where it came from, what it was used for and what of it is in suspense. */
export const payment = defineResource('payment', {
  area: 'bank',
  scope: 'merchantStaff',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'orderNo',
  anyId: ['orderNo', 'reference'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount', 'suspended'],
  deep: { filters: [], sorts: ['createdAt'] },
  live: true,
  fields: {
    createdAt: instant({ readonly: true, filter: 'range', sort: true, pin: 'left', width: 132 }),
    source: dict('paymentSource', { readonly: true, filter: 'in', width: 104 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 130 }),
    upstreamId: ref('upstream', { readonly: true, filter: 'in', width: 110 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 110 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    reference: text({ readonly: true, filter: 'equals', mono: true, width: 118 }),
    status: dict('paymentStatus', { readonly: true, filter: 'in', width: 92 }),
    suspended: money({ readonly: true, filter: 'range', sort: true, width: 104 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, width: 158 }),
    usedFor: text({ readonly: true, mono: true, width: 158 }),
    billNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    orderKind: dict('entryOrderKind', { readonly: true, filter: 'in', extra: true, width: 84 }),
    upstreamOrderNo: text({ readonly: true, filter: 'equals', mono: true, extra: true, width: 130 }),
  },
});
