import type { Comparison } from './alertState.ts';

/** What makes up a rule's condition, as stored or as typed. */
export interface AlertTerms {
  measure: string;
  comparison: Comparison;
  /** Decimal text. */
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
