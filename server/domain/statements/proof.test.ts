import { describe, expect, it } from 'vitest';
import type { ReadRow } from './line.ts';
import { prove } from './proof.ts';

let number = 1;
const line = (signed: number, balance: number | null): ReadRow => ({
  number: (number += 1),
  line: {
    direction: signed < 0 ? 2 : 1,
    amount: String(Math.abs(signed)),
    utr: null,
    payer: null,
    description: null,
    bookedAt: new Date(0),
    wholeDay: true,
    balance: balance === null ? null : String(balance),
  },
});
const fault = (): ReadRow => ({ number: (number += 1), faults: ['date'], text: '' });
const skipped = (): ReadRow => ({ number: (number += 1), skipped: { reason: 'status', text: 'FAILED' } });
const prove_ = (...[rows, declared = {}]: [ReadRow[], Parameters<typeof prove>[1]?]) => {
  number = 1;
  return prove(rows, declared);
};

const oldest = () => [line(10, 110), line(-5, 105), line(20, 125)];

describe('balances', () => {
  it('prove a reading in either order of time', () => {
    expect(prove_(oldest())).toMatchObject({ state: 'proven', order: 'oldestFirst', links: 2, breaks: [] });
    expect(prove_(oldest().toReversed())).toMatchObject({ state: 'proven', order: 'newestFirst', links: 2 });
  });
  it('tell the two lines between which they part', () => {
    const rows = [line(10, 110), line(5, 105), line(20, 125)];
    number = 1;
    expect(prove(rows, {})).toMatchObject({
      state: 'broken',
      breaks: [{ above: rows[0]!.number, below: rows[1]!.number, expected: '115', printed: '105' }],
    });
  });
  it('reach over lines without one, and over rows that are no money, not over what cannot be read', () => {
    expect(prove_([line(10, 110), line(-5, null), skipped(), line(20, 125)]).state).toBe('proven');
    expect(prove_([line(20, 125), line(-5, null), line(10, 110)]).state).toBe('proven');
    expect(prove_([line(10, 110), fault(), line(20, 130)]).state).toBe('unproven');
    expect(prove_([line(10, 110)]).state).toBe('unproven');
  });
});

describe('figures that the statement names', () => {
  it('prove a reading without balances', () => {
    const rows = [line(10, null), line(-4, null)];
    expect(prove_(rows, { opening: '100', closing: '106' }).state).toBe('proven');
    expect(prove_(rows, { debits: '-4', credits: '10' }).state).toBe('proven');
    expect(prove_(rows, { opening: '100' }).state).toBe('unproven');
    expect(prove_(rows, { count: '2', debitCount: '1' }).state).toBe('unproven');
  });
  it('break it where one disagrees', () => {
    expect(prove_(oldest(), { opening: '100', closing: '125' }).state).toBe('proven');
    expect(prove_(oldest(), { closing: '126' })).toMatchObject({
      state: 'broken',
      disagreements: [{ figure: 'closing', expected: '125', printed: '126' }],
    });
    expect(prove_([...oldest(), skipped()], { count: '4' }).state).toBe('proven');
    expect(prove_(oldest(), { creditCount: '3' }).state).toBe('broken');
  });
});
