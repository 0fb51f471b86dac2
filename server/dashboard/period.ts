const HOUR_MS = 3_600_000;

export interface Period {
  /** ISO instants; `from` is a full hour, `to` is now. */
  from: string;
  to: string;
  /** Start and end of the stretch of the same length that begins one period earlier. */
  before: string;
  beforeEnds: string;
  hours: number;
}

/**
 * The last `hours` hours, the running one included. Every figure of a dashboard is cut at the same full hours, which
 * are also the rollup's, so that they agree with each other.
 */
export function periodOf(now: Date, hours: number): Period {
  const running = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const from = running - (hours - 1) * HOUR_MS;
  return {
    from: new Date(from).toISOString(),
    to: now.toISOString(),
    before: new Date(from - hours * HOUR_MS).toISOString(),
    beforeEnds: new Date(now.getTime() - hours * HOUR_MS).toISOString(),
    hours,
  };
}

/** The hour that holds an instant. */
export const hourOf = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / HOUR_MS) * HOUR_MS).toISOString();

/** The full hours of a period, oldest first. */
export function hoursOf(period: Period): string[] {
  const from = Date.parse(period.from);
  return Array.from({ length: period.hours }, (_, index) => new Date(from + index * HOUR_MS).toISOString());
}
