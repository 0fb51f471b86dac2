import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, flag, json, money, rate, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** What a merchant pays on a channel; collect and pay sides apart. */
export const channelBinding = defineResource('channelBinding', {
  area: 'channels',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: EVERYONE },
  books: 'platform',
  audited: true,
  label: 'id',
  sort: { field: 'id', order: 'descending' },
  fields: {
    merchantId: ref('merchant', { required: true, once: true, filter: 'in', pin: 'left' }),
    channelId: ref('channel', { required: true, once: true, filter: 'in' }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    status: dict('statusEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    isCollect: flag({ required: true, filter: 'equals', initial: true, section: 'collect' }),
    rate: rate({ required: true, sort: true, section: 'collect' }),
    fixed: money({ required: true, initial: '0', section: 'collect' }),
    miniAmount: money({ required: true, section: 'collect' }),
    maxAmount: money({ required: true, section: 'collect' }),
    isPay: flag({ required: true, filter: 'equals', section: 'pay' }),
    payRate: rate({ required: true, sort: true, section: 'pay' }),
    payFixed: money({ required: true, initial: '0', section: 'pay' }),
    payMiniAmount: money({ required: true, section: 'pay' }),
    payMaxAmount: money({ required: true, section: 'pay' }),
    expand: json({ extra: true, section: 'config' }),
    remark: text({ required: true, max: 500, section: 'config' }),
  },
});
