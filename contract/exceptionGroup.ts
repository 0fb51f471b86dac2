/** `open`: nobody has marked it, or it came again after it was marked as resolved. */
export const EXCEPTION_STATES = ['open', 'muted', 'resolved'] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];

/** Requests that failed at the same place for the same reason: what POST /api/sysLogEx/groups answers a list of. */
export interface ExceptionGroup {
  fingerprint: string;
  count: number;
  firstAt: string;
  lastAt: string;
  lastTrace: string;
  /** What was asked for, the last time. */
  displayTitle: string;
  requestUrl: string;
  exception: string;
  state: ExceptionState;
  /** It came again after somebody had marked it as resolved. */
  again: boolean;
  markedBy: string | null;
  markedAt: string | null;
}
