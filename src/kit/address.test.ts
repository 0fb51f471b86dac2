import { describe, expect, it } from 'vitest';
import { addressOf, entryState, reviveArgs, sameness, toQuery, writtenBy } from './address.ts';

const throughAddress = (args: Record<string, unknown>) =>
  reviveArgs(Object.fromEntries(new URLSearchParams(toQuery(args))));

describe('arguments in the address', () => {
  it('come back as they went: texts, lists, ranges and flags', () => {
    const args = {
      status: [2, 7],
      merchantId: ['123456789012345678'],
      createdAt: { from: '2026-11-20T00:00:00.000Z' },
      settled: true,
      keyword: '[x',
    };
    expect(throughAddress(args)).toEqual(args);
  });

  it('keeps a long number a text, since ids are texts', () => {
    expect(throughAddress({ id: '9007199254740993' })).toEqual({ id: '9007199254740993' });
  });

  it('leaves out what says nothing', () => {
    expect(toQuery({ a: '', b: null, c: undefined, d: 'x' })).toBe('d=x');
  });

  it('knows the same view with the same arguments whatever their order', () => {
    expect(sameness('v', { b: 1, a: 2 })).toBe(sameness('v', { a: '2', b: '1' }));
    expect(sameness('v', { a: 1 })).not.toBe(sameness('w', { a: 1 }));
  });

  it('knows the tab an entry of the history is of, and that a person typed it', () => {
    expect(writtenBy(entryState('orders', 2))).toEqual({ tab: 'orders', turn: 2 });
    for (const state of [null, undefined, 7, {}, { tab: 7 }]) expect(writtenBy(state)).toEqual({});
  });

  it('fills the parameters of a path and encodes them', () => {
    expect(addressOf('/merchants/:id/detail', { id: 'a/b', tab: 'x' })).toBe('/merchants/a%2Fb/detail?tab=x');
    expect(addressOf('/orders/collectOrder', {})).toBe('/orders/collectOrder');
  });
});
