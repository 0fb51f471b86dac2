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
    expect(tieOut(rows)).toMatchObject([
      { currency: 'INR', opening: '0', closing: '99.9', moved: '99.9', gap: '0', leftOut: 0 },
    ]);
  });

  it('takes postings that the filter hides for no break, and tells no opening and closing around them', () => {
    const accounts = tieOut([posting(1, '0', '100', '100'), posting(5, '400', '1', '401')]);
    expect(accounts[0]).toMatchObject({ gap: '0', leftOut: 3 });
    expect(byCurrency(accounts)).toEqual([{ currency: 'INR', moved: '101', gap: '0' }]);
  });

  it('finds a posting that does not explain its balance, wherever it is', () => {
    const rows = [posting(1, '0', '100', '101'), posting(9, '500', '5', '503')];
    expect(byCurrency(tieOut(rows))[0]).toMatchObject({ gap: '3' });
  });

  it('finds a balance that changed between two postings that follow each other', () => {
    const rows = [posting(1, '0', '100', '100'), posting(2, '90', '5', '95')];
    expect(byCurrency(tieOut(rows))[0]).toMatchObject({ gap: '10' });
  });

  it('keeps accounts apart and adds one merchant’s per currency', () => {
    const rows = [posting(1, '0', '5', '5'), posting(1, '10', '5', '15', { id: 'x', account: 2 })];
    expect(tieOut(rows)).toHaveLength(2);
    expect(byCurrency(tieOut(rows))).toEqual([
      { currency: 'INR', moved: '10', gap: '0', ends: { opening: '10', closing: '20' } },
    ]);
  });

  it('adds no balances of two merchants', () => {
    const rows = [posting(1, '0', '5', '5'), posting(1, '10', '5', '15', { id: 'x', merchantId: '2' })];
    expect(byCurrency(tieOut(rows))).toMatchObject([
      { merchant: '1', ends: { opening: '0', closing: '5' } },
      { merchant: '2', ends: { opening: '10', closing: '15' } },
    ]);
  });

  it('gives an agent’s share of an order a figure of its own', () => {
    const rows = [
      // Newest first, as the list has them: the share comes before what it is a share of.
      posting(8, '5', '2.4', '7.4', { id: 'x', merchantId: '2', merchantName: 'Deccan' }),
      posting(2, '1200', '-21.6', '1178.4', { merchantName: 'Lotus' }),
      posting(1, '0', '1200', '1200', { merchantName: 'Lotus' }),
    ];
    expect(byCurrency(tieOut(rows))).toMatchObject([
      { merchant: 'Lotus', moved: '1178.4' },
      { merchant: 'Deccan', moved: '2.4' },
    ]);
  });

  it('says of how many merchants a sum is', () => {
    const rows = ['1', '2', '3', '4'].map((merchantId) =>
      posting(1, '0', '5', '5', { id: merchantId, merchantId }),
    );
    expect(byCurrency(tieOut(rows))).toEqual([{ currency: 'INR', merchants: 4, moved: '20', gap: '0' }]);
  });
});
