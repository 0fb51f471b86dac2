import { describe, expect, it } from 'vitest';
import { type Bill, type Candidate, chosen, ranked, scoreOf, windowOf } from './score.ts';

const at = (text: string) => new Date(`2026-03-05T${text}:00Z`);
const bill = (over: Partial<Bill> = {}): Bill => ({
  direction: 1,
  currency: 'INR',
  amount: '1000',
  utr: '606412345678',
  payer: 'priya42@okicici',
  description: null,
  bookedAt: at('10:00'),
  wholeDay: false,
  ...over,
});
const order = (over: Partial<Candidate> = {}): Candidate => ({
  knownAt: over.createdAt ?? at('09:58'),
  reported: false,
  reportedAs: null,
  namedByPattern: false,
  waits: over.reported ?? false,
  id: '1',
  orderNo: 'C2603050001',
  merchantOrderNo: 'shop-77',
  currency: 'INR',
  amount: '1000.00',
  utr: null,
  parties: ['priya42@okicici'],
  createdAt: at('09:58'),
  ...over,
});

describe('how well a line fits an order', () => {
  it('adds up reference, amount, time and payer, never beyond a hundred', () => {
    const full = scoreOf(bill(), order({ utr: '606412345678' }));
    expect(full).toMatchObject({ score: 100, difference: '0', reasons: ['utr', 'amount', 'time', 'payer'] });
    expect(scoreOf(bill(), order()).score).toBe(85);
    expect(scoreOf(bill({ payer: null }), order()).score).toBe(45);
  });
  it('tells the difference with its sign', () => {
    expect(scoreOf(bill({ amount: '990.5' }), order()).difference).toBe('-9.5');
    expect(scoreOf(bill({ amount: '1000.5' }), order()).difference).toBe('0.5');
  });
  it('is nothing in another currency', () => {
    expect(ranked(bill(), [order({ currency: 'USD', utr: '606412345678' })])).toEqual([]);
  });
  it('holds another reference against the order', () => {
    expect(scoreOf(bill(), order({ utr: '999999999999' })).score).toBe(35);
  });
  it('finds the payer in the description, whatever stands between its letters', () => {
    const stated = bill({ payer: null, description: 'UPI/CR/PRIYA 42@ok-icici/collect' });
    expect(scoreOf(stated, order()).reasons).toContain('payer');
  });
  it('does not take a short word for a name', () => {
    expect(scoreOf(bill({ payer: 'a b c' }), order({ parties: ['abc'] })).reasons).not.toContain('payer');
  });
});

describe('candidates that fit equally well', () => {
  const ids = (line: Bill, ...orders: Candidate[]) =>
    ranked(line, orders).map(({ candidate }) => candidate.id);
  const about = bill({ amount: '778.77', payer: null });
  it('stand by the smallest difference, whichever way it goes', () => {
    const [less, more, near] = [
      order({ id: '1', amount: '760' }),
      order({ id: '2', amount: '800', createdAt: at('09:59') }),
      order({ id: '3', amount: '780', createdAt: at('02:00') }),
    ];
    expect(ids(about, less, more, near)).toEqual(['3', '1', '2']);
    expect(ids(about, near, more, less)).toEqual(['3', '1', '2']);
  });
  it('then by the nearest time, before and after alike', () => {
    const [early, late, nearest] = [
      order({ id: '1', amount: '780', createdAt: at('09:30') }),
      order({ id: '2', amount: '780', createdAt: at('10:04') }),
      order({ id: '3', amount: '780', createdAt: at('09:57') }),
    ];
    expect(ids(about, early, late, nearest)).toEqual(['3', '2', '1']);
  });
  it('takes all hours of a day without one as near, the latest first', () => {
    const day = { ...about, bookedAt: at('00:00'), wholeDay: true };
    const [early, late] = [
      order({ id: '1', createdAt: at('01:00') }),
      order({ id: '2', createdAt: at('20:00') }),
    ];
    const before = order({ id: '3', createdAt: new Date('2026-03-04T23:00:00Z') });
    expect(ids(day, before, early, late)).toEqual(['2', '1', '3']);
  });
});

describe('the window', () => {
  it('lets money come a day late but not before its order, and its line ten days', () => {
    const { since, from, to } = windowOf(bill());
    expect([since, from, to].map((instant) => instant.toISOString())).toEqual([
      '2026-02-23T10:00:00.000Z',
      '2026-03-04T10:00:00.000Z',
      '2026-03-05T10:05:00.000Z',
    ]);
  });
  it('spans the whole day where the line says no hour', () => {
    expect(windowOf(bill({ bookedAt: at('00:00'), wholeDay: true })).to.toISOString()).toBe(
      '2026-03-06T00:00:00.000Z',
    );
  });
});

