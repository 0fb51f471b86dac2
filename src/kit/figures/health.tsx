import { type MeasureValues, rateValue } from '../../../contract/measure.ts';

/** How good a success rate is to see, and how it went. */

const GOOD = 0.9;
const POOR = 0.7;

/** Below 70 % something is broken, below 90 % somebody should look. */
export const healthOf = (rate: number | null): 'success' | 'warning' | 'danger' | 'muted' =>
  rate === null ? 'muted' : rate >= GOOD ? 'success' : rate >= POOR ? 'warning' : 'danger';

const BAR = { width: 4, gap: 1, height: 16 };
const LEAST = 2;

interface HealthStripProps {
  /** One per quarter of an hour, oldest first. */
  steps: readonly MeasureValues[];
  /** The rate among their values. */
  measure: string;
  /** What each one is called: its time and its rate. */
  titleOf: (index: number, rate: number | null) => string;
}

/** Bars as high as the success rate of each step, in its colour; where nothing ended there is a line. */
export function HealthStrip({ steps, measure, titleOf }: HealthStripProps) {
  const width = Math.max(0, steps.length * (BAR.width + BAR.gap) - BAR.gap);
  return (
    <svg width={width} height={BAR.height} aria-hidden="true">
      {steps.map((values, index) => {
        const rate = rateValue(values[measure]);
        const height = rate === null ? 1 : Math.max(LEAST, Math.round(rate * BAR.height));
        return (
          <rect
            key={index}
            x={index * (BAR.width + BAR.gap)}
            y={BAR.height - height}
            width={BAR.width}
            height={height}
            className={`fig-${healthOf(rate)}`}
            fill="currentColor"
          >
            <title>{titleOf(index, rate)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
