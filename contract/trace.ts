/** Logs whose rows say of which request they are a consequence, in the order in which one asks for them. */
export const TRACE_LOGS = [
  'sysLogVis',
  'sysLogOp',
  'sysLogEx',
  'openApiLog',
  'sysLogDiff',
  'orderLog',
  'callback',
] as const;
export type TraceLog = (typeof TRACE_LOGS)[number];

/** A row of a log on the axis of a trace. */
export interface TraceItem {
  log: TraceLog;
  id: string;
  /** When it was written. */
  at: string;
  /** When what it is about began, where it took time. */
  from: string;
  row: Readonly<Record<string, unknown>>;
}

/** What POST /api/logTrace/items answers. */
export interface Trace {
  traceId: string;
  items: readonly TraceItem[];
  /** Logs that have more rows than are shown, or that the caller may not read. */
  cut: readonly TraceLog[];
  hidden: readonly TraceLog[];
}
