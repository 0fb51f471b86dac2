import { Amount, amountText, fitsCurrency, isAmountText } from '../../../contract/money.ts';

interface Wanted {
  amount: string;
  currency: string;
}

/** What an upstream says was paid; `null` where it should name an amount and does not, left out where it tells none. */
export interface StatedMoney {
  amount?: string | null;
  currency?: string;
}

/** True where it is the order's own amount and currency; only an upstream that tells no amounts agrees in silence. */
export function fitsOrder(order: Wanted, stated: StatedMoney): boolean {
  if (stated.currency !== undefined && stated.currency !== order.currency) return false;
  if (stated.amount === undefined) return true;
  return (
    stated.amount !== null && isAmountText(stated.amount) && new Amount(stated.amount).equals(order.amount)
  );
}

const MOST = 60;
const CURRENCY = /^[A-Z]{3,5}$/;

/** For a remark: what was reported as paid, in quotes where it is no amount. */
export function paidText({ amount, currency }: StatedMoney): string {
  if (amount === null) return 'paid, but the message names no amount';
  const shown =
    amount === undefined || isAmountText(amount) ? (amount ?? '') : JSON.stringify(amount.slice(0, MOST));
  return ['paid', shown, currency?.slice(0, MOST)].filter(Boolean).join(' ');
}

/** The amount and currency that were reported, as far as they are valid; the order's own where an upstream reports none. */
export function statedMoney(order: Wanted, stated: StatedMoney): { amount?: string; currency?: string } {
  const { amount = order.amount, currency = order.currency } = stated;
  return {
    ...(amount !== null && isMoney(order, stated) && { amount: amountText(amount) }),
    ...(CURRENCY.test(currency) && { currency }),
  };
}

/** True where what was reported is money that can be booked, be it the order's own or not. */
export function isMoney(order: Wanted, { amount, currency = order.currency }: StatedMoney): boolean {
  if (amount === null || !CURRENCY.test(currency)) return false;
  if (amount === undefined) return true;
  return fitsCurrency(amount, currency) && new Amount(amount).greaterThan(0);
}
