import { expect, it } from 'vitest';
import { excess } from './bodies.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;

it('counts nesting outside strings only', () => {
  expect(excess(nested(32), 100)).toBeUndefined();
  expect(excess(nested(33), 100)).toBe('tooDeep');
  expect(excess(`{"a":"${'['.repeat(100)}"}`, 100)).toBeUndefined();
  expect(excess(`{"a":"\\"${'{'.repeat(100)}"}`, 100)).toBeUndefined();
  expect(excess(`[${'{},'.repeat(98)}{}]`, 100)).toBeUndefined();
});

it('counts names and opened values outside strings only', () => {
  expect(excess(named(100), 100)).toBeUndefined();
  expect(excess(named(101), 100)).toBe('tooManyFields');
  expect(excess(`[${named(60)},${named(41)}]`, 100)).toBe('tooManyFields');
  expect(excess(`[${'{},'.repeat(100)}{}]`, 100)).toBe('tooManyFields');
  expect(excess(`{"a":"${':'.repeat(200)}"}`, 100)).toBeUndefined();
  expect(excess(`{"a":"\\\\\\"${':'.repeat(200)}"}`, 100)).toBeUndefined();
  expect(excess(`{"a\\\\":${named(100)}}`, 100)).toBe('tooManyFields');
});

it('stops at the first excess, whatever comes behind it', () => {
  expect(excess(`${named(100).slice(0, -1)},"last":1,${nested(99)}`, 100)).toBe('tooManyFields');
});
