import { dict, instant, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What happened to an order, by whom; append-only and sealed in the background. */
export const orderLog = defineResource('orderLog', {
  area: 'logs',
  scope: 'merchantId',
  crud: ['export'],
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  deep: { filters: ['merchantId'], sorts: ['createdAt'] },
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, width: 150 }),
    orderId: text({ readonly: true, filter: 'equals', extra: true }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    event: dict('orderEvent', { readonly: true, filter: 'in', width: 110 }),
    operator: text({ readonly: true, filter: 'equals', width: 110 }),
    before: json({ readonly: true, width: 200 }),
    after: json({ readonly: true, width: 200 }),
    remark: text({ readonly: true, width: 200 }),
    ip: text({ readonly: true, extra: true }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 150 }),
  },
});
