import { alertMeasureOf } from '../../contract/alertMeasures.ts';
import { currentLocale } from './i18n/locale.ts';
import { formatCount, formatMoney } from './ui/format.ts';

const SCALE = 10;

const PERCENT_MOST = 100;

/** What figures of a measure cannot exceed. */
export const alertMost = (measure: string | undefined): number =>
  alertMeasureOf(measure ?? '')?.kind === 'rate' ? PERCENT_MOST : Infinity;

/** A figure of an alert as an axis writes it. */
export const alertShort = (measure: string | undefined): ((value: number) => string) =>
  alertMeasureOf(measure ?? '')?.kind === 'rate'
    ? (value) => `${value} %`
    : new Intl.NumberFormat(currentLocale(), { notation: 'compact' }).format;

/** A figure of an alert as it is read: per cent, an amount in its currency, or a count. */
export function alertValue(
  measure: string | undefined,
  value: number | string,
  currency?: string | null,
): string {
  const kind = alertMeasureOf(measure ?? '')?.kind;
  if (kind === 'rate') return `${Math.round(Number(value) * SCALE) / SCALE} %`;
  if (kind === 'money') return formatMoney(String(value), currency ?? '', { code: true }).trim();
  return formatCount(Number(value));
}
