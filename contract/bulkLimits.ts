import { MINOR_DIGITS } from './currency.ts';
import { ungrouped } from './grouping.ts';
import { Amount, fitsCurrency } from './money.ts';

/** A command on more rows is confirmed by their typed count, and held before it starts. */
export const BULK_ROWS = 500;

/** Amounts by currency, as decimal text. */
export type AmountsByCurrency = Readonly<Record<string, string>>;

/** Where no role sets an amount: some 50,000 US dollars. */
export const DEFAULT_BULK_LIMITS: AmountsByCurrency = Object.freeze({
  INR: '5000000',
  CNY: '400000',
  USD: '50000',
  SGD: '70000',
  BRL: '300000',
  IDR: '800000000',
  KES: '6000000',
  JPY: '7500000',
  THB: '1800000',
  VND: '1300000000',
  PKR: '14000000',
  BDT: '6000000',
  USDT: '50000',
});

/** True for what may be typed as an amount of this currency, grouped or not. */
export function isAmountOf(currency: string, text: string): boolean {
  const amount = ungrouped(text.trim());
  return Object.hasOwn(MINOR_DIGITS, currency) && !amount.startsWith('-') && fitsCurrency(amount, currency);
}

/** What a bulk in this currency may come to before its count is typed; nothing of a currency that has no limit. */
export const bulkLimitOf = (limits: AmountsByCurrency, currency: string): string =>
  limits[currency] ?? DEFAULT_BULK_LIMITS[currency] ?? '0';

/** Of several roles the one that allows most counts, among those that set the currency. */
export function widestLimits(roles: readonly (AmountsByCurrency | null)[]): AmountsByCurrency {
  const widest: Record<string, string> = {};
  for (const [currency, amount] of roles.flatMap((limits) => Object.entries(limits ?? {}))) {
    const known = widest[currency];
    if (known === undefined || new Amount(amount).greaterThan(known)) widest[currency] = amount;
  }
  return widest;
}
