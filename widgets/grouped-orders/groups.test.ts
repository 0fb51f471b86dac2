import { describe, expect, it } from 'vitest';
import { type Group, filterOf, rateOf, sparkline, toneOf } from './groups.ts';

const group = (key: string | null): Group => ({
  key,
  label: null,
  orders: 3,
  success: 1,
  ended: 2,
  amount: '1',
  trend: [],
});

describe('groups of orders', () => {
  it('lead to the orders behind them', () => {
    expect(filterOf('status', group('2'))).toEqual({ status: [2] });
    expect(filterOf('upstream', group('9007199254740993'))).toEqual({ upstreamId: ['9007199254740993'] });
    expect(filterOf('upstream', group(null))).toEqual({ upstreamId: [null] });
  });
  it('colour a rate by what it asks of somebody', () => {
    expect([null, 0.95, 0.8, 0.5].map(toneOf)).toEqual(['info', 'success', 'warning', 'danger']);
    expect(rateOf({ success: 0, ended: 0 })).toBeNull();
  });
  it('draw a trend across its gaps, and none from a single point', () => {
    expect(sparkline([null, 0.5, null], 70, 16)).toBe('');
    expect(sparkline([0.5, null, 1], 70, 16)).toBe('M1.0 14.0L69.0 2.0');
  });
});
