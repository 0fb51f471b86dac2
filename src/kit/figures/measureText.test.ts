import { beforeAll, describe, expect, it } from 'vitest';
import { drillDown, groupFilter } from '../../../contract/measure.ts';
import { measureOf } from '../../../contract/measures.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { loadAllTexts, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { openFigure } from './measureColumns.tsx';
import { formatMeasure, groupTitle, linkedWhere, measureTitle, plainMeasure } from './measureText.ts';

const measure = (name: string) => measureOf(`collectOrder.${name}`)!;

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

describe('a measure', () => {
  it('is called by its own name, or as the list and its column are', () => {
    expect(['rate', 'rows', 'sum-fee'].map((name) => measureTitle(measure(name)))).toEqual([
      'Success rate',
      'Count',
      'Actual fee',
    ]);
  });
  it('is written by its kind, and carried in a file without being rounded', () => {
    const rate = { part: 1, whole: 3 };
    expect(formatMeasure(measure('rate'), rate, 'INR')).toBe('33.33 %');
    expect(formatMeasure(measure('rate'), { part: 0, whole: 0 }, 'INR')).toBe('–');
    expect(formatMeasure(measure('collected'), '1234.5', 'INR')).toBe('1,234.50');
    expect([plainMeasure(rate), plainMeasure('1234.5')]).toEqual([String(1 / 3), '1234.5']);
  });
  it('opens the rows that it is made of, a rate those that it is a share of', () => {
    const ends = { from: '2026-11-25T00:00:00.000Z', to: '2026-11-26T00:00:00.000Z' };
    const where = groupFilter(collectOrder, 'upstreamId', null);
    expect(drillDown(measure('success'), { ...ends, where }).args).toEqual({
      status: [2],
      upstreamId: [null],
      createdAt: ends,
    });
    expect(drillDown(measure('rate'), {}).args).toEqual({ status: [2, 3, 4, 5, 6] });
    expect(drillDown(measure('unsettled'), {}).args).toEqual({ status: [2], settled: false });
  });
  it('opens no list where there is nothing', () => {
    const shown = {
      by: 'status',
      currency: 'INR',
      from: null,
      to: null,
      where: {},
      openTab: () => undefined,
    };
    const row = (value: number) => ({ key: '2', label: null, values: { 'collectOrder.success': value } });
    expect(openFigure(measure('success'), row(0), shown)).toBeUndefined();
    expect(openFigure(measure('success'), row(1), shown)).toBeTypeOf('function');
  });
});

describe('a group', () => {
  it('is called as its row, its value, or by its code', () => {
    const title = (by: string, key: string | null, label: string | null = null) =>
      groupTitle('collectOrder', by, { key, label });
    expect(title('merchantId', '7', 'Kaveri Games')).toBe('Kaveri Games');
    expect(title('status', '7')).toBe('Review');
    expect(title('currency', 'INR')).toBe('INR');
    expect(title('settled', 'false')).toBe('No');
    expect(title('upstreamId', null)).toBe('Not assigned');
  });
});

it('follows what the colour is on, but not where that is one of its own groups', () => {
  const order = { resource: 'collectOrder', id: '1', merchantId: '7' };
  const upstream = { resource: 'upstream', id: '3' };
  expect(linkedWhere(order, collectOrder.fields)).toEqual({ merchantId: ['7'] });
  expect(linkedWhere(order, collectOrder.fields, 'merchantId')).toEqual({});
  expect(linkedWhere(upstream, collectOrder.fields)).toEqual({ upstreamId: ['3'] });
  expect(linkedWhere(upstream, { merchantId: collectOrder.fields.merchantId })).toEqual({});
  expect(linkedWhere(null, collectOrder.fields)).toEqual({});
});
