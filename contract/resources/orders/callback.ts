import { EVERYONE } from '../../audience.ts';
import { dict, flag, instant, int, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** One attempt to tell a merchant what became of an order. */
export const callback = defineResource('callback', {
  area: 'orders',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'sentAt', order: 'descending' },
  views: { failed: { filters: { delivered: false } } },
  deep: { filters: ['merchantId'], sorts: ['sentAt'] },
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true }),
    orderId: text({ readonly: true, filter: 'equals', extra: true }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    reported: dict('callbackReported', { readonly: true, filter: 'in' }),
    attempt: int({ readonly: true, sort: true }),
    manual: flag({ readonly: true, filter: 'equals' }),
    delivered: flag({ readonly: true, filter: 'equals', sort: true }),
    httpStatus: int({ readonly: true, filter: 'equals', sort: true }),
    milliseconds: int({ readonly: true, sort: true }),
    answer: text({ readonly: true, max: 4096 }),
    failure: text({ readonly: true, max: 300 }),
    url: text({ readonly: true, extra: true, max: 2000 }),
    traceId: text({ readonly: true, staff: true, extra: true, filter: 'equals', mono: true, width: 150 }),
    sentAt: instant({ readonly: true, filter: 'range', sort: true }),
    nextTryAt: instant({ readonly: true, sort: true }),
  },
  actions: {
    resend: { on: 'many', audience: EVERYONE, hotkey: 'shift+n', primary: true },
  },
});
