import { describe, expect, it } from 'vitest';
import { type AlertCondition, type AlertPoint, NORMAL, QUARTER_MS, runAlert } from './alertState.ts';

const MINUTE = 60_000;
const CONDITION: AlertCondition = {
  comparison: 'below',
  threshold: 80,
  resolveThreshold: null,
  forMs: 0,
  keepFiringMs: 0,
};

/** Points one quarter hour apart, the first at quarter 1. */
const points = (values: readonly (number | null)[], first = 1): AlertPoint[] =>
  values.map((value, index) => ({ at: (first + index) * QUARTER_MS, value }));
const run = (values: readonly (number | null)[], over: Partial<AlertCondition> = {}) =>
  runAlert({ ...CONDITION, ...over }, NORMAL, points(values));
const quarters = (at: number | null) => (at === null ? null : at / QUARTER_MS);
const spans = (values: readonly (number | null)[], over: Partial<AlertCondition> = {}) =>
  run(values, over).incidents.map(({ openedAt, resolvedAt }) => [quarters(openedAt), quarters(resolvedAt)]);

describe('an alert', () => {
  it('fires on the far side of its threshold alone, and ends where it holds no longer', () => {
    expect(spans([80, 79, 78, 80, 90])).toEqual([[2, 4]]);
    expect(spans([80, 81, 80], { comparison: 'above' })).toEqual([[2, 3]]);
    expect(spans([80, 80, 80])).toEqual([]);
  });

  it('keeps the worst value and when it was that', () => {
    expect(run([70, 60, 65, 90]).incidents).toEqual([
      { openedAt: QUARTER_MS, resolvedAt: 4 * QUARTER_MS, peak: 60, peakAt: 2 * QUARTER_MS },
    ]);
    expect(run([90, 95, 91], { comparison: 'above' }).incidents).toMatchObject([
      { peak: 95, resolvedAt: null },
    ]);
  });

  it('is pending until its condition has held for long enough', () => {
    const over = { forMs: 30 * MINUTE };
    expect(run([70], over).state).toMatchObject({ status: 'pending', since: QUARTER_MS });
    expect(spans([70, 70], over)).toEqual([]);
    expect(spans([70, 70, 70, 90], over)).toEqual([[3, 4]]);
    expect(spans([70, 90, 70, 70, 90], over)).toEqual([]);
  });

  it('judges nothing by too few rows: neither pending nor firing goes on', () => {
    expect(spans([70, null, 70, 70, 70], { forMs: 30 * MINUTE })).toEqual([[5, null]]);
    expect(spans([70, null, 70])).toEqual([
      [1, 2],
      [3, null],
    ]);
  });

  it('ends only where it is back at its second threshold', () => {
    expect(spans([79, 84, 85, 79], { resolveThreshold: 85 })).toEqual([
      [1, 3],
      [4, null],
    ]);
  });

  it('keeps firing for a while, so that one that comes and goes is one incident', () => {
    const over = { keepFiringMs: 30 * MINUTE };
    expect(spans([70, 90, 70, 90, 90, 90], over)).toEqual([[1, 6]]);
    expect(spans([70, null, 90, 90], over)).toEqual([[1, 4]]);
  });

  it('begins to wait once more after a gap, and an incident outlasts one', () => {
    const condition = { ...CONDITION, forMs: 15 * MINUTE };
    const pending = runAlert(condition, NORMAL, points([70])).state;
    expect(runAlert(condition, pending, points([70], 9)).state).toMatchObject({
      status: 'pending',
      since: 9 * QUARTER_MS,
    });
    const firing = runAlert(condition, NORMAL, points([70, 70])).state;
    expect(runAlert(condition, firing, points([70, 90], 9)).incidents).toMatchObject([
      { openedAt: 2 * QUARTER_MS, resolvedAt: 10 * QUARTER_MS },
    ]);
  });

  it('takes no point twice, nor one from before a clock was put back', () => {
    const { state } = run([70, 70]);
    expect(runAlert(CONDITION, state, points([90, 90])).state).toBe(state);
  });

  it('comes to the same in one run as point by point', () => {
    const values = Array.from(
      { length: 400 },
      (_, index) => 80 + 12 * Math.sin(index / 3) + 5 * Math.cos(index),
    );
    for (const over of [
      {},
      { forMs: 30 * MINUTE },
      { keepFiringMs: 45 * MINUTE },
      { resolveThreshold: 86 },
    ]) {
      const condition = { ...CONDITION, ...over };
      const whole = runAlert(condition, NORMAL, points(values));
      let state = NORMAL;
      const opened = new Set<number>();
      for (const point of points(values)) {
        state = runAlert(condition, state, [point]).state;
        if (state.openedAt !== null) opened.add(state.openedAt);
      }
      expect(state).toEqual(whole.state);
      expect([...opened]).toEqual(whole.incidents.map(({ openedAt }) => openedAt));
      expect(opened.size).toBeGreaterThan(5);
    }
  });
});
