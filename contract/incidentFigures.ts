import type { AlertPoint } from './alertState.ts';

/** What the detail of an incident has in addition to its row. */
export interface IncidentFigures {
  /** The values of the measure from some hours before the incident to an hour after it, as the rule was evaluated. */
  points: readonly AlertPoint[];
}
