import { STAFF, STAFF_AND_AGENTS } from '../../audience.ts';
import { dict, money, rate, ref } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** An agent's share on a channel: what it earns of its sub-merchants' orders. */
export const extensionRate = defineResource('extensionRate', {
  area: 'channels',
  scope: 'merchantId',
  reads: STAFF_AND_AGENTS,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF_AND_AGENTS },
  books: 'platform',
  audited: true,
  label: 'id',
  sort: { field: 'id', order: 'descending' },
  fields: {
    merchantId: ref('merchant', { required: true, once: true, filter: 'in', pin: 'left' }),
    channelId: ref('channel', { required: true, once: true, filter: 'in' }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    type: dict('rateTypeEnum', { required: true, filter: 'in', sort: true, initial: 1 }),
    rate: rate({ required: true, sort: true, section: 'limits' }),
    fixedFee: money({ required: true, initial: '0', section: 'limits' }),
    minAmount: money({ required: true, section: 'limits' }),
    maxAmount: money({ required: true, section: 'limits' }),
  },
});
