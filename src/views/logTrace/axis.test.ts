import { expect, it } from 'vitest';
import type { TraceItem } from '../../../contract/trace.ts';
import { rangeOf, sinceText, spanOf } from './axis.ts';

const item = (from: number, at: number): TraceItem => ({
  log: 'sysLogOp',
  id: String(from),
  from: new Date(from).toISOString(),
  at: new Date(at).toISOString(),
  row: {},
});

it('places rows between the first beginning and the last end', () => {
  const items = [item(1_000, 1_100), item(1_020, 1_020), item(1_050, 2_000)];
  const range = rangeOf(items);
  expect(range).toEqual({ from: 1_000, length: 1_000 });
  expect(spanOf(items[0]!, range)).toEqual({ left: 0, width: 10 });
  expect(spanOf(items[1]!, range)).toEqual({ left: 2, width: 1 });
  expect(spanOf(items[2]!, range)).toEqual({ left: 5, width: 95 });
  expect(items.map((each) => sinceText(each, range))).toEqual(['+0 ms', '+20 ms', '+50 ms']);
});

it('keeps a mark at the end of the axis on it, and draws a single moment over all of it', () => {
  const items = [item(0, 0), item(300_000, 300_000)];
  const range = rangeOf(items);
  expect(spanOf(items[1]!, range)).toEqual({ left: 99, width: 1 });
  expect(sinceText(items[1]!, range)).toBe('+5 min');
  expect(sinceText(item(5 * 3_600_000, 5 * 3_600_000), rangeOf(items))).toBe('+5 h');
  expect(sinceText(item(9 * 86_400_000, 9 * 86_400_000), rangeOf(items))).toBe('+9 d');
  expect(spanOf(items[0]!, rangeOf([items[0]!]))).toEqual({ left: 0, width: 100 });
});
