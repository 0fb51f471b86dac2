import { dict, flag, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A merchant's posting: what moved one of its accounts, with the balance before and after. */
export const fundDetail = defineResource('fundDetail', {
  area: 'finance',
  scope: 'merchantId',
  crud: ['export'],
  label: 'orderNo',
  anyId: ['orderNo', 'merchantOrderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount'],
  deep: { filters: ['merchantId', 'type'], sorts: ['createdAt', 'amount'] },
  live: true,
  fields: {
    type: dict('fundTypeEnum', { readonly: true, filter: 'in', sort: true, pin: 'left', width: 96 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    account: dict('accountKindEnum', { readonly: true, filter: 'in', sort: true, width: 76 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    amount: money({ readonly: true, filter: 'range', sort: true, signed: true, width: 110 }),
    balanceBefore: money({ readonly: true, width: 120 }),
    balanceAfter: money({ readonly: true, width: 120 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    merchantOrderNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    seq: int({ readonly: true, sort: true, extra: true }),
    entryId: text({ readonly: true, filter: 'equals', extra: true, mono: true }),
    operator: text({ readonly: true, width: 100 }),
    isSystem: flag({ readonly: true, filter: 'equals', extra: true }),
    remark: text({ readonly: true, extra: true }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
  },
});
