import { flag, instant, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** One attempt to tell a merchant what became of an order. */
export const callback = defineResource('callback', {
  area: 'orders',
  scope: 'merchantId',
  crud: ['export'],
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'sentAt', order: 'descending' },
  deep: { filters: ['merchantId'], sorts: ['sentAt'] },
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, width: 150 }),
    orderId: text({ readonly: true, filter: 'equals', extra: true }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    attempt: int({ readonly: true, sort: true, width: 64 }),
    manual: flag({ readonly: true, filter: 'equals', width: 64 }),
    delivered: flag({ readonly: true, filter: 'equals', sort: true, width: 72 }),
    httpStatus: int({ readonly: true, filter: 'equals', sort: true, width: 72 }),
    milliseconds: int({ readonly: true, sort: true, width: 80 }),
    answer: text({ readonly: true, max: 4096, width: 240 }),
    failure: text({ readonly: true, max: 300, width: 200 }),
    url: text({ readonly: true, extra: true, max: 2000 }),
    sentAt: instant({ readonly: true, filter: 'range', sort: true }),
    nextTryAt: instant({ readonly: true, sort: true }),
  },
});
