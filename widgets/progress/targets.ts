import type { MeasureAnswer, MeasureRequest } from '../../contract/measure.ts';

/** A row of measureTarget as its list answers it. */
export interface Target {
  id: string;
  /** Id of a measure. */
  measure: string;
  currency: string;
  /** Decimal text. */
  target: string;
  merchantId: string | null;
  merchantName: string | null;
  upstreamId: string | null;
  upstreamName: string | null;
}

/** The filter of what a target is about. */
export const whereOf = ({ currency, merchantId, upstreamId }: Target) => ({
  currency: [currency],
  ...(merchantId && { merchantId: [merchantId] }),
  ...(upstreamId && { upstreamId: [upstreamId] }),
});

export const requestOf = (target: Target, month: string): MeasureRequest => ({
  measures: [target.measure],
  where: whereOf(target),
  month,
});

const MONTHS = 12;

/** The month of a day, or the one before it, as yyyy-MM. */
export function monthOf(day: string, which: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * MONTHS + month - 1 - (which === 'last' ? 1 : 0);
  return `${Math.floor(at / MONTHS)}-${String((at % MONTHS) + 1).padStart(2, '0')}`;
}

/** How much of a period is over, 0 to 1. */
export function elapsed({ from, to }: Pick<MeasureAnswer, 'from' | 'to'>, now: number): number {
  if (from === null || to === null) return 1;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Math.min(Math.max((now - start) / (end - start), 0), 1);
}

/** How far it is, 1 for all of it; a fraction for reading only. */
export const shareOf = (actual: string | number, target: string): number => Number(actual) / Number(target);
