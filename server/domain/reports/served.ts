import { dailyReport } from '../../../contract/resources/reports/dailyReport.ts';
import { upstreamReport } from '../../../contract/resources/reports/upstreamReport.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { dailyReportHalf, upstreamReportHalf } from './span.ts';

export const servedByReports: readonly Served[] = [
  serve(dailyReport, dailyReportHalf),
  serve(upstreamReport, upstreamReportHalf),
];
