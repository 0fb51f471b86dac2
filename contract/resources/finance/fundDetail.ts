import { EVERYONE } from '../../audience.ts';
import { dict, flag, image, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A merchant's posting: what moved one of its accounts, with the balance before and after. */
export const fundDetail = defineResource('fundDetail', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'orderNo',
  anyId: ['orderNo', 'merchantOrderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount'],
  // Every posting writes several rows here: an index of amounts for each filter costs more than its rare use.
  deep: { filters: ['merchantId', 'type'], sorts: ['createdAt', 'amount'], alone: ['amount'] },
  live: true,
  fields: {
    type: dict('fundTypeEnum', { readonly: true, filter: 'in', sort: true, pin: 'left' }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    account: dict('accountKindEnum', { readonly: true, filter: 'in', sort: true }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    amount: money({ readonly: true, filter: 'range', sort: true, signed: true }),
    balanceBefore: money({ readonly: true }),
    balanceAfter: money({ readonly: true }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true }),
    merchantOrderNo: text({ readonly: true, filter: 'equals', mono: true }),
    seq: int({ readonly: true, sort: true, extra: true }),
    entryId: text({ readonly: true, filter: 'equals', extra: true, mono: true }),
    // Of the order or request that the posting is of.
    proof: image({ readonly: true, extra: true }),
    operator: text({ readonly: true, actor: true, staff: true }),
    isSystem: flag({ readonly: true, filter: 'equals', extra: true }),
    remark: text({ readonly: true, extra: true, writer: 'operator' }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
  },
});
