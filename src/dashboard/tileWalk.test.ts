import { expect, it } from 'vitest';
import { nearest } from './tileWalk.ts';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** Two above, a wide one below them, and a low one at the right. */
const BOXES = [box(0, 0, 100, 50), box(110, 0, 100, 50), box(0, 60, 210, 80), box(220, 60, 60, 30)];

it('goes to the nearest box in the direction of the arrow', () => {
  const to = (from: number, key: string) => nearest(BOXES, BOXES[from]!, key);
  expect(to(0, 'ArrowRight')).toBe(1);
  expect(to(1, 'ArrowDown')).toBe(2);
  expect(to(2, 'ArrowUp')).toBe(0);
  expect(to(2, 'ArrowRight')).toBe(3);
  expect(to(3, 'ArrowLeft')).toBe(2);
  expect(to(0, 'ArrowLeft')).toBe(-1);
  expect(to(0, 'Home')).toBe(-1);
});
