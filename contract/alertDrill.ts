import { QUARTER_MS } from './alertState.ts';
import { drillDown } from './measure.ts';
import { measureOf } from './measures.ts';
import type { NoticeLink } from './noticeLink.ts';
import { alertMeasureOf } from './alertMeasures.ts';

const MINUTE_MS = 60_000;

/** What a figure of an alert is about. */
export interface AlertSubject {
  measure: string;
  merchantId: string | null;
  upstreamId: string | null;
  channelId: string | null;
  currency: string | null;
  windowMinutes: number;
}

/** What a notice about an incident leads to. */
export interface AlertNotice extends NoticeLink {
  ruleId: string;
  incidentId: string;
}

/** The same as it is now. */
export interface NoticeAlert extends AlertNotice {
  /** The rule is muted or off. */
  isMuted: boolean;
  isFiring: boolean;
}

/**
 * The list behind a figure of an alert: of a window the rows of that time, of what waits all that wait now.
 * Undefined where its measure is no longer one.
 * @param at the end of the window, epoch milliseconds
 */
export function alertLink(subject: AlertSubject, at: number): NoticeLink | undefined {
  const measure = measureOf(subject.measure);
  const watched = alertMeasureOf(subject.measure);
  if (!measure || !watched) return undefined;
  const { merchantId, upstreamId, channelId, currency, windowMinutes } = subject;
  const where = Object.fromEntries(
    Object.entries({ merchantId, upstreamId, channelId, currency }).flatMap(([field, value]) =>
      value === null || value === '' ? [] : [[field, [value]]],
    ),
  );
  const from = new Date(at - Math.max(QUARTER_MS, windowMinutes * MINUTE_MS)).toISOString();
  const ends = watched.over === 'window' ? { from, to: new Date(at).toISOString() } : {};
  return drillDown(measure, { ...ends, where });
}
