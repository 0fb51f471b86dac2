import { Amount, amountText } from '../../../contract/money.ts';
import type { HourFlow } from './flow.ts';
import type { Period } from './period.ts';

export interface Figures {
  orders: number;
  success: number;
  ended: number;
  review: number;
  amount: string;
  fee: string;
}

/** Sums of the hours in `[from, to)`. */
export function figuresOf(rows: readonly HourFlow[], from: string, to?: string): Figures {
  const within = rows.filter((row) => row.hour >= from && (to === undefined || row.hour < to));
  const count = (key: 'orders' | 'success' | 'ended' | 'review') =>
    within.reduce((sum, row) => sum + row[key], 0);
  const money = (key: 'amount' | 'fee') =>
    amountText(within.reduce((sum, row) => sum.plus(row[key]), new Amount(0)));
  return {
    orders: count('orders'),
    success: count('success'),
    ended: count('ended'),
    review: count('review'),
    amount: money('amount'),
    fee: money('fee'),
  };
}

/** This period and the stretch of the same length before it. */
export const overviewOf = (rows: readonly HourFlow[], period: Period) => ({
  from: period.from,
  to: period.to,
  now: figuresOf(rows, period.from),
  before: figuresOf(rows, period.before, period.from),
});
