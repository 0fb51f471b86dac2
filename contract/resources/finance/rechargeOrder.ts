import { EVERYONE } from '../../audience.ts';
import { dict, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { decisionsBy, requestFoot, requestHead, submission, transferAmount } from './requestFields.ts';

/** Money a merchant sent to have more available, outside any collection order. */
export const rechargeOrder = defineResource('rechargeOrder', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { add: EVERYONE, update: EVERYONE, export: EVERYONE },
  books: { add: 'request', update: 'request' },
  label: 'orderNo',
  anyId: ['orderNo', 'reference'],
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
    reference: text({
      required: true,
      identity: 'reference',
      filter: 'equals',
      mono: true,
      max: 100,
      width: 160,
    }),
    upstreamId: ref('upstream', { filter: 'in', staff: true, width: 116 }),
    proof: text({ max: 200, width: 140 }),
    remark: text({ max: 200, width: 140 }),
    ...requestFoot,
    reason: text({ readonly: true, max: 500, extra: true }),
  },
  actions: {
    submit: { ...submission, audience: EVERYONE },
    ...decisionsBy('reference', 'upstreamId', 'proof', 'remark'),
  },
});
