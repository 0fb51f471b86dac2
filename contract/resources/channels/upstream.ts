import { dict, flag, int, money, rate, secret, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A provider that moves the money for us. */
export const upstream = defineResource('upstream', {
  area: 'channels',
  scope: 'platform',
  crud: ['add', 'update', 'delete', 'export'],
  label: 'name',
  anyId: ['code', 'name'],
  sort: { field: 'orderBy', order: 'ascending' },
  fields: {
    name: text({ required: true, filter: 'contains', sort: true, pin: 'left', max: 80, width: 140 }),
    code: text({ required: true, once: true, filter: 'equals', mono: true, sort: true, max: 40 }),
    status: dict('upstreamStatusEnum', { required: true, filter: 'in', sort: true, width: 88 }),
    currency: dict('currency', { required: true, filter: 'in', width: 64 }),
    isCollect: flag({ required: true, filter: 'equals', width: 64 }),
    isPay: flag({ required: true, filter: 'equals', width: 64 }),
    orderBy: int({ required: true, sort: true, width: 64 }),
    rate: rate({ required: true, sort: true, width: 80 }),
    fixed: money({ required: true, width: 90 }),
    miniAmount: money({ required: true, width: 110 }),
    maxAmount: money({ required: true, width: 110 }),
    payRate: rate({ required: true, width: 80 }),
    payFixed: money({ required: true, width: 90 }),
    payMiniAmount: money({ required: true, width: 110 }),
    payMaxAmount: money({ required: true, width: 110 }),
    config: secret({ required: true, formOnly: true, max: 65536 }),
    expand: secret({ formOnly: true, max: 65536 }),
    remark: text({ required: true, max: 500, width: 200 }),
  },
});
