import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A posting on one of the platform's own accounts: those have no chain of balances, only a sum. */
export const systemDetail = defineResource('systemDetail', {
  area: 'finance',
  scope: 'merchantStaff',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'entryId',
  anyId: ['orderNo'],
  sort: { field: 'entryId', order: 'descending' },
  totals: ['amount'],
  deep: { filters: ['account'], sorts: ['entryId'] },
  fields: {
    account: dict('platformAccount', { readonly: true, filter: 'in', pin: 'left', width: 96 }),
    upstreamId: ref('upstream', { readonly: true, filter: 'in', width: 120 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 56 }),
    amount: money({ readonly: true, filter: 'range', signed: true, width: 120 }),
    kind: dict('entryKind', { readonly: true, filter: 'in', width: 96 }),
    orderKind: dict('entryOrderKind', { readonly: true, extra: true, width: 84 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 130 }),
    createdAt: instant({ readonly: true, filter: 'range', width: 132 }),
    operator: text({ readonly: true, actor: true, width: 96 }),
    remark: text({ readonly: true, extra: true, writer: 'operator' }),
    entryId: text({ readonly: true, filter: 'equals', sort: true, mono: true, width: 150 }),
  },
});
