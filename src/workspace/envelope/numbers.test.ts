import { expect, it } from 'vitest';
import type { PanelRecord } from './envelope.ts';
import { freeNumber, numbered } from './numbers.ts';

const panel = (view: string, nth?: number): PanelRecord => ({
  view,
  version: 1,
  args: {},
  state: null,
  ...(nth && { nth }),
});
const numbers = (ids: string[], records: Record<string, PanelRecord>) =>
  Object.fromEntries(Object.entries(numbered(ids, records)).map(([id, { nth }]) => [id, nth]));

it('numbers the tabs of each view in the order of the layout where they have no numbers', () => {
  const records = { b: panel('orders'), a: panel('orders'), c: panel('bills') };
  expect(numbers(['a', 'b', 'c'], records)).toEqual({ a: 1, b: 2, c: 1 });
});

it('leaves each tab its number, wherever it is, and fills the gaps', () => {
  const records = { a: panel('orders', 3), b: panel('orders'), c: panel('orders', 1) };
  expect(numbers(['b', 'a', 'c'], records)).toEqual({ a: 3, b: 2, c: 1 });
});

it('gives a number that two tabs have to the first of them', () => {
  const records = { a: panel('orders', 2), b: panel('orders', 2), c: panel('bills', 2) };
  expect(numbers(['a', 'b', 'c'], records)).toEqual({ a: 2, b: 1, c: 2 });
});

it('knows the smallest number that is free', () => {
  expect(freeNumber('orders', [panel('orders', 1), panel('orders', 3), panel('bills', 2)])).toBe(2);
  expect(freeNumber('orders', [])).toBe(1);
});
