import { STAFF } from '../../audience.ts';
import { instant, int, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Payments of a mobile provider, as the family's clients list them. None is bound: nothing is paid or refunded here. */
export const sysWechatPay = defineResource('sysWechatPay', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  label: 'outTradeNumber',
  anyId: ['outTradeNumber', 'transactionId'],
  sort: { field: 'createdAt', order: 'descending' },
  fields: {
    outTradeNumber: text({ readonly: true, filter: 'contains', pin: 'left', mono: true, width: 180 }),
    transactionId: text({ readonly: true, filter: 'contains', mono: true, width: 180 }),
    description: text({ readonly: true, filter: 'contains' }),
    // Minor units, as the provider writes them.
    total: int({ readonly: true }),
    tradeState: text({ readonly: true, filter: 'equals' }),
    attachment: text({ readonly: true, extra: true }),
    tags: text({ readonly: true, extra: true }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true }),
    successTime: instant({ readonly: true, sort: true }),
    businessId: text({ readonly: true, extra: true, mono: true }),
    qrcodeContent: text({ readonly: true, extra: true }),
  },
});
