import { EVERYONE } from '../../audience.ts';
import { dict, instant, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What happened to an order, by whom; append-only and sealed in the background. */
export const orderLog = defineResource('orderLog', {
  area: 'logs',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  deep: { filters: ['merchantId'], sorts: ['createdAt'] },
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true }),
    // What a log is read by: in the narrowest window it is next to the order.
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
    orderId: text({ readonly: true, filter: 'equals', extra: true }),
    resource: dict('logSubject', { readonly: true, filter: 'in', width: 84 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    event: dict('orderEvent', { readonly: true, filter: 'in' }),
    operator: text({ readonly: true, staff: true, actor: true, filter: 'equals' }),
    before: json({ readonly: true, by: 'resource' }),
    after: json({ readonly: true, by: 'resource' }),
    remark: text({ readonly: true, writer: 'operator' }),
    ip: text({ readonly: true, staff: true, extra: true }),
    traceId: text({ readonly: true, staff: true, extra: true, filter: 'equals', mono: true, width: 150 }),
  },
});
