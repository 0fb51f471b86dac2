import { describe, expect, it } from 'vitest';
import { guardAllows, guardReasons } from './guard.ts';
import { collectOrder } from './resources/orders/collectOrder.ts';

const { fields, actions } = collectOrder;

describe('guards', () => {
  it('reads dictionary names against the numbers of the wire', () => {
    expect(guardAllows(fields, actions.settle.when, { status: 2, settled: false })).toBe(true);
    expect(guardAllows(fields, actions.settle.when, { status: 3, settled: false })).toBe(false);
    expect(guardAllows(fields, undefined, {})).toBe(true);
  });

  it('names every failing field with what it holds', () => {
    expect(guardReasons(fields, actions.settle.when, { status: 7, settled: true })).toEqual([
      { field: 'status', expected: ['success'], actual: 'review' },
      { field: 'settled', expected: [false], actual: true },
    ]);
  });

  it('null accepts an absent value, an empty list accepts none', () => {
    expect(guardAllows(fields, { claimedBy: [null] }, {})).toBe(true);
    expect(guardAllows(fields, { claimedBy: [null] }, { claimedBy: '5' })).toBe(false);
    expect(guardAllows(fields, { status: [] }, { status: 2 })).toBe(false);
  });
});
