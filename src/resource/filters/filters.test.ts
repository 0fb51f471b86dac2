import { describe, expect, it } from 'vitest';
import { manualOrder } from '../../../contract/resources/finance/manualOrder.ts';
import { transaction } from '../../../contract/resources/finance/transaction.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { matches } from './matches.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { date, instant } from '../../../contract/field.ts';
import { filterByValues, filterWithoutValues } from './ofValues.ts';
import { describeFilter } from './describe.ts';
import { parseFilters, resolveRelative, wireFilters, withFilter } from './model.ts';

const NOW = Date.parse('2026-03-29T20:00:00Z');

describe('filters', () => {
  it('keeps what the resource can filter by and drops the rest', () => {
    const raw = {
      status: 7,
      merchantId: ['1', null],
      amount: { from: '10', to: 'ten' },
      settled: true,
      feeRate: '1',
      nonsense: 1,
      anyId: ' C26 ',
    };
    expect(parseFilters(collectOrder, raw)).toEqual({
      status: [7],
      merchantId: ['1'],
      amount: { from: '10' },
      settled: true,
      anyId: 'C26',
    });
    expect(parseFilters(collectOrder, 'text')).toEqual({});
  });

  it('keeps what a drawn form asked where a list has one, and nowhere else', () => {
    const raw = {
      'form.why': ['lost', {}],
      'form.price': { from: '1', other: 2 },
      'form.sure': false,
      'form.odd': {},
    };
    expect(parseFilters(manualOrder, raw)).toEqual({
      'form.why': ['lost'],
      'form.price': { from: '1' },
      'form.sure': false,
    });
    expect(parseFilters(collectOrder, raw)).toEqual({});
  });

  it('takes an item of a dictionary by its name too, and leaves an unknown one to the server', () => {
    const review = dictValue('collectStatusEnum', 'review');
    expect(parseFilters(collectOrder, { status: 'review' })).toEqual({ status: [review] });
    expect(parseFilters(collectOrder, { status: ['review', String(review), 'gone'] })).toEqual({
      status: [review, 'gone'],
    });
  });

  it('reads relative ranges in the chosen zone, over changes of the clock too', () => {
    expect(resolveRelative('today', NOW, 'Asia/Kolkata')).toEqual({ from: '2026-03-29T18:30:00.000Z' });
    expect(resolveRelative('today', NOW, 'Europe/Berlin')).toEqual({ from: '2026-03-28T23:00:00.000Z' });
    expect(resolveRelative('yesterday', NOW, 'Asia/Kolkata')).toEqual({
      from: '2026-03-28T18:30:00.000Z',
      to: '2026-03-29T18:30:00.000Z',
    });
    expect(resolveRelative('hours24', NOW, 'UTC')).toEqual({ from: '2026-03-28T20:00:00.000Z' });
  });

  it('sends bounds, never words', () => {
    const day = { reportDate: date() };
    const range = { from: '2026-03-05T18:30:00Z', to: '2026-03-07T18:30:00Z' };
    expect(wireFilters({ reportDate: range }, NOW, 'Asia/Kolkata', day)).toEqual({
      reportDate: { from: '2026-03-06', to: '2026-03-07' },
    });
    const days = { from: '2026-03-06', to: '2026-03-06' };
    expect(wireFilters({ reportDate: days }, NOW, 'America/New_York', day)).toEqual({ reportDate: days });
    expect(wireFilters({ createdAt: { relative: 'hour' }, status: [7] }, NOW, 'UTC')).toEqual({
      createdAt: { from: '2026-03-29T19:00:00.000Z' },
      status: [7],
    });
  });

  it('tells both ends of whole minutes short enough for a chip', () => {
    const context = { t: String, zone: 'Asia/Kolkata', now: NOW, name: String };
    const described = (from: string, to: string) => describeFilter(instant(), { from, to }, context);
    expect(described('2026-03-20T04:30:00.000Z', '2026-03-21T03:30:00.000Z')).toBe(
      '03-20 10:00 – 03-21 09:00',
    );
    expect(described('2026-03-20T04:30:07.000Z', '2026-03-21T03:30:00.000Z')).toBe(
      '03-20 10:00:07 – 03-21 09:00',
    );
    // NOW is the 30th there: its own time has its day next to another one's, and none when alone.
    expect(described('2026-03-29T18:30:00.000Z', '2026-03-28T18:30:00.000Z')).toBe(
      '03-30 00:00 – 03-29 00:00',
    );
    expect(described('2026-03-28T18:30:00.000Z', '2026-03-29T19:30:00.000Z')).toBe(
      '03-29 00:00 – 03-30 01:00',
    );
    expect(described('2026-03-29T18:30:00.000Z', '2026-03-29T19:30:00.000Z')).toBe('00:00 – 01:00');
  });

  it('adds and removes one filter', () => {
    expect(withFilter({ status: [1] }, 'settled', false)).toEqual({ status: [1], settled: false });
    expect(withFilter({ status: [1] }, 'status', undefined)).toEqual({});
  });

  it('knows when a row has left the filter', () => {
    const row = {
      id: '1',
      status: 7,
      amount: '100.10',
      createdAt: '2026-03-29T19:30:00.000Z',
      orderNo: 'C2611',
      settled: false,
    };
    const fits = (wire: Record<string, unknown>) => matches(collectOrder, wire, row);
    expect(
      fits({
        status: [7, 1],
        amount: { from: '100.1', to: '100.10' },
        createdAt: { from: '2026-03-29T19:00:00Z' },
      }),
    ).toBe(true);
    expect(fits({ status: [1] })).toBe(false);
    expect(fits({ amount: { to: '100.09' } })).toBe(false);
    expect(fits({ createdAt: { to: '2026-03-29T19:30:00.000Z' } })).toBe(false);
    expect(fits({ anyId: 'C26' })).toBe(true);
    expect(fits({ anyId: '26' })).toBe(false);
    expect(fits({ anyId: 'C1, C2611' })).toBe(true);
    expect(fits({ anyId: 'C1 C26' })).toBe(false);
    expect(fits({ anyId: 'c26' })).toBe(true);
    const named = { id: '1', code: 'M1', name: 'Kaveri Games' };
    for (const anyId of ['kaveri', 'Kaveri Games', 'X, M1'])
      expect(matches(merchant, { anyId }, named)).toBe(true);
    expect(matches(merchant, { anyId: 'Kaveri, Games' }, named)).toBe(false);
    expect(fits({ settled: true })).toBe(false);
    const both = { id: '1', operator: 'anna + ben' };
    for (const [operator, found] of [
      ['anna', true],
      ['ben', true],
      ['anna + ben', true],
      ['an', false],
    ] as const)
      expect(matches(transaction, { operator }, both)).toBe(found);
  });
});

