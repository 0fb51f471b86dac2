/** The views of this directory, in their order. */
export const LOGS: readonly string[] = [
  'orderLog',
  'openApiLog',
  'sysLogVis',
  'sysLogOp',
  'sysLogEx',
  'sysLogDiff',
];
