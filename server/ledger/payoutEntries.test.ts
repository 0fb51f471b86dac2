import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText } from '../../contract/money.ts';
import { balancesOf, sumOf } from './legs.ts';
import { type PayMoney, payoutHold, payoutPaid, payoutRelease, payoutReturned } from './payoutEntries.ts';

const worked: PayMoney = {
  merchantId: '1',
  upstreamId: '7',
  agentId: '2',
  amount: '1000',
  fee: '12',
  upstreamCost: '5',
  commission: '4',
};

const cents = (max: number) =>
  fc.integer({ min: 0, max }).map((units) => amountText((units / 100).toFixed(2)));
const payouts = fc.record({
  merchantId: fc.constant('1'),
  upstreamId: fc.constantFrom('7', null),
  agentId: fc.constantFrom('2', null),
  amount: fc.integer({ min: 1, max: 10_000_000 }).map((units) => amountText((units / 100).toFixed(2))),
  fee: cents(100_000),
  upstreamCost: cents(100_000),
  commission: cents(50_000),
});
const all = (money: PayMoney) => [
  payoutHold(money),
  payoutRelease(money),
  payoutPaid(money),
  payoutReturned(money, true),
  payoutReturned(money, false),
];

describe('postings of a payout', () => {
  it('name no agent where there is none, and upstream 0 where none is known', () => {
    const bare = { ...worked, agentId: null, upstreamId: null };
    expect(Object.fromEntries(balancesOf(payoutPaid(bare)))).toEqual({
      '1/frozen': '-1012',
      'upstream:0': '1005',
      fees: '12',
      upstreamCost: '-5',
    });
    expect(Object.fromEntries(balancesOf(payoutReturned(bare, false)))).toEqual({
      'upstream:0': '-1000',
      '1/available': '1000',
    });
  });

  it('ends where the domain says when it is paid', () => {
    const left = balancesOf([...payoutHold(worked), ...payoutPaid(worked)]);
    expect(Object.fromEntries(left)).toEqual({
      '1/available': '-1012',
      '1/frozen': '0',
      'upstream:7': '1005',
      fees: '12',
      upstreamCost: '-5',
      commission: '-4',
      '2/available': '4',
    });
  });

  it('gives all of the hold back, no more and no less', () => {
    fc.assert(
      fc.property(payouts, (money) => {
        const left = balancesOf([...payoutHold(money), ...payoutRelease(money)]);
        expect([...left.values()].every((sum) => sum === '0')).toBe(true);
      }),
    );
  });

  it('returns the amount, and the fee only where it is given back', () => {
    const returned = (feeBack: boolean) => balancesOf(payoutReturned(worked, feeBack));
    const back = { 'upstream:7': '-1000', commission: '4', '2/available': '-4' };
    expect(Object.fromEntries(returned(false))).toEqual({ ...back, '1/available': '1000' });
    expect(Object.fromEntries(returned(true))).toEqual({ ...back, '1/available': '1012', fees: '-12' });
  });

  it('leaves an agent nothing of a payout that came back', () => {
    fc.assert(
      fc.property(payouts, fc.boolean(), (money, feeBack) => {
        const left = balancesOf([...payoutPaid(money), ...payoutReturned(money, feeBack)]);
        expect([left.get('2/available') ?? '0', left.get('commission') ?? '0']).toEqual(['0', '0']);
      }),
    );
  });

  it('is balanced in every entry and spends exactly the hold', () => {
    fc.assert(
      fc.property(payouts, (money) => {
        for (const legs of all(money)) {
          expect(sumOf(legs).isZero()).toBe(true);
          expect(legs.every((leg) => !leg.amount.isZero())).toBe(true);
        }
        const left = balancesOf([...payoutHold(money), ...payoutPaid(money)]);
        expect(left.get('1/frozen')).toBe('0');
      }),
    );
  });
});