describe('filters by what cells show', () => {
  const { status, amount, createdAt, settled, orderNo, utr } = collectOrder.fields;
  const by = (field: Parameters<typeof filterByValues>[0], ...values: unknown[]) =>
    filterByValues(field, values, 'Asia/Kolkata');

  it('takes each value once, figures from the least to the most, times by their days', () => {
    expect(by(status, 7, 2, 7, null)).toEqual([7, 2]);
    expect(by(amount, '100.5', '99', '1000')).toEqual({ from: '99', to: '1000' });
    // 18:30 UTC is midnight there.
    expect(by(createdAt, '2026-03-28T18:29:00Z', '2026-03-29T10:00:00Z')).toEqual({
      from: '2026-03-27T18:30:00.000Z',
      to: '2026-03-29T18:30:00.000Z',
    });
    expect(by(settled, true)).toBe(true);
    expect(by(orderNo, 'C1')).toBe('C1');
  });

  it('has none for an empty cell, a field without a filter and texts that differ', () => {
    expect(by(status, null, '')).toBeUndefined();
    expect(by(collectOrder.fields.fee, '1')).toBeUndefined();
    expect(by(orderNo, 'C1', 'C2')).toBeUndefined();
  });

  it('leaves out what is compared as a whole, besides what is left out already', () => {
    expect(filterWithoutValues(status, [7], undefined)).toEqual({ not: [7] });
    expect(filterWithoutValues(status, [2, 7], { not: [7] })).toEqual({ not: [7, 2] });
    expect(filterWithoutValues(status, [7], [7, 1])).toEqual([1]);
    expect(filterWithoutValues(utr, ['1', '2'], undefined)).toEqual({ not: ['1', '2'] });
    expect(filterWithoutValues(settled, [true], undefined)).toBe(false);
    expect(filterWithoutValues(amount, ['1'], undefined)).toBeUndefined();
    expect(filterWithoutValues(merchant.fields.name, ['Kaveri'], undefined)).toBeUndefined();
  });

  it('keeps an exclusion through an address, knows its rows, and says it', () => {
    const wire = { status: { not: [7, 1] }, utr: { not: ['A1'] } };
    expect(parseFilters(collectOrder, { ...wire, amount: { not: ['1'] } })).toEqual(wire);
    expect(parseFilters(collectOrder, { status: { not: [] } })).toEqual({});
    expect(matches(collectOrder, wire, { id: '1', status: 2, utr: null })).toBe(true);
    expect(matches(collectOrder, wire, { id: '1', status: 1, utr: null })).toBe(false);
    expect(matches(collectOrder, wire, { id: '1', status: 2, utr: 'A1' })).toBe(false);
    const t = (key: string, values?: { values?: unknown }) => `${key} ${String(values?.values)}`;
    expect(describeFilter(utr, { not: ['A1'] }, { t, zone: 'UTC', now: NOW, name: String })).toBe(
      'filter.not A1',
    );
  });
});
