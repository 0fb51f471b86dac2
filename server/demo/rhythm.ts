/** Orders a second of the demo's platform on an average hour of today: what DEMO_TRAFFIC is unless it is set. */
export const PACE = 5;

/** Orders an hour of the day in India relative to an average hour: quiet before dawn, busiest in the evening. */
const HOURS = [
  0.87, 0.81, 0.77, 0.75, 0.75, 0.77, 0.81, 0.87, 0.94, 1, 1.04, 1.06, 1.07, 1.06, 1.04, 1.04, 1.06, 1.09,
  1.15, 1.2, 1.22, 1.19, 1.09, 0.96,
];
const HOUR_MS = 3_600_000;
const INDIA_MS = 5.5 * HOUR_MS;

/** Saturdays and Sundays are a little busier. */
const WEEKEND = 1.06;

/** How busy an instant is relative to an average one; recorded and live orders keep the same day. */
export function rhythmAt(ms: number): number {
  const there = new Date(ms + INDIA_MS);
  const weekend = [0, 6].includes(there.getUTCDay()) ? WEEKEND : 1;
  return (HOURS[there.getUTCHours()] ?? 1) * weekend;
}
