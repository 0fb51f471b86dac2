import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Amount, amountText } from '../../contract/money.ts';
import { balancesOf, sumOf } from './legs.ts';
import {
  distributedUsdt,
  usdtPaid,
  withdrawalHold,
  withdrawalPaid,
  withdrawalRelease,
} from './withdrawalEntries.ts';

const money = { merchantId: '1', amount: '10000', fee: '50' };

describe('postings of a withdrawal', () => {
  it('leaves the fee with us and the rest in conversion', () => {
    const left = balancesOf([...withdrawalHold(money), ...withdrawalPaid(money)]);
    expect(Object.fromEntries(left)).toEqual({
      '1/available': '-10000',
      '1/frozen': '0',
      conversion: '9950',
      fees: '50',
    });
  });

  it('gives the hold back whole', () => {
    const left = balancesOf([...withdrawalHold(money), ...withdrawalRelease(money)]);
    expect([...left.values()]).toEqual(['0', '0']);
  });

  it('pays the USDT out of the treasury', () => {
    expect(Object.fromEntries(balancesOf(usdtPaid('114.76')))).toEqual({
      treasury: '-114.76',
      conversion: '114.76',
    });
  });

  it('takes no fee leg where there is no fee', () => {
    expect(withdrawalPaid({ ...money, fee: '0' })).toHaveLength(2);
  });

  it.each([
    ['10000', '50', '86.7', '114.763552'],
    ['1', '0', '3', '0.333333'],
    ['100', '0', '1', '100'],
  ])('distributes floor6((%s − %s) / %s) = %s', (amount, fee, rate, usdt) => {
    expect(amountText(distributedUsdt({ amount, fee }, rate))).toBe(usdt);
  });

  it('never distributes more than the money is worth, and less than a millionth under it', () => {
    const units = fc.integer({ min: 1, max: 1_000_000_000 }).map((n) => amountText((n / 100).toFixed(2)));
    const rates = fc.integer({ min: 1, max: 1_000_000_000 }).map((n) => amountText((n / 10_000).toFixed(4)));
    fc.assert(
      fc.property(units, rates, (amount, rate) => {
        const usdt = distributedUsdt({ amount, fee: '0' }, rate);
        expect(usdt.times(rate).lessThanOrEqualTo(amount)).toBe(true);
        expect(usdt.plus('0.000001').times(rate).greaterThan(amount)).toBe(true);
        expect(sumOf(usdtPaid(usdt)).equals(new Amount(0))).toBe(true);
      }),
    );
  });
});
