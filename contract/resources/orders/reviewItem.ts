import { STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { waitsForApproval } from '../askedField.ts';

/** Money that a person must look at although its order does not wait for one: what was reported, and what became of it. */
export const reviewItem = defineResource('reviewItem', {
  area: 'orders',
  scope: 'merchantStaff',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'orderNo',
  anyId: ['orderNo', 'utr', 'upstreamOrderNo'],
  sort: { field: 'createdAt', order: 'descending' },
  defaultFilter: { status: ['open'] },
  totals: ['amount'],
  live: true,
  fields: {
    orderNo: text({ readonly: true, filter: 'equals', pin: 'left', mono: true, width: 150 }),
    orderKind: dict('entryOrderKind', { readonly: true, filter: 'in', width: 84 }),
    kind: dict('reviewKind', { readonly: true, filter: 'in', width: 132 }),
    status: dict('reviewStatus', { readonly: true, filter: 'in', width: 64 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 120 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 110 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    upstreamId: ref('upstream', { readonly: true, filter: 'in', width: 110 }),
    utr: text({ readonly: true, filter: 'equals', mono: true, width: 112 }),
    upstreamOrderNo: text({ readonly: true, filter: 'equals', mono: true, width: 130 }),
    reported: text({ readonly: true, max: 500, width: 180 }),
    waitsForApproval,
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
    closedBy: text({ readonly: true, actor: true, filter: 'equals', width: 104 }),
    reason: text({ readonly: true, localised: true, max: 500, width: 160 }),
    closedAt: instant({ readonly: true, filter: 'range', sort: true, width: 132 }),
    entryId: text({ readonly: true, filter: 'equals', mono: true, extra: true, width: 150 }),
  },
  actions: {
    close: {
      on: 'many',
      audience: STAFF,
      books: 'platform',
      when: { status: ['open'] },
      hotkey: 'shift+x',
      confirm: true,
      contextFields: ['merchantId', 'kind', 'utr', 'reported'],
      input: { reason: text({ required: true, max: 500 }) },
    },
    // An item that somebody closed may still have its money in suspense.
    writeOff: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { kind: ['moreMoney'] },
      confirm: true,
      danger: true,
      otp: true,
      contextFields: ['merchantId', 'upstreamId', 'utr', 'reported'],
      input: { reason: text({ required: true, max: 500 }) },
    },
  },
});
