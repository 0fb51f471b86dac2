import { type Locale, langTag } from '../../contract/locales.ts';

/** Two periods of equal length, and what changed between them. */

export interface Figures {
  orders: number;
  success: number;
  ended: number;
  review: number;
  amount: string;
  fee: string;
}

export interface Overview {
  from: string;
  to: string;
  now: Figures;
  before: Figures;
}

/** Of the orders that ended, the share that succeeded; null when none has ended. */
export const successRate = ({ success, ended }: Pick<Figures, 'success' | 'ended'>): number | null =>
  ended === 0 ? null : success / ended;

/** Relative change, for reading only: amounts are far below the doubles' 15 digits of relative precision. */
export function change(now: string | number, before: string | number): number | null {
  const [a, b] = [Number(now), Number(before)];
  return Number.isFinite(a) && Number.isFinite(b) && b !== 0 ? (a - b) / Math.abs(b) : null;
}

export const percent = (value: number | null, digits = 2): string =>
  value === null ? '–' : `${(value * 100).toFixed(digits)} %`;

/** A difference of two rates in percentage points. */
export const points = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;

/** An amount as a person says it: `₹61.4B`, `₹614.1亿`. The exact one is in the tooltip. */
export function compactMoney(amount: string, currency: string, locale: Locale): string {
  const value = Number(amount);
  if (!Number.isFinite(value)) return amount;
  const style = { notation: 'compact', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  try {
    return new Intl.NumberFormat(langTag(locale), {
      ...style,
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(value);
  } catch {
    // USDT and its like are no ISO currencies.
    return `${new Intl.NumberFormat(langTag(locale), style).format(value)} ${currency}`;
  }
}
