import { expect, it } from 'vitest';
import { payMachine, type PayStatus } from '../../ledger/payStates.ts';
import { judgeDebit } from './outcome.ts';

it('a second debit is not what a payout was paid by', () => {
  const debit = (utr: string | null) =>
    judgeDebit({ status: 'success', amount: '50', utr, attempts: 1 }, { amount: '50', utr: 'B' });
  expect([debit('A'), debit('B'), debit(null)]).toEqual(['other', 'tie', 'tie']);
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
