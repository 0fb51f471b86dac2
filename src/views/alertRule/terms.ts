import { alertMeasureOf } from '../../../contract/alertMeasures.ts';

/** What of a rule its trial needs; undefined while too little of it is there. */
export interface TrialTerms {
  measure: string;
  comparison: string;
  threshold: string;
  resolveThreshold: string | null;
  windowMinutes: number;
  minimumCount: number;
  forMinutes: number;
  keepFiringMinutes: number;
  merchantId: string | null;
  upstreamId: string | null;
  channelId: string | null;
  currency: string | null;
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
const numberOf = (value: unknown, otherwise: number): number => Number(textOf(value) ?? otherwise);

/** The terms of what is typed into the form, over the row that is edited. */
export function termsOf(values: Readonly<Record<string, unknown>>): TrialTerms | undefined {
  const [measure, comparison, threshold] = [values.measure, values.comparison, values.threshold].map(textOf);
  const watched = alertMeasureOf(measure ?? '');
  const currency = textOf(values.currency);
  if (!measure || !watched || !comparison || !threshold || Number.isNaN(Number(threshold))) return undefined;
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
