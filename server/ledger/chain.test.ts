import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Amount } from '../../contract/money.ts';
import { type Balance, chain } from './chain.ts';
import { collection, reversal, settlement } from './entries.ts';
import { FUND, onMerchant } from './legs.ts';

const order = {
  merchantId: '1',
  upstreamId: '7',
  agentId: '2',
  amount: '1000',
  fee: '20',
  upstreamCost: '12',
  commission: '5',
};

const balance = (
  merchantId: string,
  over: Partial<Record<'pending' | 'available' | 'overdraft', string>> = {},
): Balance => ({
  id: merchantId,
  merchantId,
  pending: new Amount(over.pending ?? 0),
  available: new Amount(over.available ?? 0),
  frozen: new Amount(0),
  seq: { pending: 0n, available: 0n, frozen: 0n },
  overdraft: new Amount(over.overdraft ?? 0),
  commissionDebt: new Amount(0),
});

const text = (value: Amount | undefined) => value?.toFixed();

describe('the chain of before and after', () => {
  it('lends to available alone', () => {
    const debit = (account: 'pending' | 'available') =>
      chain([balance('1', { overdraft: '50' })], [onMerchant('1', account, FUND.deduct, '-10')], '1');
    expect(debit('available').shortfall).toBeUndefined();
    expect(text(debit('pending').shortfall?.missing)).toBe('10');
  });

  it.each([
    ['the reversed commission of an agent', '2', 'available', FUND.reversal, undefined],
    ['a reversal of the owner', '1', 'available', FUND.reversal, '10'],
    ['a reversal of what an agent has pending', '2', 'pending', FUND.reversal, '10'],
    ['a re-settlement of an agent', '2', 'available', FUND.resettlement, '10'],
    ['a deduction from an agent', '2', 'available', FUND.deduct, '10'],
  ] as const)('of %s misses %s/%s by type %s: %s', (_, merchantId, account, type, missing) => {
    const { shortfall } = chain([balance(merchantId)], [onMerchant(merchantId, account, type, '-10')], '1');
    expect(text(shortfall?.missing)).toBe(missing);
    expect(shortfall?.merchantId).toBe(missing && merchantId);
  });

  it('refuses a leg on an account that was not locked', () => {
    const legs = [onMerchant('3', 'available', FUND.add, '1')];
    expect(() => chain([balance('1')], legs, '1')).toThrow('no locked balance of merchant 3');
  });

  it('runs gap-free per account', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ available: fc.boolean(), amount: fc.integer({ min: 1, max: 1_000 }) }), {
          minLength: 1,
        }),
        (moves) => {
          const legs = moves.map((move) =>
            onMerchant('1', move.available ? 'available' : 'pending', FUND.collection, String(move.amount)),
          );
          const walked = chain([balance('1')], legs, '1');
          for (const account of ['pending', 'available'] as const) {
            const own = walked.legs.filter((leg) => leg.account === account);
            own.forEach((leg, at) => {
              expect(leg.seq).toBe(BigInt(at + 1));
              expect(text(leg.before)).toBe(text(own[at - 1]?.after ?? new Amount(0)));
              expect(text(leg.after)).toBe(text(leg.before.plus(leg.amount)));
            });
            expect(text(walked.balances[0]?.[account])).toBe(text(own.at(-1)?.after ?? new Amount(0)));
          }
        },
      ),
    );
  });

  it('does not touch the balances it was given', () => {
    const start = balance('1');
    chain([start], collection(order), '1');
    expect(text(start.pending)).toBe('0');
    expect(start.seq.pending).toBe(0n);
  });

  it('names the shortfall of a reversal whose money is gone', () => {
    const legs = reversal([...collection(order), ...settlement(order)]);
    const walked = chain([balance('1', { available: '979.5' }), balance('2', { available: '5' })], legs, '1');
    expect(text(walked.shortfall?.missing)).toBe('0.5');
    expect(walked.shortfall?.account).toBe('available');
    const allowed = chain(
      [balance('1', { available: '979.5', overdraft: '0.5' }), balance('2', { available: '5' })],
      legs,
      '1',
    );
    expect(allowed.shortfall).toBeUndefined();
  });

  it('lets an agent go below zero by a reversed commission, and by nothing else', () => {
    const legs = reversal([...collection(order), ...settlement(order)]);
    const walked = chain([balance('1', { available: '980' }), balance('2', { available: '2' })], legs, '1');
    expect(walked.shortfall).toBeUndefined();
    const agent = walked.balances.find((held) => held.merchantId === '2');
    expect([text(agent?.available), text(agent?.commissionDebt)]).toEqual(['-3', '3']);
    const debit = chain([agent as Balance], [onMerchant('2', 'available', 12, '-1')], '2');
    expect(text(debit.shortfall?.missing)).toBe('4');
    const credit = chain([agent as Balance], [onMerchant('2', 'available', 11, '2')], '2');
    expect(text(credit.balances[0]?.commissionDebt)).toBe('1');
  });

  it('takes a credit that leaves an account below its limit', () => {
    const indebted = balance('2', { available: '-3' });
    for (const amount of ['2', '3', '4'])
      expect(
        chain([indebted], [onMerchant('2', 'available', FUND.add, amount)], '2').shortfall,
      ).toBeUndefined();
    expect(
      text(chain([indebted], [onMerchant('2', 'available', FUND.deduct, '-2')], '2').shortfall?.missing),
    ).toBe('5');
  });

  it('calls debt what is below the overdraft limit, and nothing above it', () => {
    const debtOf = (available: string) => {
      const start = balance('2', { available, overdraft: '50' });
      const { balances } = chain([start], [onMerchant('2', 'available', FUND.deduct, '-1')], '1');
      return text(balances[0]?.commissionDebt);
    };
    expect(['100', '1', '-49', '-50', '-59'].map(debtOf)).toEqual(['0', '0', '0', '1', '10']);
  });
});
