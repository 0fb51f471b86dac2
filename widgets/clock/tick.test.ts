import { expect, it } from 'vitest';
import { untilNext } from './tick.ts';

it('waits for the next full step and a moment', () => {
  expect(untilNext(1_000_250, 1_000)).toBe(755);
  expect(untilNext(120_000, 60_000)).toBe(60_005);
});
