import { expect, it, vi } from 'vitest';
import { createChosenCells, edgesOf, isRange, spanOf } from './cellRange.ts';

const SHOWN = ['orderNo', 'amount', 'status', 'fee'];
const range = (from: [number, string], to: [number, string]) => ({
  from: { index: from[0], column: from[1] },
  to: { index: to[0], column: to[1] },
});

it('spans the same cells whichever corner it began at', () => {
  const span = { first: 2, last: 5, columns: ['amount', 'status'] };
  expect(spanOf(range([2, 'amount'], [5, 'status']), SHOWN)).toEqual(span);
  expect(spanOf(range([5, 'amount'], [2, 'status']), SHOWN)).toEqual(span);
  expect(spanOf(range([5, 'status'], [2, 'amount']), SHOWN)).toEqual(span);
  expect(spanOf(range([2, 'amount'], [5, 'gone']), SHOWN)).toBeUndefined();
  expect(isRange(spanOf(range([2, 'fee'], [2, 'fee']), SHOWN)!)).toBe(false);
});

it('knows the edges that a cell lies at', () => {
  const span = spanOf(range([2, 'amount'], [4, 'fee']), SHOWN)!;
  expect(edgesOf(span, 2, 'amount')).toBe('tl');
  expect(edgesOf(span, 3, 'status')).toBe('');
  expect(edgesOf(span, 4, 'fee')).toBe('br');
  expect(edgesOf(span, 5, 'fee')).toBeUndefined();
  expect(edgesOf(span, 3, 'orderNo')).toBeUndefined();
});

it('reports another range once', () => {
  const cells = createChosenCells();
  const heard = vi.fn();
  cells.subscribe(heard);
  cells.set(range([1, 'amount'], [2, 'amount']));
  cells.set(range([1, 'amount'], [2, 'amount']));
  cells.clear();
  cells.clear();
  expect(heard).toHaveBeenCalledTimes(2);
});
