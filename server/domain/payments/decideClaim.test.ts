import { describe, expect, it } from 'vitest';
import type { Claim } from './decide/claim.ts';
import { type KnownPayment, unpaid } from './decide/state.ts';
import { decidePayment } from './decidePayment.ts';
import { SUSPENDED_PAYMENT } from './paymentSample.ts';

/** What people say of payments in suspense, by their references. */

const wanted = unpaid({ amount: '1000', currency: 'INR' });
describe('a claim', () => {
  const CANDIDATES = ['1000', '900'].flatMap((suspended) =>
    ['INR', 'USD'].flatMap((currency) =>
      [true, false].flatMap((isOwn) =>
        [true, false].map((isKnown) => ({
          id: `${suspended} ${currency} ${isOwn} ${isKnown}`,
          currency,
          suspended,
          isOwn,
          isKnown,
        })),
      ),
    ),
  );
  const claim = (...candidates: Claim['candidates']) =>
    decidePayment(wanted, [], { kind: 'claim', reference: null, candidates });
  const draws = (taken?: string) => ({ do: 'draw', taken, payments: [], writesOff: [] });

  it('of nothing in suspense takes nothing', () => expect(claim()).toEqual(draws()));

  it.each(CANDIDATES)('of $id', (candidate) => {
    const { id, suspended, currency, isOwn, isKnown } = candidate;
    const exact = suspended === '1000' && currency === 'INR';
    const expected = !isKnown
      ? { do: 'refuse', why: 'taken' }
      : isOwn
        ? draws()
        : exact
          ? draws(id)
          : { do: 'refuse', why: 'differs', payment: id };
    expect(claim(candidate)).toEqual(expected);
  });

  it('of two payments takes nothing but the exact one that may be known, and none where one is the order’s own', () => {
    for (const one of CANDIDATES)
      for (const other of CANDIDATES) {
        const decision = claim(one, other);
        const known = [one, other].filter(({ isKnown }) => isKnown);
        if (decision.do === 'draw' && decision.taken !== undefined) {
          const taken = known.find(({ id }) => id === decision.taken);
          expect([taken?.suspended, taken?.currency, known.some(({ isOwn }) => isOwn)]).toEqual([
            '1000',
            'INR',
            false,
          ]);
        }
        if (known.some(({ isOwn }) => isOwn)) expect(decision).toEqual(draws());
      }
  });
});

describe('a correction', () => {
  const correct = (...payments: Partial<KnownPayment>[]) =>
    decidePayment(
      { ...wanted, status: 'success' },
      payments.map((payment, at) => ({ ...SUSPENDED_PAYMENT, id: String(at), ...payment })),
      { kind: 'correction', reference: 'right' },
    );

  it('writes off what is in suspense under the right reference, and no other money', () => {
    expect(correct()).toEqual({ do: 'writeOff', payments: [], paidAmount: undefined });
    expect(
      correct({}, { reference: 'wrong' }, { reference: null }, { status: 'writtenOff', suspended: '0' }),
    ).toEqual({
      do: 'writeOff',
      payments: ['0'],
      paidAmount: undefined,
    });
  });

  it.each([{ suspended: '900' }, { currency: 'USD' }])('is refused where that is of %o', (payment) => {
    expect(correct({}, payment)).toEqual({ do: 'refuse', why: 'differs', payment: '1' });
  });
});
