import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, money, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { decisionsBy, requestFoot, requestHead, TRANSFER_MOST } from './requestFields.ts';

/** Money added to or deducted from a merchant by hand; add makes the amount positive, deduct negative. */
export const adjustment = defineResource('adjustment', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { add: STAFF, export: EVERYONE },
  books: { add: 'request' },
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount'],
  live: true,
  logged: true,
  fields: {
    ...requestHead,
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 56 }),
    kind: dict('adjustKindEnum', { required: true, once: true, filter: 'in', initial: 1, width: 76 }),
    amount: money({
      required: true,
      positive: true,
      once: true,
      signed: true,
      filter: 'range',
      sort: true,
      width: 120,
      most: TRANSFER_MOST,
    }),
    reason: text({ required: true, once: true, max: 500, width: 200 }),
    proof: text({ once: true, max: 200, width: 140 }),
    ...requestFoot,
  },
  actions: decisionsBy('kind', 'reason', 'proof'),
});
