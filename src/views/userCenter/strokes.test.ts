import { expect, it } from 'vitest';
import { boundsOf, type Stroke, widthAt } from './strokes.ts';

const stroke = (...points: [number, number, number?][]): Stroke => ({
  width: 2,
  points: points.map(([x, y, pressure = 0]) => ({ x, y, pressure })),
});

it('is cut to what is drawn, with a margin; nothing is no picture', () => {
  expect(boundsOf([], 4)).toBeUndefined();
  expect(boundsOf([stroke([10, 20], [30, 25]), stroke([12, 50])], 4)).toEqual({
    left: 6,
    top: 16,
    width: 28,
    height: 38,
  });
});

it('follows the pressure of a pen, and draws as a plain line without one', () => {
  const line = stroke([0, 0, 0], [1, 1, 1]);
  expect(widthAt(line, line.points[0]!)).toBe(2);
  expect(widthAt(line, line.points[1]!)).toBe(3);
});
