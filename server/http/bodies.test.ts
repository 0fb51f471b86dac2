import { expect, it } from 'vitest';
import { tooDeep } from './bodies.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it('counts nesting outside strings only', () => {
  expect(tooDeep(nested(32))).toBe(false);
  expect(tooDeep(nested(33))).toBe(true);
  expect(tooDeep(`{"a":"${'['.repeat(100)}"}`)).toBe(false);
  expect(tooDeep(`{"a":"\\"${'{'.repeat(100)}"}`)).toBe(false);
  expect(tooDeep(`[${'{},'.repeat(100)}{}]`)).toBe(false);
});
