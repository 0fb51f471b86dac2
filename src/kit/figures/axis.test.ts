import { expect, it } from 'vitest';
import { escapedText, stepFor } from './axis.ts';

it('leaves room above the highest point, in two even steps', () => {
  for (const max of [1, 7, 9.9, 38, 412, 98_765]) expect(stepFor(max) * 2).toBeGreaterThanOrEqual(max * 1.1);
  expect([0, 1, 412, 2_400].map(stepFor)).toEqual([1, 1, 250, 1_500]);
  // There is no order and a half.
  expect([2, 4, 13].map(stepFor)).toEqual([2, 3, 8]);
});

it('writes plain text for a tooltip, which a chart draws as HTML', () => {
  expect(escapedText('<b>"A" & B')).toBe('&#60;b&#62;&#34;A&#34; &#38; B');
});
