import { describe, expect, it } from 'vitest';
import type { AlertTrial } from '../../../contract/alertTrial.ts';
import { tokens } from '../../kit/index.ts';
import { scaleOf, trialOption } from './trialOption.ts';

const HOUR = 3_600_000;
const TRIAL: AlertTrial = {
  from: 0,
  to: 4 * HOUR,
  places: [80, 40, null, 90].map((value, index) => ({ at: (index + 1) * HOUR, value })),
  incidents: [{ openedAt: 2 * HOUR, resolvedAt: 2.5 * HOUR, peak: 40, peakAt: 2 * HOUR }],
  state: 'normal',
  least: 40,
  most: 90,
};

describe('the chart of a trial', () => {
  it('has an axis that holds every value, and the threshold wherever it is typed', () => {
    for (const [least, most, threshold] of [
      [40, 90, 50],
      [0, 12, 5_000],
      [0.5, 0.9, 0.7],
      [-3_000, 1_000_000, 250_000],
      [null, null, 5],
      [0, 7, 5],
      [3, 71, 70],
    ] as const) {
      const { min, max, step, tick } = scaleOf({ least, most }, threshold);
      expect([min / tick, max / tick, tick].every(Number.isInteger)).toBe(true);
      expect((max - min) / tick).toBeLessThanOrEqual(5);
      expect([least ?? 0, most ?? 0, threshold].every((value) => value >= min && value <= max)).toBe(true);
      expect((max - min) / step).toBeGreaterThan(50);
      expect((max - min) / step).toBeLessThan(5_000);
    }
  });

  it('ends a rate at a hundred, where nothing beyond it was typed', () => {
    expect(scaleOf({ least: 40, most: 100 }, 80, 100).max).toBe(100);
    expect(scaleOf({ least: 40, most: 100 }, 150, 100).max).toBeGreaterThanOrEqual(150);
    // Even steps up to it.
    expect(scaleOf({ least: 40, most: 97 }, 80, 100)).toMatchObject({ max: 100, tick: 50 });
    expect(scaleOf({ least: 4, most: 38 }, 20, 100)).toMatchObject({ max: 60, tick: 20 });
  });

  it('marks the places of an incident alone', () => {
    const names = { value: 'Value', threshold: 'Threshold', incident: 'Alert' };
    const option = trialOption({
      trial: TRIAL,
      threshold: 50,
      scale: { min: 0, max: 100, step: 1, tick: 50 },
      tokens: tokens(),
      names,
      figure: String,
      short: String,
    });
    const [marks, values, threshold] = option.series as { data: unknown[] }[];
    expect(marks?.data).toEqual([null, 100, null, null]);
    expect(values?.data).toEqual([80, 40, null, 90]);
    expect(threshold?.data).toEqual([50, 50, 50, 50]);
  });
});
