import { STAFF } from '../../audience.ts';
import { dict, flag, int, json, money, rate, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A product a merchant can be bound to. */
export const channel = defineResource('channel', {
  area: 'channels',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  audited: true,
  label: 'channelName',
  anyId: ['channelCode', 'productCode'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    channelName: text({
      required: true,
      identity: 'name',
      filter: 'contains',
      sort: true,
      max: 80,
      pin: 'left',
    }),
    channelCode: text({
      required: true,
      identity: 'code',
      filter: 'equals',
      mono: true,
      sort: true,
      max: 40,
    }),
    productName: text({ required: true, identity: 'name', filter: 'contains', max: 80 }),
    productCode: text({
      required: true,
      identity: 'code',
      filter: 'equals',
      mono: true,
      max: 40,
      extra: true,
    }),
    // What is bound to it, and its orders, are in it.
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 52 }),
    enabled: flag({ required: true, filter: 'equals', sort: true, initial: true }),
    serviceStatus: dict('serviceStatusEnum', { required: true, filter: 'in', sort: true, initial: 0 }),
    allowAgent: flag({ initial: true, extra: true }),
    isCollect: flag({ required: true, filter: 'equals', initial: true, section: 'limits' }),
    isPay: flag({ required: true, filter: 'equals', section: 'limits' }),
    collectRate: rate({ required: true, section: 'limits' }),
    payRate: rate({ required: true, section: 'limits' }),
    fixedFee: money({ required: true, initial: '0', section: 'limits' }),
    orderNo: int({ sort: true, initial: 100, section: 'limits' }),
    minAmount: money({ required: true, section: 'limits' }),
    maxAmount: money({ required: true, section: 'limits' }),
    configMode: dict('configMode', { required: true, filter: 'in', initial: 'direct', section: 'config' }),
    submission: dict('submission', { required: true, filter: 'in', initial: 'auto', section: 'config' }),
    upstreamConfig: json({ extra: true, section: 'config' }),
    expandConfig: json({ extra: true, section: 'config' }),
    description: text({ extra: true, max: 500, section: 'config' }),
  },
});
