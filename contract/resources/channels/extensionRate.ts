import { dict, money, rate, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** An agent's share on a channel: what it earns of its sub-merchants' orders. */
export const extensionRate = defineResource('extensionRate', {
  area: 'channels',
  scope: 'merchantId',
  crud: ['add', 'update', 'delete', 'export'],
  label: 'id',
  sort: { field: 'id', order: 'descending' },
  fields: {
    merchantId: ref('merchant', { required: true, once: true, filter: 'in', pin: 'left', width: 140 }),
    channelId: ref('channel', { required: true, once: true, filter: 'in', width: 140 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 64 }),
    type: dict('rateTypeEnum', { required: true, filter: 'in', sort: true, width: 96 }),
    rate: rate({ required: true, sort: true, width: 80 }),
    fixedFee: money({ required: true, width: 90 }),
    minAmount: money({ required: true, width: 110 }),
    maxAmount: money({ required: true, width: 110 }),
  },
});
