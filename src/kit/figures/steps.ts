import { STEPS, type Step } from '../../../contract/measure.ts';
import { formatInstant } from '../ui/format.ts';

/** Steps of time in a chart: which fit a period, and how each is written. */

const HOURS: Readonly<Record<Exclude<Step, 'weekHour'>, number>> = {
  quarter: 0.25,
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
};
const PLACES_MOST = 50;
const names = STEPS.filter((step): step is Exclude<Step, 'weekHour'> => step !== 'weekHour');

/** The finest step that divides a period into places that can be distinguished. */
export const stepOf = (hours: number): Step =>
  names.find((step) => hours / HOURS[step] <= PLACES_MOST) ?? 'month';

const isDate = (at: string): boolean => at.length === 10;

/** Steps that are made of days, or lie in the days of a week. */
export const hasDays = (step: Step | undefined): boolean =>
  step === 'day' || step === 'week' || step === 'month' || step === 'weekHour';

/** A step as the axis writes it: within a day its time, else its day in the zone that the days are of. */
export function stepLabel(at: string, step: Step, hours: number, zone: string): string {
  const day = () => (isDate(at) ? at : formatInstant(at, 'date', zone));
  if (step === 'month') return day().slice(0, 7);
  if (hasDays(step)) return day().slice(5);
  return formatInstant(at, 'dateTime').slice(hours > HOURS.day ? 5 : 11, 16);
}

const HOUR_MS = 3_600_000;

/** Steps of which the period has a part alone: the one it begins in, and the one that still runs. Dates are whole. */
export function partialSteps({ from, to, steps }: Ends, step: Step | undefined): ReadonlySet<number> {
  const partial = new Set<number>();
  const [first, last] = [steps[0]?.at, steps.at(-1)?.at];
  if (!step || step === 'weekHour' || !first || !last || !from || !to || isDate(first)) return partial;
  if (first < from) partial.add(0);
  if (Date.parse(last) + HOURS[step] * HOUR_MS > Date.parse(to)) partial.add(steps.length - 1);
  return partial;
}

interface Ends {
  from: string | null;
  to: string | null;
  steps: readonly { at: string }[];
}

/** The period of one step: the first begins with the whole, the last ends with it, a date's with its own last day. */
export function stepEnds(
  { from, to, steps }: Ends,
  index: number,
): { from: string | null; to: string | null } {
  const at = steps[index]?.at ?? null;
  const next = steps[index + 1]?.at ?? null;
  const start = at === null || (from !== null && at < from) ? from : at;
  if (next === null || !isDate(next)) return { from: start, to: next ?? to };
  const before = new Date(Date.parse(next) - HOURS.day * HOUR_MS).toISOString().slice(0, 10);
  return { from: start, to: before };
}
