import { dict, type Fields, int, money } from '../../field.ts';

/** The figures of an upstream's day that are entered by hand and computed, in the order of the report. */
export const FIGURES = [
  'successCollectionCount',
  'successCollection',
  'upstreamFee',
  'userFee',
  'collectionProfit',
  'successPaymentCount',
  'successPayment',
  'upstreamPayFee',
  'userPayFee',
  'paymentProfit',
] as const;
export type Figure = (typeof FIGURES)[number];

/** What the other list is missing is no difference: such a row has none, and its mark says so. */
const gap = money({ readonly: true, filter: 'range', sort: true, signed: 'gap' });
const gapOfCount = int({ readonly: true, filter: 'range', sort: true, width: 84, extra: true });

/** How an upstream's own day compares with ours: in both lists, entered less computed. */
export const reportGaps = {
  agreement: dict('reportAgreement', { readonly: true, filter: 'in', sort: true, width: 92 }),
  successCollectionCountGap: gapOfCount,
  successCollectionGap: gap,
  upstreamFeeGap: gap,
  userFeeGap: { ...gap, extra: true },
  collectionProfitGap: { ...gap, extra: true },
  successPaymentCountGap: gapOfCount,
  successPaymentGap: gap,
  upstreamPayFeeGap: gap,
  userPayFeeGap: { ...gap, extra: true },
  paymentProfitGap: { ...gap, extra: true },
} as const satisfies Fields;

/** Sums of differences show what a month is off by. */
export const GAP_TOTALS = [
  'successCollectionGap',
  'upstreamFeeGap',
  'successPaymentGap',
  'upstreamPayFeeGap',
] as const;
