import { useQuery } from '@tanstack/react-query';
import type { ReportDay } from '../../../contract/reportDay.ts';
import { call, offsetOf, useT } from '../../kit/index.ts';

/** A day begins for reports while the screen is open. */
const AGAIN_MS = 60_000;

/** The calendar that reports are cut by; absent until the server has said it. */
export function useReportDay(): ReportDay | undefined {
  const { data } = useQuery({
    queryKey: ['dailyReport', 'today'],
    queryFn: ({ signal }) => call<ReportDay>('dailyReport/today', undefined, { customCatch: true, signal }),
    refetchInterval: AGAIN_MS,
  });
  return data;
}

/** Names the zone of the days under a report. */
export function useZoneNote(): string | undefined {
  const t = useT('reports');
  const day = useReportDay();
  return day && t('zone', { ...day, offset: offsetOf(day.zone) });
}
