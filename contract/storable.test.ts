import { expect, it } from 'vitest';
import { isStorable } from './storable.ts';

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);

it('finds what no text column can keep, in keys too', () => {
  expect(isStorable({ a: ['plain', '\u{1f600}', 1, null, true] })).toBe(true);
  for (const bad of ['\u0000', 'a\ud800', '\udc00b']) {
    expect(isStorable(bad)).toBe(false);
    expect(isStorable({ a: [{ b: bad }] })).toBe(false);
    expect(isStorable({ [bad]: 1 })).toBe(false);
  }
  expect(isStorable(nested(32))).toBe(true);
  expect(isStorable(nested(33))).toBe(false);
});
