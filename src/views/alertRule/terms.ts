import type { AlertTerms } from '../../../contract/alertTerms.ts';
import type { Comparison } from '../../../contract/alertState.ts';
import { alertMeasureOf } from '../../../contract/alertMeasures.ts';

const isComparison = (value: string | null): value is Comparison => value === 'below' || value === 'above';
const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
const numberOf = (value: unknown, otherwise: number): number => Number(textOf(value) ?? otherwise);

/** The terms of what is typed into the form, over the row that is edited; undefined while too little of it is there. */
export function termsOf(values: Readonly<Record<string, unknown>>): AlertTerms | undefined {
  const [measure, threshold] = [values.measure, values.threshold].map(textOf);
  const comparison = textOf(values.comparison);
  const watched = alertMeasureOf(measure ?? '');
  const currency = textOf(values.currency);
  if (!measure || !watched || !isComparison(comparison)) return undefined;
  if (!threshold || Number.isNaN(Number(threshold))) return undefined;
  if (watched.kind === 'money' && !currency) return undefined;
  return {
    measure,
    comparison,
    threshold,
    resolveThreshold: textOf(values.resolveThreshold),
    windowMinutes: numberOf(values.windowMinutes, 15),
    minimumCount: numberOf(values.minimumCount, 0),
    forMinutes: numberOf(values.forMinutes, 0),
    keepFiringMinutes: numberOf(values.keepFiringMinutes, 0),
    merchantId: textOf(values.merchantId),
    upstreamId: textOf(values.upstreamId),
    channelId: textOf(values.channelId),
    currency,
  };
}
