import { parsePeriod, type PeriodRequest } from '../../../contract/period.ts';
import type { Translate } from '../i18n/i18n.ts';
import { formatInstant } from '../ui/format.ts';
import { formatSpan } from '../ui/span.ts';

const DAY_HOURS = 24;
const MINUTE_MS = 60_000;

const isMidnight = (instant: string): boolean => formatInstant(instant, 'time') === '00:00:00';

/** Two instants as people write them: days where both are midnights, of which the last is named. */
function stretchText(from: string, to: string): string {
  if (!isMidnight(from) || !isMidnight(to))
    return [from, to].map((end) => formatInstant(end).slice(0, 16)).join(' – ');
  const first = formatInstant(from, 'date');
  const last = formatInstant(Date.parse(to) - MINUTE_MS, 'date');
  return first === last ? first : `${first} – ${last}`;
}

/** What a period is called. `t` is of the widgets. */
export function periodText(t: Translate, { hours, days, calendar, from, to }: PeriodRequest): string {
  if (calendar !== undefined) return t(`span.${calendar}`);
  if (from !== undefined && to !== undefined) return stretchText(from, to);
  return t('span.last', { span: formatSpan(t, hours ?? (days ?? 1) * DAY_HOURS) });
}

/** What the text of a period is called; empty where it is none. */
export function periodTitle(t: Translate, text: string): string {
  const period = parsePeriod(text);
  return period ? periodText(t, period) : '';
}
