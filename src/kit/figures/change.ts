import { type Measure, type MeasureValue, rateValue } from '../../../contract/measure.ts';

/** What changed between two periods. */

export interface Change {
  /** A fraction: of the former figure, or of a rate the difference of the two. */
  value: number;
  /** Percent of the former, or percentage points. */
  unit: '%' | 'pp';
  /** Whether that is good to see; neither where nothing changed or the measure has no good side. */
  tone: 'up' | 'down' | 'muted';
}

/** Less than what the one shown digit can show. */
const NOTHING = 0.0005;

function toneOf({ good }: Pick<Measure, 'good'>, value: number): Change['tone'] {
  if (!good || Math.abs(value) < NOTHING) return 'muted';
  return value > 0 === (good === 'up') ? 'up' : 'down';
}

/**
 * Undefined where the former period had nothing to compare with. For reading only: amounts are far below the doubles'
 * 15 digits of relative precision.
 */
export function changeOf(
  measure: Pick<Measure, 'kind' | 'good'>,
  now: MeasureValue | undefined,
  before: MeasureValue | undefined,
): Change | undefined {
  if (measure.kind === 'rate') {
    const [rate, former] = [rateValue(now), rateValue(before)];
    if (rate === null || former === null) return undefined;
    return { value: rate - former, unit: 'pp', tone: toneOf(measure, rate - former) };
  }
  const [figure, former] = [Number(now), Number(before)];
  if (!Number.isFinite(figure) || !Number.isFinite(former) || former === 0) return undefined;
  const value = (figure - former) / Math.abs(former);
  return { value, unit: '%', tone: toneOf(measure, value) };
}

/** Arrow and amount together: never colour alone. */
export function changeText(change: Change | undefined): string {
  if (!change) return '–';
  const arrow = Math.abs(change.value) < NOTHING ? '=' : change.value > 0 ? '▲' : '▼';
  return `${arrow} ${(Math.abs(change.value) * 100).toFixed(1)} ${change.unit}`;
}
