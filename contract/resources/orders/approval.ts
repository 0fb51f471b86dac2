import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Commands whose rows stay as they are where others refuse them. */
const REFUSED_HERE = [
  'forceConfirm',
  'settlement',
  'resettlement',
  'reversal',
  'payoutConfirm',
  'payoutFailed',
  'payoutReturned',
  'writeOff',
  'withdrawal',
];

/** A question to others: what somebody did above a limit, which step of its flow decides, and what became of it. */
export const approval = defineResource('approval', {
  area: 'orders',
  scope: 'merchantId',
  reads: EVERYONE,
  label: 'orderNo',
  anyId: ['orderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  defaultFilter: { outcome: ['waiting'] },
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, width: 150 }),
    command: dict('approvalCommand', { readonly: true, filter: 'in', width: 100 }),
    outcome: dict('approvalOutcome', { readonly: true, filter: 'in', width: 84 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 110 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    limitAmount: money({ readonly: true, width: 104 }),
    // Who is about it, and in which step, is the platform's own.
    step: int({ readonly: true, staff: true, width: 56 }),
    maker: text({ readonly: true, staff: true, actor: true, filter: 'equals', width: 104 }),
    utr: text({ readonly: true, staff: true, filter: 'equals', mono: true, width: 112 }),
    makerReason: text({ readonly: true, staff: true, max: 500, width: 160 }),
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
    expiresAt: instant({ readonly: true, sort: true, width: 132 }),
    checker: text({ readonly: true, staff: true, actor: true, filter: 'equals', width: 104 }),
    answer: text({ readonly: true, staff: true, max: 500, width: 160 }),
    decidedAt: instant({ readonly: true, sort: true, width: 132 }),
  },
  actions: {
    // A payout that waits is denied itself, which gives its hold back; a request is rejected itself.
    refuse: {
      on: 'one',
      audience: STAFF,
      when: { outcome: ['waiting'], command: REFUSED_HERE },
      hotkey: 'shift+x',
      confirm: true,
      danger: true,
      contextFields: ['command', 'merchantId', 'amount', 'currency', 'maker', 'utr', 'makerReason'],
      input: { reason: text({ required: true, max: 500 }) },
    },
  },
});
