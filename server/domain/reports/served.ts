import { dailyReport } from '../../../contract/resources/reports/dailyReport.ts';
import { upstreamEntry } from '../../../contract/resources/reports/upstreamEntry.ts';
import { upstreamReport } from '../../../contract/resources/reports/upstreamReport.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { upstreamEntryHalf } from './entry.ts';
import { dailyReportHalf, upstreamReportHalf } from './span.ts';

export const servedByReports: readonly Served[] = [
  serve(dailyReport, dailyReportHalf),
  serve(upstreamReport, upstreamReportHalf),
  serve(upstreamEntry, upstreamEntryHalf),
];
