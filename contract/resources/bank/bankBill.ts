import { STAFF } from '../../audience.ts';
import { dict, instant, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** A line of a bank statement, and the order it is about. */
export const bankBill = defineResource('bankBill', {
  area: 'bank',
  scope: 'tenantMerchant',
  reads: STAFF,
  crud: { export: STAFF },
  label: 'billNo',
  anyId: ['billNo', 'utr', 'orderNo', 'candidateNo'],
  sort: { field: 'bookedAt', order: 'descending' },
  defaultFilter: { status: ['unmatched'] },
  // What came in and what went out are never added up as one.
  totals: ['net', 'credit', 'debit'],
  live: true,
  fields: {
    billNo: text({ readonly: true, filter: 'equals', mono: true, sort: true, extra: true, width: 150 }),
    bookedAt: instant({ readonly: true, filter: 'range', sort: true, width: 104 }),
    direction: dict('billDirectionEnum', { readonly: true, filter: 'in', width: 56 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 96 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 52 }),
    net: money({ readonly: true, extra: true, signed: true, width: 96 }),
    credit: money({ readonly: true, extra: true, width: 96 }),
    debit: money({ readonly: true, extra: true, width: 96 }),
    utr: text({ ending: true, readonly: true, filter: 'equals', mono: true, width: 112 }),
    payer: text({ readonly: true, filter: 'contains', width: 140 }),
    status: dict('billStatusEnum', { readonly: true, filter: 'in', sort: true, width: 76 }),
    score: int({ readonly: true, filter: 'range', sort: true, width: 56 }),
    difference: money({ readonly: true, filter: 'range', sort: true, signed: 'gap', width: 92 }),
    candidateAmount: money({ readonly: true, width: 96 }),
    candidateNo: text({ readonly: true, filter: 'equals', mono: true, width: 150 }),
    orderNo: text({ readonly: true, filter: 'equals', mono: true, extra: true }),
    // The bill that brought the same line before.
    repeats: text({ readonly: true, filter: 'equals', mono: true, extra: true }),
    merchantId: ref('merchant', { readonly: true, filter: 'in' }),
    effect: dict('matchEffect', { readonly: true, filter: 'in' }),
    matchedBy: text({ readonly: true, filter: 'equals' }),
    matchedAt: instant({ readonly: true, filter: 'range', sort: true }),
    bankAccountId: ref('bankAccount', { readonly: true, filter: 'in' }),
    batchId: ref('bankBatch', { readonly: true, filter: 'in', extra: true }),
    line: int({ readonly: true, extra: true }),
    description: text({ readonly: true, filter: 'contains', extra: true, max: 300 }),
    balance: money({ readonly: true, extra: true }),
    createdAt: instant({ readonly: true, sort: true, extra: true }),
  },
  actions: {
    match: {
      on: 'one',
      audience: STAFF,
      when: { status: ['unmatched'] },
      hotkey: 'm',
      confirm: true,
      primary: true,
      input: { orderNo: text({ required: true, max: 64 }) },
      estimateOn: ['orderNo'],
    },
    autoMatch: {
      on: 'many',
      audience: STAFF,
      when: { status: ['unmatched'] },
      hotkey: 'shift+m',
      confirm: true,
    },
    ignore: { on: 'many', audience: STAFF, when: { status: ['unmatched'] }, hotkey: 'i' },
    unmatch: { on: 'many', audience: STAFF, when: { status: ['auto', 'manual', 'ignored'] }, hotkey: 'z' },
    // A payment of its own, though it says what another line says, or bears a reference of something else.
    separate: {
      on: 'many',
      audience: STAFF,
      when: { status: ['duplicate', 'unmatched'] },
      confirm: true,
      contextFields: ['payer', 'amount', 'utr', 'repeats'],
      input: { reason: text({ required: true, max: 500 }) },
    },
  },
});
