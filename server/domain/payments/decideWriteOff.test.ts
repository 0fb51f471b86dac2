import { describe, expect, it } from 'vitest';
import { type KnownPayment, type PaidOrder, unpaid } from './decide/state.ts';
import { paidWithout, writeOff } from './decide/writeOff.ts';
import { decidePayment } from './decidePayment.ts';
import { SUSPENDED_PAYMENT } from './paymentSample.ts';

/** What was paid for an order once payments in suspense are found never to have come. */

const ORDER = unpaid({ amount: '1000', currency: 'INR' });
const credited = (paidAmount: string | null): PaidOrder => ({ ...ORDER, status: 'success', paidAmount });
const payment = (over: Partial<KnownPayment> = {}): KnownPayment => ({
  ...SUSPENDED_PAYMENT,
  amount: '200',
  suspended: '200',
  isBeforeCredit: true,
  ...over,
});

describe('an order without a credit', () => {
  it('has been paid what is left for it in suspense, and nothing where nothing is', () => {
    const gone = payment({ id: 'gone' });
    const left = payment({ id: 'left', amount: '900', suspended: '300' });
    expect(paidWithout(ORDER, [gone, left], [gone])).toBe('300');
    expect(paidWithout(ORDER, [gone], [gone])).toBeNull();
  });

  it.each([{ currency: 'USD' }, { creditedElsewhere: true }, { status: 'returned' as const }])(
    'counts nothing of %o',
    (over) => {
      const gone = payment({ id: 'gone' });
      expect(paidWithout(ORDER, [gone, payment({ id: 'left', ...over })], [gone])).toBeNull();
    },
  );
});

describe('a credited order', () => {
  it.each(['success', 'reversed'] as const)('that is %s has been paid less by what came before', (status) => {
    const order = { ...credited('1500'), status };
    expect(paidWithout(order, [], [payment()])).toBe('1300');
    expect(paidWithout(order, [], [payment(), payment({ id: '1' })])).toBe('1100');
  });

  it('keeps what it was credited with', () => {
    expect(paidWithout(credited('1200'), [], [payment()])).toBe('1000');
    expect(paidWithout(credited('1199'), [], [payment()])).toBeUndefined();
    expect(paidWithout(credited(null), [], [payment()])).toBeUndefined();
  });

  it.each([{ currency: 'USD' }, { isBeforeCredit: false }])('stays as it is without %o', (over) => {
    expect(paidWithout(credited('1500'), [], [payment(over)])).toBeUndefined();
  });
});

describe('a denial', () => {
  const deny = (known: KnownPayment, id = known.id, proof?: string) =>
    decidePayment(credited('1500'), [payment({ id: 'another' }), known], {
      kind: 'denial',
      payment: id,
      proof,
    });

  it('writes off the payment that it names, and no other', () => {
    expect(deny(payment())).toEqual({ do: 'writeOff', payments: ['0'], paidAmount: '1300' });
  });

  it('is refused of what is not in suspense as a whole', () => {
    const refused = { do: 'refuse', why: 'notInSuspense' };
    expect(deny(payment({ suspended: '100' }))).toEqual(refused);
    expect(deny(payment({ status: 'returned' }))).toEqual(refused);
    expect(deny(payment(), 'unknown')).toEqual(refused);
  });

  it('is refused where a line proves the payment', () => {
    expect(deny(payment(), '0', 'B1')).toEqual({ do: 'refuse', why: 'proved', proof: 'B1' });
  });
});

it('a write-off of nothing leaves what was paid', () => {
  expect(writeOff(ORDER, [], [])).toEqual({ do: 'writeOff', payments: [], paidAmount: undefined });
});
