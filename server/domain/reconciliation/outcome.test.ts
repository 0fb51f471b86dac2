import { describe, expect, it } from 'vitest';
import { COLLECT_STATUSES, type CollectStatus } from '../../ledger/states.ts';
import { payMachine, type PayStatus } from '../../ledger/payStates.ts';
import { judgeCredit, judgeDebit } from './outcome.ts';

describe('a credit', () => {
  const judge = (paidAmount: string | null, amount: string) =>
    Object.fromEntries(
      COLLECT_STATUSES.map((status) => [
        status,
        judgeCredit({ status, amount: '1000.00', paidAmount, utr: null }, { amount, utr: null }),
      ]),
    );
  it('of the whole amount succeeds in time, confirms a review and ties to a success', () => {
    expect(judge(null, '1000')).toEqual({
      created: 'pay',
      paying: 'pay',
      success: 'tie',
      failed: 'suspend',
      expired: 'suspend',
      cancelled: 'suspend',
      reversed: 'refused',
      review: 'confirm',
    });
  });
  it('of another amount waits in suspense', () => {
    expect(judge(null, '900')).toEqual({
      created: 'suspend',
      paying: 'suspend',
      success: 'differs',
      failed: 'suspend',
      expired: 'suspend',
      cancelled: 'suspend',
      reversed: 'refused',
      review: 'suspend',
    });
  });
  it('that waits in suspense already is not put there twice', () => {
    expect(judge('900.000000', '900').review).toBe('tie');
    expect(judge('900', '100').review).toBe('suspend');
  });
});

describe('a second payment', () => {
  const credit = (status: CollectStatus, paidAmount: string | null, utr: string | null) =>
    judgeCredit({ status, amount: '1000', paidAmount, utr }, { amount: '1000', utr: 'B' });
  it('is more money for the order, whatever its amount: it waits in suspense', () => {
    expect(credit('success', '1000', 'A')).toBe('suspend');
    expect(credit('review', '1000', 'A')).toBe('suspend');
    expect(credit('reversed', '1000', 'A')).toBe('suspend');
    const part = judgeCredit(
      { status: 'success', amount: '1000', paidAmount: '1000', utr: 'A' },
      { amount: '600', utr: 'B' },
    );
    expect(part).toBe('suspend');
  });
  it('is none where the references agree, one is missing or no money is known', () => {
    expect(credit('success', '1000', 'B')).toBe('tie');
    expect(credit('success', '1000', null)).toBe('tie');
    expect(credit('review', null, 'A')).toBe('confirm');
    expect(credit('review', '1000', 'B')).toBe('confirm');
    expect([credit('reversed', '1000', 'B'), credit('reversed', '1000', null)]).toEqual([
      'refused',
      'refused',
    ]);
  });
  it('is every further line where the known money came with one', () => {
    const further = (status: CollectStatus, utr: string | null) =>
      judgeCredit(
        { status, amount: '1000', paidAmount: '1000', utr: null, lined: true },
        { amount: '1000', utr },
      );
    expect([further('review', null), further('review', 'B'), further('success', null)]).toEqual([
      'suspend',
      'suspend',
      'suspend',
    ]);
  });
  it('is not what a payout was paid by', () => {
    const debit = (utr: string | null) =>
      judgeDebit({ status: 'success', amount: '50', utr, attempts: 1 }, { amount: '50', utr: 'B' });
    expect([debit('A'), debit('B'), debit(null)]).toEqual(['other', 'tie', 'tie']);
  });
});

it('a debit proves a payout on its way in full, or ties to one that left, be it back since or called failed', () => {
  const judge = (status: PayStatus, amount: string, attempts = 1) =>
    judgeDebit({ status, amount: '50', utr: null, attempts }, { amount, utr: null });
  const heard = payMachine.statuses.filter((status) => judge(status, '50') !== 'refused');
  expect(heard.sort()).toEqual(
    ['cancelled', 'failed', 'processing', 'rejected', 'returned', 'success', 'unknown'].sort(),
  );
  for (const status of ['processing', 'unknown'] as const)
    expect([judge(status, '50.00'), judge(status, '49')]).toEqual(['pay', 'differs']);
  expect([judge('success', '50'), judge('success', '51')]).toEqual(['tie', 'differs']);
  for (const status of ['failed', 'cancelled', 'rejected'] as const)
    expect([judge(status, '50'), judge(status, '51'), judge(status, '50', 0)]).toEqual([
      'late',
      'differs',
      'refused',
    ]);
});
