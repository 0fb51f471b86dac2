import { dict, flag, int, json, money, rate, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A product a merchant can be bound to. */
export const channel = defineResource('channel', {
  area: 'channels',
  scope: 'platform',
  crud: ['add', 'update', 'delete', 'export'],
  label: 'channelName',
  anyId: ['channelCode', 'productCode'],
  sort: { field: 'orderNo', order: 'ascending' },
  fields: {
    productName: text({ required: true, filter: 'contains', max: 80 }),
    productCode: text({ required: true, filter: 'equals', mono: true, max: 40 }),
    channelName: text({ required: true, filter: 'contains', sort: true, max: 80, pin: 'left' }),
    channelCode: text({ required: true, filter: 'equals', mono: true, sort: true, max: 40 }),
    enabled: flag({ required: true, filter: 'equals', sort: true, width: 72 }),
    allowAgent: flag({ width: 72 }),
    currency: dict('currency', { required: true, filter: 'in', width: 64 }),
    serviceStatus: dict('serviceStatusEnum', { required: true, filter: 'in', sort: true, width: 88 }),
    isCollect: flag({ required: true, filter: 'equals', width: 64 }),
    isPay: flag({ required: true, filter: 'equals', width: 64 }),
    collectRate: rate({ required: true, width: 80 }),
    payRate: rate({ required: true, width: 80 }),
    fixedFee: money({ required: true, width: 90 }),
    minAmount: money({ required: true, width: 110 }),
    maxAmount: money({ required: true, width: 110 }),
    configMode: dict('configMode', { required: true, filter: 'in' }),
    submission: dict('submission', { required: true, filter: 'in' }),
    upstreamConfig: json({ extra: true }),
    expandConfig: json({ extra: true }),
    orderNo: int({ sort: true, width: 64 }),
    description: text({ extra: true, max: 500 }),
  },
});
