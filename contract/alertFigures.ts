import { QUARTER_MS, type AlertPoint } from './alertState.ts';
import type { MeasureKind } from './measure.ts';

/** The figures of one quarter hour; of a level what it has changed by. */
export interface QuarterFigures {
  /** Where the quarter hour starts, epoch milliseconds. */
  at: number;
  part: number;
  whole: number;
}

export interface Windowing {
  kind: MeasureKind;
  over: 'window' | 'now';
  windowMs: number;
  /** The least rows of a rate that are judged. */
  minimum: number;
}

/** Sums are kept by adding and taking away: rounded, they do not depend on where the adding began. */
const SCALE = 10_000;

/** Of a rate per cent, as its threshold is. */
function valueOf({ kind, minimum }: Windowing, part: number, whole: number): number | null {
  if (kind !== 'rate') return Math.round(part * SCALE) / SCALE;
  return whole === 0 || whole < minimum ? null : (100 * part) / whole;
}

/**
 * The value at the end of each quarter hour in `[from, to)`, whose figures are given with those of the window before.
 * @param level what there was before the first of the figures; levels only
 */
export function pointsOf(
  windowing: Windowing,
  figures: readonly QuarterFigures[],
  [from, to]: readonly [from: number, to: number],
  level = 0,
): AlertPoint[] {
  const isFlow = windowing.over === 'window';
  const points: AlertPoint[] = [];
  let [part, whole, first, next] = [level, 0, 0, 0];
  for (let at = from; at < to; at += QUARTER_MS) {
    for (let each = figures[next]; each && each.at <= at; each = figures[next]) {
      part += each.part;
      whole += each.whole;
      next += 1;
    }
    if (isFlow) {
      const oldest = at + QUARTER_MS - windowing.windowMs;
      for (let each = figures[first]; each && each.at < oldest && first < next; each = figures[first]) {
        part -= each.part;
        whole -= each.whole;
        first += 1;
      }
    }
    points.push({ at: at + QUARTER_MS, value: valueOf(windowing, part, whole) });
  }
  return points;
}
