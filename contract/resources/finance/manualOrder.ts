import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, json, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { decisionsBy, requestFoot, requestHead, submission, transferAmount } from './requestFields.ts';

/** A collection that no order represents, booked by hand for a merchant. */
export const manualOrder = defineResource('manualOrder', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { add: STAFF, update: STAFF, export: EVERYONE },
  books: { add: 'request', update: 'request' },
  label: 'orderNo',
  anyId: ['orderNo', 'merchantOrderNo', 'utr'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount'],
  live: true,
  logged: true,
  // As it was submitted it is what the second person decides about.
  editable: { status: ['draft'] },
  fields: {
    ...requestHead,
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 56 }),
    amount: transferAmount,
    utr: text({
      required: true,
      filter: 'equals',
      mono: true,
      identity: 'utr',
      pattern: '[0-9]{12}',
      max: 12,
      width: 112,
    }),
    payerId: text({ max: 100, width: 120 }),
    channelId: ref('channel', { filter: 'in', width: 110 }),
    upstreamId: ref('upstream', { filter: 'in', staff: true, width: 116 }),
    merchantOrderNo: text({ identity: 'orderNumber', filter: 'equals', mono: true, max: 64, width: 150 }),
    proof: text({ max: 200, width: 140 }),
    remark: text({ max: 200, width: 140 }),
    form: json({ drawn: 'manualOrder', staff: true, extra: true }),
    ...requestFoot,
    reason: text({ readonly: true, max: 500, extra: true }),
  },
  actions: {
    submit: { ...submission, audience: STAFF },
    ...decisionsBy('utr', 'payerId', 'upstreamId', 'proof', 'remark'),
  },
});
