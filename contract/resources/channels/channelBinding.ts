import { dict, flag, json, money, rate, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a merchant pays on a channel; collect and pay sides apart. */
export const channelBinding = defineResource('channelBinding', {
  area: 'channels',
  scope: 'merchantId',
  crud: ['add', 'update', 'delete', 'export'],
  label: 'id',
  sort: { field: 'id', order: 'descending' },
  fields: {
    merchantId: ref('merchant', { required: true, once: true, filter: 'in', pin: 'left', width: 140 }),
    channelId: ref('channel', { required: true, once: true, filter: 'in', width: 140 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 64 }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, width: 72 }),
    isCollect: flag({ required: true, filter: 'equals', width: 64 }),
    isPay: flag({ required: true, filter: 'equals', width: 64 }),
    rate: rate({ required: true, sort: true, width: 80 }),
    fixed: money({ required: true, width: 90 }),
    miniAmount: money({ required: true, width: 110 }),
    maxAmount: money({ required: true, width: 110 }),
    payRate: rate({ required: true, sort: true, width: 80 }),
    payFixed: money({ required: true, width: 90 }),
    payMiniAmount: money({ required: true, width: 110 }),
    payMaxAmount: money({ required: true, width: 110 }),
    expand: json({ extra: true }),
    remark: text({ max: 500, width: 200 }),
  },
});
