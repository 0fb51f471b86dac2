import { describe, expect, it } from 'vitest';
import { assetRows, mine } from './rows.ts';

const of = (currency: string, available: string, pending = '0', frozen = '0') => ({
  currency,
  count: 1,
  sums: { available, pending, frozen, total: '999' },
});

describe('assets', () => {
  it('add up to the digit in every row, beyond what a double can hold', () => {
    const [row] = assetRows(
      { total: 1, totalIs: 'exact', byCurrency: [of('INR', '90071992547409.93', '0.01', '0.06')] },
      false,
    );
    expect(row!.total).toBe('90071992547410');
  });
  it('put the main currencies first and hide the empty ones when asked', () => {
    const totals = {
      total: 4,
      totalIs: 'exact' as const,
      byCurrency: [of('BRL', '0'), of('USDT', '1'), of('AED', '2'), of('INR', '3')],
    };
    expect(assetRows(totals, true).map((row) => row.currency)).toEqual(['INR', 'USDT', 'AED']);
    expect(assetRows(totals, false)).toHaveLength(4);
  });
  it('are those of the own merchant, of an agent too; staff have none', () => {
    expect(mine({ merchantId: '7' })).toEqual(['7']);
    expect(mine({})).toBeUndefined();
  });
});
