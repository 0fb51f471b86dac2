/**
 * The state machine of an alert rule: normal → pending → firing → normal. The worker and the trial of a rule that is not
 * saved yet run this code over the same figures, so that both name the same incidents.
 */

/** Rules are evaluated at the end of every quarter hour, milliseconds. */
export const QUARTER_MS = 15 * 60_000;

export type Comparison = 'below' | 'above';

export interface AlertCondition {
  comparison: Comparison;
  threshold: number;
  /** Hysteresis: what a firing rule must come back to; null is the threshold itself. */
  resolveThreshold: number | null;
  /** How long the condition holds before the rule fires. */
  forMs: number;
  /** How long it must have ended before the incident is resolved. */
  keepFiringMs: number;
}

export interface AlertPoint {
  /** The end of the window, epoch milliseconds. */
  at: number;
  /** Null where there is nothing to judge by: fewer rows than the rule asks for, or none. */
  value: number | null;
}

export interface AlertState {
  status: 'normal' | 'pending' | 'firing';
  /** Pending: since when the condition holds. */
  since: number | null;
  /** Firing: when it began to fire. */
  openedAt: number | null;
  /** Firing: since when the condition no longer holds. */
  clearSince: number | null;
  /** Firing: the worst value and when it was that. */
  peak: number | null;
  peakAt: number | null;
  /** The last point that was seen. */
  at: number | null;
}

export interface Incident {
  openedAt: number;
  resolvedAt: number | null;
  peak: number;
  peakAt: number;
}

export const NORMAL: AlertState = Object.freeze({
  status: 'normal',
  since: null,
  openedAt: null,
  clearSince: null,
  peak: null,
  peakAt: null,
  at: null,
});

const breaches = (comparison: Comparison, threshold: number, value: number): boolean =>
  comparison === 'below' ? value < threshold : value > threshold;

const isWorse = (comparison: Comparison, value: number, than: number): boolean =>
  comparison === 'below' ? value < than : value > than;

/** The incident that a firing state is in. @throws Error where the state is not firing */
export function incidentOf({ openedAt, peak, peakAt }: AlertState, resolvedAt: number | null): Incident {
  if (openedAt === null || peak === null || peakAt === null) throw new Error('no incident is open');
  return { openedAt, resolvedAt, peak, peakAt };
}

const fire = (at: number, value: number): AlertState => ({
  ...NORMAL,
  status: 'firing',
  openedAt: at,
  peak: value,
  peakAt: at,
  at,
});

function whileFiring(condition: AlertCondition, state: AlertState, { at, value }: AlertPoint): AlertState {
  const { comparison, threshold, resolveThreshold, keepFiringMs } = condition;
  const holds = value !== null && breaches(comparison, resolveThreshold ?? threshold, value);
  if (holds) {
    const isPeak = state.peak === null || isWorse(comparison, value, state.peak);
    return { ...state, clearSince: null, at, ...(isPeak && { peak: value, peakAt: at }) };
  }
  const clearSince = state.clearSince ?? at;
  if (at - clearSince >= keepFiringMs) return { ...NORMAL, at };
  return { ...state, clearSince, at };
}

/** The state after one more point. A point that was seen already changes nothing. */
export function advance(condition: AlertCondition, state: AlertState, point: AlertPoint): AlertState {
  const { at, value } = point;
  if (state.at !== null && at <= state.at) return state;
  if (state.status === 'firing') return whileFiring(condition, state, point);
  if (value === null || !breaches(condition.comparison, condition.threshold, value)) return { ...NORMAL, at };
  // After a gap nobody knows whether the condition held all the while.
  const isUnbroken = state.at !== null && at - state.at <= QUARTER_MS;
  const since = state.status === 'pending' && isUnbroken && state.since !== null ? state.since : at;
  if (at - since >= condition.forMs) return fire(at, value);
  return { ...NORMAL, status: 'pending', since, at };
}

export interface Run {
  state: AlertState;
  /** In the order in which they opened; one that was open before is the first. */
  incidents: Incident[];
}

/** The state after all points, and every incident that was open in between. */
export function runAlert(condition: AlertCondition, from: AlertState, points: readonly AlertPoint[]): Run {
  const incidents: Incident[] = [];
  let state = from;
  for (const point of points) {
    const next = advance(condition, state, point);
    if (state.status === 'firing' && next.status !== 'firing') incidents.push(incidentOf(state, point.at));
    state = next;
  }
  if (state.status === 'firing') incidents.push(incidentOf(state, null));
  return { state, incidents };
}
