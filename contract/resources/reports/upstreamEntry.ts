import { STAFF } from '../../audience.ts';
import { date, dict, int, money, ref, text } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { changeRecord } from '../system/changeRecord.ts';
import { GAP_TOTALS, reportGaps } from './reportGaps.ts';

const { agreement, ...gaps } = reportGaps;
const MOST_COUNT = 1_000_000_000;
const MOST = '999999999999999';

// A day on which more is reversed than collected is below nothing.
const count = int({ required: true, sort: true, min: -MOST_COUNT, maximum: MOST_COUNT, width: 72 });
const amount = money({ required: true, sort: true, least: `-${MOST}`, most: MOST });
const profit = money({ required: true, sort: true, signed: true, least: `-${MOST}`, most: MOST });

/** What an upstream itself reports of one day, entered and corrected by hand, and how it compares with what is computed. */
export const upstreamEntry = defineResource('upstreamEntry', {
  area: 'reports',
  scope: 'platform',
  reads: STAFF,
  crud: { add: STAFF, update: STAFF, delete: STAFF, export: STAFF },
  books: 'platform',
  label: 'reportDate',
  secondaryLabel: ['upstreamId', 'currency'],
  sort: { field: 'reportDate', order: 'descending' },
  live: true,
  totals: ['successCollection', 'upstreamFee', 'successPayment', 'upstreamPayFee', ...GAP_TOTALS],
  fields: {
    // Another day, upstream or currency is another report.
    reportDate: date({ required: true, once: true, filter: 'range', sort: true, pin: 'left' }),
    upstreamId: ref('upstream', { required: true, once: true, filter: 'in', width: 130 }),
    currency: dict('currency', { required: true, once: true, filter: 'in', width: 52 }),
    agreement,
    successCollectionCount: { ...count, section: 'collect' },
    successCollection: { ...amount, section: 'collect' },
    upstreamFee: { ...amount, section: 'collect' },
    userFee: { ...amount, section: 'collect' },
    collectionProfit: { ...profit, section: 'collect' },
    successPaymentCount: { ...count, section: 'pay' },
    successPayment: { ...amount, section: 'pay' },
    upstreamPayFee: { ...amount, section: 'pay' },
    userPayFee: { ...amount, section: 'pay' },
    paymentProfit: { ...profit, section: 'pay' },
    ...gaps,
    reason: text({ required: true, why: true, max: 300, width: 180 }),
    ...changeRecord,
  },
});
