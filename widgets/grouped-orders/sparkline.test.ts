import { expect, it } from 'vitest';
import { sparkline } from './sparkline.ts';

it('draws a trend across its gaps, and none from a single point', () => {
  expect(sparkline([null, 0.5, null], 70, 16)).toBe('');
  expect(sparkline([0.5, null, 1], 70, 16)).toBe('M1.0 14.0L69.0 2.0');
});
