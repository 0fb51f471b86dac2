import { type Locale, langTag } from '../../contract/locales.ts';

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
