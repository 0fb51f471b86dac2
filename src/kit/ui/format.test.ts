import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatInstant,
  formatMoney,
  formatPrice,
  formatRate,
  middle,
  signOf,
  toneOf,
} from './format.ts';

describe('money', () => {
  test.each([
    ['1234.5', 'INR', '1,234.50'],
    ['0', 'INR', '0.00'],
    ['-0.000000', 'INR', '0.00'],
    ['-1874.81', 'INR', '−1,874.81'],
    ['61408233910.4', 'INR', '61,408,233,910.40'],
    ['999999999999999999.999999', 'USDT', '999,999,999,999,999,999.999999'],
    ['45000', 'JPY', '45,000'],
    ['12.5', 'USDT', '12.500000'],
    ['0.005', 'INR', '0.005'],
    ['', 'INR', ''],
    [null, 'INR', ''],
  ])('%s %s is %s', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown);
  });

  test('a signed amount writes its plus, and zero has no sign', () => {
    expect(formatMoney('10', 'INR', { signed: true })).toBe('+10.00');
    expect(formatMoney('-10', 'INR', { signed: true, code: true })).toBe('−10.00 INR');
    expect(formatMoney('0.00', 'INR', { signed: true })).toBe('0.00');
  });

  test('never loses or invents a digit', () => {
    const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat({ max: 999_999 }));
    fc.assert(
      fc.property(amounts, ([whole, micro]) => {
        const amount = `${whole}.${String(micro).padStart(6, '0')}`;
        const back = formatMoney(amount, 'USDT').replaceAll(',', '').replace('−', '-');
        expect(back).toBe(/^-?0\.0+$/.test(amount) ? '0.000000' : amount);
      }),
    );
  });
});

test('a price has two decimals or more, and none for show', () => {
  const prices = ['88.500000', '88', '0.012346', '1234.5', null];
  expect(prices.map(formatPrice)).toEqual(['88.50', '88.00', '0.012346', '1,234.50', '']);
});

test('signs, counts, rates and long numbers', () => {
  expect([signOf('-0.01'), signOf('0.00'), signOf('5'), signOf(null)]).toEqual([-1, 0, 1, 0]);
  expect(['-0.01', '0.00', '5'].map((amount) => toneOf(amount, true))).toEqual(['down', undefined, 'up']);
  expect(['-0.01', '0.00', '5'].map((amount) => toneOf(amount, 'gap'))).toEqual(['down', undefined, 'down']);
  expect(toneOf('5', false)).toBeUndefined();
  expect(formatCount(1_204_377)).toBe('1,204,377');
  expect([formatRate('0.018'), formatRate('0.123456'), formatRate(null)]).toEqual(['1.8 %', '12.3456 %', '']);
  expect([middle('C26112016007415484'), middle('M1005')]).toEqual(['C2611201…5484', 'M1005']);
});

describe('instants', () => {
  const instant = '2026-03-29T00:59:59.123Z';
  test.each([
    ['Asia/Kolkata', '2026-03-29 06:29:59'],
    ['America/New_York', '2026-03-28 20:59:59'],
    ['Asia/Shanghai', '2026-03-29 08:59:59'],
    ['UTC', '2026-03-29 00:59:59'],
  ])('in %s', (zone, shown) => {
    expect(formatInstant(instant, 'dateTime', zone)).toBe(shown);
  });

  test('midnight is 00, and every style has its parts', () => {
    expect(formatInstant('2026-11-20T18:30:00.000Z', 'time', 'Asia/Kolkata')).toBe('00:00:00');
    expect(formatInstant(instant, 'date', 'UTC')).toBe('2026-03-29');
    expect(formatInstant(instant, 'full', 'UTC')).toBe('2026-03-29 00:59:59.123 UTC');
    expect(formatInstant('2001-02-03T04:05:06Z', 'short', 'UTC')).toBe('2001-02-03 04:05:06');
    expect([formatInstant(null), formatInstant('not a time')]).toEqual(['', 'not a time']);
  });
});

test('bytes in the largest unit', () => {
  expect([0, 1_023, 1_536, 5 * 1024 ** 2, 1.25 * 1024 ** 3, 3 * 1024 ** 5].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '2 KB',
    '5.0 MB',
    '1.3 GB',
    '3072.0 TB',
  ]);
});
