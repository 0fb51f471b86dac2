import { Decimal } from 'decimal.js';
import { type Currency, minorDigits } from './currency.ts';

/** Enough digits that no sum of numeric(24,6) is ever rounded by the library itself. */
export const Amount = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
export type Amount = InstanceType<typeof Decimal>;

const WIRE = /^-?\d{1,18}(\.\d{1,6})?$/;

/** True for a decimal string that fits numeric(24,6); no exponent, no sign but a leading minus. */
export function isAmountText(value: string): boolean {
  return WIRE.test(value);
}

/** True where the amount has no more digits than its currency. */
export function fitsCurrency(value: string, currency: Currency): boolean {
  return isAmountText(value) && new Amount(value).decimalPlaces() <= minorDigits(currency);
}

/** Half-even at the currency's minor digits. */
export function roundAmount(value: Decimal.Value, currency: Currency): Amount {
  return new Amount(value).toDecimalPlaces(minorDigits(currency), Decimal.ROUND_HALF_EVEN);
}

/** Fee = round(amount × rate + fixed), never below 0 nor above the amount. */
export function feeOf(
  amount: Decimal.Value,
  rate: Decimal.Value,
  fixed: Decimal.Value,
  currency: Currency,
): Amount {
  const fee = roundAmount(new Amount(amount).times(rate).plus(fixed), currency);
  return Amount.max(0, Amount.min(fee, amount));
}

/** Plain decimal text without exponent or needless zeros, as the wire carries it. */
export function amountText(value: Decimal.Value): string {
  return new Amount(value).toFixed();
}
