import { expect, it } from 'vitest';
import { type Box, EDGE, bottomOver } from './toastPlace.ts';

const WINDOW = { width: 1600, height: 900 };
const STACK = { left: 1170, height: 110 };
const foot = (left: number, right: number, bottom: number): Box => ({
  left,
  right,
  top: bottom - 34,
  bottom,
});
const over = (...boxes: Box[]) => bottomOver(boxes, STACK, WINDOW);

it('stays at the edge where no sheet is in the way', () => {
  expect(over()).toBe(EDGE);
  // Left of the messages, high above them, and in a hidden panel.
  expect(over(foot(400, 740, 870), foot(1260, 1600, 400), foot(-2000, -1700, 870))).toBe(EDGE);
});

it('is placed above the buttons of a sheet', () => {
  const edge = over(foot(1260, 1600, 870));
  expect(WINDOW.height - edge).toBeLessThanOrEqual(870 - 34);
  // A sheet as wide as its window.
  expect(over(foot(0, 1600, 870))).toBe(edge);
});

it('is placed above the next sheet too where it would come to lie over that one', () => {
  const edge = over(foot(1260, 1600, 760), foot(1260, 1600, 870));
  expect(WINDOW.height - edge).toBeLessThanOrEqual(760 - 34);
});
