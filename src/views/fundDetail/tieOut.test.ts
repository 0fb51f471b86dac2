import { describe, expect, it } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { byCurrency, tieOut } from './tieOut.ts';

const posting = (
  seq: number,
  before: string,
  amount: string,
  after: string,
  more: Partial<Row> = {},
): Row => ({
  id: `${seq}`,
  merchantId: '1',
  currency: 'INR',
  account: 1,
  seq,
  balanceBefore: before,
  amount,
  balanceAfter: after,
  ...more,
});

describe('tie-out', () => {
  it('ties when the postings explain the balances, in any order on screen', () => {
    const rows = [posting(2, '100', '-0.1', '99.9'), posting(1, '0', '100', '100')];
    expect(tieOut(rows)).toEqual([{ currency: 'INR', opening: '0', closing: '99.9', gap: '0' }]);
  });

  it('takes postings that the filter hides for no break', () => {
    expect(tieOut([posting(1, '0', '100', '100'), posting(5, '400', '1', '401')])[0]).toMatchObject({
      closing: '401',
      gap: '0',
    });
  });

  it('finds a posting that does not explain its balance', () => {
    expect(byCurrency(tieOut([posting(1, '0', '100', '101')]))[0]).toMatchObject({ gap: '1' });
  });

  it('keeps accounts apart and adds them per currency', () => {
    const rows = [posting(1, '0', '5', '5'), posting(1, '10', '5', '15', { id: 'x', account: 2 })];
    expect(tieOut(rows)).toHaveLength(2);
    expect(byCurrency(tieOut(rows))).toEqual([{ currency: 'INR', opening: '10', closing: '20', gap: '0' }]);
  });
});
