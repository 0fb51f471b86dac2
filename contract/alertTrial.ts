import type { AlertState, Incident } from './alertState.ts';

/** Places of a trial's chart at most. */
export const TRIAL_PLACES = 480;

export interface TrialPlace {
  /** Epoch milliseconds, the end of the first window in it. */
  at: number;
  /** The worst value in it; null where there is none. */
  value: number | null;
}

/** What a rule would have raised. */
export interface AlertTrial {
  /** Epoch milliseconds; null where there are no figures yet. */
  from: number | null;
  to: number | null;
  places: readonly TrialPlace[];
  incidents: readonly Incident[];
  /** What the rule would be in now. */
  state: AlertState['status'];
  /** The range of its values. */
  least: number | null;
  most: number | null;
}
