const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Period {
  /** ISO instants; `from` is `hours` before `to`, at a full minute. */
  from: string;
  to: string;
  /** Start of the stretch of the same length that ends at `from`. */
  before: string;
}

interface Stretch {
  from: string;
  to: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const floor = (ms: number, step: number): number => Math.floor(ms / step) * step;

/** The last `hours` hours, to the minute: figures asked within one minute are of one period and agree with each other. */
export function periodOf(now: Date, hours: number): Period {
  const from = floor(now.getTime(), MINUTE_MS) - hours * HOUR_MS;
  return { from: iso(from), to: now.toISOString(), before: iso(from - hours * HOUR_MS) };
}

/** The full hour that holds an instant, by UTC as the rollup counts. */
export const hourOf = (instant: string): string => iso(floor(Date.parse(instant), HOUR_MS));

/** The parts of hours that a period starts and its predecessor ends with, none where those are full hours. */
export function partsOf({ from, before }: Period): Stretch[] {
  const part = (start: number, end: number) => (start < end ? [{ from: iso(start), to: iso(end) }] : []);
  const afterOf = (ms: number) => Math.ceil(ms / HOUR_MS) * HOUR_MS;
  const [middle, first] = [Date.parse(from), Date.parse(before)];
  return [
    ...part(first, afterOf(first)),
    ...part(floor(middle, HOUR_MS), middle),
    ...part(middle, afterOf(middle)),
  ];
}

/** Where the hours of a period begin, oldest first: its own start, then every full hour. */
export function hoursOf({ from, to }: Period): string[] {
  const starts = [from];
  for (let at = floor(Date.parse(from), HOUR_MS) + HOUR_MS; at <= Date.parse(to); at += HOUR_MS)
    starts.push(iso(at));
  return starts;
}
