/** Minor digits of every currency the product handles (domain.md, Money). */
export const MINOR_DIGITS: Readonly<Record<string, number>> = Object.freeze({
  INR: 2,
  CNY: 2,
  USD: 2,
  SGD: 2,
  BRL: 2,
  IDR: 0,
  KES: 2,
  JPY: 0,
  THB: 2,
  VND: 0,
  PKR: 2,
  BDT: 2,
  USDT: 6,
});

export type Currency = string;

export function minorDigits(currency: Currency): number {
  return MINOR_DIGITS[currency] ?? 2;
}
