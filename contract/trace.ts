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

/** A trace as it is written: anything else that is looked for is a person or the number of an object. */
export const TRACE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** For how many days back persons and objects are looked for. */
export const TRACE_DAYS = [1, 7, 31] as const;

/** What POST /api/logTrace/items answers. */
export interface Trace {
  items: readonly TraceItem[];
  /** Logs that have more rows than are shown, or that the caller may not read. */
  cut: readonly TraceLog[];
  hidden: readonly TraceLog[];
}
