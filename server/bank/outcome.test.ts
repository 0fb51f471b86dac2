import { describe, expect, it } from 'vitest';
import { COLLECT_STATUSES } from '../ledger/states.ts';
import { payMachine } from '../ledger/payStates.ts';
import { judgeCredit, judgeDebit } from './outcome.ts';

describe('a credit', () => {
  const judge = (paidAmount: string | null, amount: string) =>
    Object.fromEntries(
      COLLECT_STATUSES.map((status) => [
        status,
        judgeCredit({ status, amount: '1000.00', paidAmount }, amount),
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

it('a debit proves a payout on its way in full, or ties to one that was paid', () => {
  const judge = (amount: string) =>
    payMachine.statuses.filter((status) => judgeDebit({ status, amount: '50' }, amount) !== 'refused');
  expect(judge('50')).toEqual(['processing', 'success', 'unknown'].sort((a, b) => order(a) - order(b)));
  for (const status of ['processing', 'unknown'] as const) {
    expect(judgeDebit({ status, amount: '50' }, '50.00')).toBe('pay');
    expect(judgeDebit({ status, amount: '50' }, '49')).toBe('differs');
  }
  expect(judgeDebit({ status: 'success', amount: '50' }, '50')).toBe('tie');
  expect(judgeDebit({ status: 'success', amount: '50' }, '51')).toBe('differs');
});

const order = (status: string): number => payMachine.statuses.findIndex((each) => each === status);
