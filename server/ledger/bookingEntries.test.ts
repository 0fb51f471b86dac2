import { describe, expect, it } from 'vitest';
import { adjustment, arrivedFor, confirmation, recharge, resettlement } from './bookingEntries.ts';
import { type CollectMoney, settlement, suspense } from './entries.ts';
import { balancesOf, FUND, isMerchantLeg, sumOf } from './legs.ts';

const order: CollectMoney = {
  merchantId: '1',
  upstreamId: '7',
  agentId: '2',
  amount: '1000',
  fee: '20',
  upstreamCost: '12',
  commission: '5',
};
const balances = (legs: Parameters<typeof balancesOf>[0]) => Object.fromEntries(balancesOf(legs));

describe('bookings', () => {
  it('adds and deducts against adjustments, each under its own type', () => {
    expect(balances(adjustment('1', '30'))).toEqual({ adjustments: '-30', '1/available': '30' });
    expect(balances(adjustment('1', '-30'))).toEqual({ adjustments: '30', '1/available': '-30' });
    const type = (amount: string) => adjustment('1', amount).filter(isMerchantLeg)[0]?.type;
    expect([type('30'), type('-30')]).toEqual([FUND.add, FUND.deduct]);
  });

  it('books to nobody and no upstream as such, and draws from its upstream alone', () => {
    const bare = { ...order, agentId: null, upstreamId: null };
    const legs = confirmation(bare, '900');
    expect(balances(legs)).toMatchObject({ suspense: '-900', 'upstream:0': '-88', '1/pending': '980' });
    expect(balances(suspense(bare, '5'))).toEqual({ 'upstream:0': '-5', suspense: '5' });
    const gross = legs.filter((leg) => !isMerchantLeg(leg) && leg.platform === 'upstream:0');
    expect(gross.map(({ amount }) => amount.toFixed())).toEqual(['-100', '12']);
    const moved = resettlement(bare, { fee: '20', commission: '5' }, { fee: '10', commission: '9' });
    expect(balances(moved)).toEqual({ '1/available': '10', fees: '-10' });
  });

  it('recharges from where the money came in', () => {
    expect(balances(recharge('1', 'suspense', '70'))).toEqual({ suspense: '-70', '1/available': '70' });
  });

  it.each([
    ['nothing', '0', { suspense: undefined, 'upstream:7': '-988' }],
    ['all of it', '1000', { suspense: '0', 'upstream:7': '-988' }],
    ['a part', '900', { suspense: '0', 'upstream:7': '-988' }],
    ['more than it', '1100', { suspense: '100', 'upstream:7': '-1088' }],
  ])('confirms an order of which suspense holds %s', (_, held, expected) => {
    const first = suspense(order, held);
    const legs = confirmation(order, held);
    expect(sumOf(legs).isZero()).toBe(true);
    const left = balances([...first, ...legs]);
    expect(left).toMatchObject({ '1/pending': '980', fees: '20', upstreamCost: '-12' });
    expect({ suspense: left.suspense, 'upstream:7': left['upstream:7'] }).toEqual(expected);
  });

  it.each([
    ['nothing', '0', { arrived: '0', difference: '-1000', bearer: 'upstream' }, undefined, '-988'],
    ['a part', '900', { arrived: '900', difference: '-100', bearer: 'adjustments' }, '-100', '-888'],
    ['all of it', '1000', { arrived: '1000', difference: '0', bearer: undefined }, undefined, '-988'],
    ['too much', '1100', { arrived: '1100', difference: '100', bearer: 'suspense' }, undefined, '-1088'],
  ])('says who bears it where %s has arrived, and books it there', (_, held, expected, borne, upstream) => {
    const arrived = arrivedFor(order, held);
    expect(arrived).toEqual(expected);
    const legs = confirmation(order, held, arrived.bearer);
    expect(sumOf(legs).isZero()).toBe(true);
    const left = balances([...suspense(order, held), ...legs]);
    expect(left).toMatchObject({ '1/pending': '980', 'upstream:7': upstream });
    expect(left.adjustments).toBe(borne);
  });

  it('re-settles by the difference, which lands where today’s terms would have', () => {
    const was = { fee: '20', commission: '5' };
    const now = { fee: '15', commission: '6' };
    const left = balances([...settlement(order), ...resettlement(order, was, now)]);
    expect(left).toMatchObject({ '1/available': '985', fees: '-5', '2/available': '6', commission: '-6' });
  });

  it('re-settles to nothing where the terms are the same', () => {
    expect(resettlement(order, { fee: '20', commission: '5' }, { fee: '20.00', commission: '5' })).toEqual(
      [],
    );
  });
});
