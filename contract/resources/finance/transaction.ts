import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** The ledger's entries: each is two or more postings that sum to zero per currency. */
export const transaction = defineResource('transaction', {
  area: 'finance',
  scope: 'merchantStaff',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'entryId',
  anyId: ['orderNo'],
  // Entries get their numbers in the order of time.
  sort: { field: 'entryId', order: 'descending' },
  deep: { filters: ['merchantId', 'kind'], sorts: ['entryId'] },
  fields: {
    entryId: text({ readonly: true, filter: 'equals', sort: true, mono: true, pin: 'left', width: 150 }),
    createdAt: instant({ readonly: true, filter: 'range', width: 108 }),
    kind: dict('entryKind', { readonly: true, filter: 'in', width: 96 }),
    // What the entry moves in all, fee and cost too: no order's amount, and called turnover.
    amount: money({ readonly: true, width: 112 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 56 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 124 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    orderKind: dict('entryOrderKind', { readonly: true, width: 84 }),
    operator: text({ readonly: true, actor: true, filter: 'equals', width: 96 }),
    remark: text({ readonly: true, width: 160, writer: 'operator' }),
    reversesId: text({ readonly: true, filter: 'equals', mono: true, extra: true, width: 150 }),
  },
});
