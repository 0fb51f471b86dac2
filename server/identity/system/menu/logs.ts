/** The views of this directory, in their order: reports stand with the logs of the business (spec, menu areas). */
export const LOGS: readonly string[] = [
  'dailyReport',
  'upstreamReport',
  'upstreamEntry',
  'profitReport',
  'measureTarget',
  'reportRun',
  'alertIncident',
  'alertRule',
  'orderLog',
  'openApiLog',
];

/** What was asked of the system itself. */
export const LOG_MANAGEMENT: readonly string[] = [
  'sysLogVis',
  'sysLogOp',
  'sysLogEx',
  'sysLogDiff',
  'logTrace',
];
