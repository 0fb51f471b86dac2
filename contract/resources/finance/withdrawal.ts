import { EVERYONE, STAFF } from '../../audience.ts';
import { dict, instant, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { waitsForApproval } from '../askedField.ts';
import { orderNumber } from '../orderNumbers.ts';

const reason = text({ required: true, max: 500 });
/** Whose money goes where. */
const contextFields = ['merchantId', 'address', 'remark'];

/** 提现: a merchant's balance paid out in USDT. */
export const withdrawal = defineResource('withdrawal', {
  area: 'finance',
  scope: 'merchantId',
  reads: EVERYONE,
  crud: { export: EVERYONE },
  label: 'orderNo',
  anyId: ['orderNo', 'merchantOrderNo', 'transactionHash', 'address'],
  sort: { field: 'createdAt', order: 'descending' },
  totals: ['amount', 'fee'],
  live: true,
  logged: true,
  fields: {
    orderNo: orderNumber({ width: 124 }),
    merchantId: ref('merchant', { readonly: true, filter: 'in', width: 130 }),
    amount: money({ readonly: true, filter: 'range', sort: true, width: 92 }),
    currency: dict('currency', { readonly: true, filter: 'in', width: 56 }),
    status: dict('withdrawalStatusEnum', { readonly: true, filter: 'in', sort: true, width: 80 }),
    waitsForApproval,
    createdAt: instant({ readonly: true, filter: 'range', sort: true, width: 104 }),
    fee: money({ readonly: true, sort: true, width: 90 }),
    exchangeRate: money({ readonly: true, price: true, currency: 'asset', width: 110 }),
    usdtAmount: money({ readonly: true, currency: 'asset', sort: true, width: 130 }),
    address: text({ readonly: true, filter: 'equals', mono: true, width: 160 }),
    transactionHash: text({ ending: true, readonly: true, filter: 'equals', mono: true, width: 150 }),
    remark: text({ readonly: true, width: 140 }),
    reason: text({ readonly: true, max: 500, extra: true }),
    merchantOrderNo: text({ ending: true, readonly: true, filter: 'equals', mono: true, extra: true }),
    asset: dict('currency', { readonly: true, extra: true }),
    source: dict('orderSource', { readonly: true, filter: 'in', extra: true }),
    appliedBy: ref('sysUser', { readonly: true, extra: true }),
    rateConfirmedBy: ref('sysUser', { readonly: true, staff: true, extra: true }),
    rateConfirmedAt: instant({ readonly: true, extra: true }),
    completedBy: ref('sysUser', { readonly: true, staff: true, extra: true }),
    completedAt: instant({ readonly: true, filter: 'range', sort: true, extra: true }),
  },
  actions: {
    apply: {
      on: 'new',
      audience: EVERYONE,
      books: 'tenant',
      hotkey: 'n',
      primary: true,
      confirm: true,
      otp: true,
      estimateOn: ['merchantId', 'currency', 'amount'],
      input: {
        // A merchant's own people apply for their merchant.
        merchantId: ref('merchant', { required: true, staff: true }),
        currency: dict('currency', { required: true, from: 'withdrawal/currencies' }),
        amount: money({ required: true, positive: true }),
        address: text({ required: true, mono: true, max: 64 }),
        remark: text({ required: true, max: 200 }),
      },
    },
    confirmRate: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['applied', 'rateConfirmed'] },
      hotkey: 'shift+r',
      confirm: true,
      contextFields,
      estimateOn: ['exchangeRate'],
      input: { exchangeRate: money({ required: true, price: true }) },
    },
    complete: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['rateConfirmed'] },
      hotkey: 'shift+c',
      confirm: true,
      contextFields,
      otp: true,
      input: {
        transactionHash: text({
          required: true,
          identity: 'hash',
          mono: true,
          max: 66,
          pattern: '(0x)?[0-9a-fA-F]{64}',
        }),
      },
    },
    refund: {
      on: 'one',
      audience: STAFF,
      books: 'platform',
      when: { status: ['applied', 'rateConfirmed'] },
      confirm: true,
      contextFields,
      danger: true,
      otp: true,
      input: { reason },
    },
    cancel: {
      on: 'one',
      audience: EVERYONE,
      books: 'tenant',
      when: { status: ['applied'] },
      confirm: true,
      contextFields,
      danger: true,
    },
  },
});