describe('what is matched without a person', () => {
  it('goes by the reference first, of another amount too', () => {
    const choice = chosen(bill({ amount: '900' }), [order({ utr: '606412345678' }), order({ id: '2' })]);
    expect(choice).toMatchObject({ match: { candidate: { id: '1' }, difference: '-100' } });
  });
  it('else takes the one order of the exact amount, in time, by that payer', () => {
    const others = [order({ id: '2', amount: '1001' }), order({ id: '3', parties: ['rohan7@ybl'] })];
    expect(chosen(bill(), [...others, order()])).toMatchObject({ match: { candidate: { id: '1' } } });
  });
  it('leaves two that fit to a person', () => {
    expect(chosen(bill(), [order(), order({ id: '2' })])).toEqual({ why: 'ambiguous' });
  });
  it('needs more than the amount', () => {
    expect(chosen(bill({ payer: null }), [order()])).toEqual({ why: 'noMatch' });
    expect(chosen(bill(), [order({ createdAt: at('11:00') })])).toEqual({ why: 'noMatch' });
  });
  it('never takes an order that has another reference', () => {
    expect(chosen(bill(), [order({ utr: '999999999999' })])).toEqual({ why: 'noMatch' });
  });
  it('leaves a number that two merchants have to a person, whatever was asked', () => {
    const stated = bill({ payer: null, description: 'invoice-1077' });
    const one = order({ merchantOrderNo: 'invoice-1077', parties: [] });
    const other = { ...one, id: '2', orderNo: 'C2603050002', amount: '90' };
    expect(chosen(stated, [one])).toMatchObject({ match: { candidate: { id: '1' } } });
    expect(chosen(stated, [one, other])).toEqual({ why: 'ambiguous' });
  });
  it('takes the number that the merchant’s own expression finds, in the time of the order', () => {
    const stated = bill({ payer: null, description: 'shop 77' });
    const named = order({ namedByPattern: true, parties: [] });
    expect(chosen(stated, [named])).toMatchObject({ match: { reasons: ['amount', 'time', 'orderNo'] } });
    expect(chosen(stated, [{ ...named, createdAt: at('11:00') }])).toEqual({ why: 'noMatch' });
    expect(chosen(stated, [named, { ...named, id: '2' }])).toEqual({ why: 'ambiguous' });
  });
  it('leaves it to a person where word of the same sum waits for an order of the payer', () => {
    const reported = order({ id: '2', amount: '1100', reported: true });
    expect(chosen(bill(), [order(), reported])).toEqual({ why: 'ambiguous' });
    expect(chosen(bill(), [reported])).toMatchObject({
      match: { candidate: { id: '2' }, reasons: ['reported', 'time', 'payer'] },
    });
    expect(chosen(bill(), [order(), { ...reported, reportedAs: '999999999999' }])).toMatchObject({
      match: { candidate: { id: '1' } },
    });
  });
  it('knows that an upstream calls a payment otherwise than the bank', () => {
    const paid = order({ id: '2', utr: 'PG-88213' });
    expect(chosen(bill(), [order(), paid])).toEqual({ why: 'ambiguous' });
    expect(chosen(bill(), [paid])).toEqual({ why: 'noMatch' });
  });
  it('hears of a payment long after its line, and of an order of days before', () => {
    const late = order({ createdAt: new Date('2026-03-02T10:00:00Z'), knownAt: at('13:00') });
    expect(scoreOf(bill(), late).reasons).toContain('time');
    expect(scoreOf(bill(), { ...late, createdAt: at('10:30') }).reasons).not.toContain('time');
  });
  it('leaves it to a person where money of days before has no line yet', () => {
    const days = new Date('2026-03-02T10:00:00Z');
    const before = order({ id: '2', createdAt: days, waits: true });
    expect(chosen(bill(), [order(), before])).toEqual({ why: 'ambiguous' });
    expect(chosen(bill(), [before])).toEqual({ why: 'noMatch' });
    for (const other of [{ utr: '999999999999' }, { amount: '999' }, { parties: [] }, { waits: false }])
      expect(chosen(bill(), [order(), { ...before, ...other }])).toMatchObject({
        match: { candidate: { id: '1' } },
      });
    const stated = bill({ description: 'pay for C2603050001' });
    expect(chosen(stated, [order(), { ...before, orderNo: 'C2603020001' }])).toMatchObject({
      match: { candidate: { id: '1' } },
    });
  });
  it('reads the order number that the payer wrote', () => {
    const stated = bill({ payer: null, description: 'pay for C2603050001' });
    expect(
      chosen(stated, [order({ parties: [] }), order({ id: '2', orderNo: 'C2603050009' })]),
    ).toMatchObject({
      match: { candidate: { id: '1' } },
    });
  });
});
