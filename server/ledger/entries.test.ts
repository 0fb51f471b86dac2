import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINOR_DIGITS } from '../../contract/currency.ts';
import { Amount, amountText } from '../../contract/money.ts';
import { type CollectMoney, collection, netOf, reversal, settlement, suspense } from './entries.ts';
import { balancesOf, isMerchantLeg, sumOf } from './legs.ts';

const worked: CollectMoney = {
  merchantId: '1',
  upstreamId: '7',
  agentId: '2',
  amount: '1000',
  fee: '20',
  upstreamCost: '12',
  commission: '5',
};

/** Any order money the product can hold: at most the currency's digits, fee within the amount. */
const orders = fc
  .record({
    digits: fc.constantFrom(...Object.values(MINOR_DIGITS)),
    units: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    fee: fc.nat(10_000),
    cost: fc.nat(20_000),
    commission: fc.nat(10_000),
    agent: fc.boolean(),
  })
  .map(({ digits, units, fee, cost, commission, agent }): CollectMoney => {
    const amount = new Amount(units.toString()).div(new Amount(10).pow(digits));
    const part = (share: number) => amountText(amount.times(share).div(10_000).toDecimalPlaces(digits));
    return {
      ...worked,
      agentId: agent ? '2' : null,
      amount: amountText(amount),
      fee: part(fee),
      upstreamCost: part(cost),
      commission: part(commission),
    };
  });

describe('postings of a collection order', () => {
  it('ends where the worked example of the domain ends', () => {
    const all = [...collection(worked), ...settlement(worked)];
    expect(Object.fromEntries(balancesOf(all))).toEqual({
      'upstream:7': '-988',
      '1/pending': '0',
      '1/available': '980',
      '2/available': '5',
      fees: '20',
      upstreamCost: '-12',
      commission: '-5',
    });
    expect(sumOf(all).isZero()).toBe(true);
  });

  it('sums to zero in every entry, with two legs or none', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const entries = [collection(order), settlement(order), suspense(order, order.amount)];
        for (const legs of [...entries, reversal(entries.slice(0, 2).flat())]) {
          expect(sumOf(legs).isZero()).toBe(true);
          expect(legs.length).not.toBe(1);
          expect(legs.every((leg) => !leg.amount.isZero())).toBe(true);
        }
      }),
    );
  });

  it('undoes to nothing, whether settled or not', () => {
    fc.assert(
      fc.property(orders, fc.boolean(), (order, settled) => {
        const live = [...collection(order), ...(settled ? settlement(order) : [])];
        const left = balancesOf([...live, ...reversal(live)]);
        expect([...left.values()].every((sum) => sum === '0')).toBe(true);
      }),
    );
  });

  it('never takes more from pending than the order brought', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const live = [...collection(order), ...settlement(order)];
        let pending = new Amount(0);
        for (const leg of [...live, ...reversal(live)]) {
          if (!isMerchantLeg(leg) || leg.account !== 'pending') continue;
          pending = pending.plus(leg.amount);
          expect(pending.isNegative() && !pending.isZero()).toBe(false);
        }
      }),
    );
  });

  it('credits the merchant with the amount less the fee and no more', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const sums = balancesOf([...collection(order), ...settlement(order)]);
        expect(sums.get('1/available') ?? '0').toBe(amountText(netOf(order)));
      }),
    );
  });

  it('moves nothing when the fee took all and nobody earns', () => {
    expect(settlement({ ...worked, agentId: null, fee: '1000' })).toEqual([]);
  });
});
