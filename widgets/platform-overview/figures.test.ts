import { describe, expect, it } from 'vitest';
import { change, compactMoney, percent, points, successRate } from './figures.ts';

describe('the overview', () => {
  it('has no rate before an order has ended, rather than zero', () => {
    expect(percent(successRate({ success: 0, ended: 0 }))).toBe('–');
    expect(percent(successRate({ success: 914, ended: 1000 }))).toBe('91.40 %');
  });
  it('compares with a period that had something', () => {
    expect(change('110', '100')).toBeCloseTo(0.1);
    expect(change('110', '0')).toBeNull();
    expect(points(0.9, null)).toBeNull();
  });
  it('shortens an amount in the words of the language, whatever the currency', () => {
    expect(compactMoney('61408233910.40', 'INR', 'en')).toBe('₹61.4B');
    expect(compactMoney('61408233910.40', 'INR', 'zh-cn')).toBe('₹614.1亿');
    expect(compactMoney('218440.12', 'USDT', 'en')).toBe('218.4K USDT');
    expect(compactMoney('not a number', 'INR', 'en')).toBe('not a number');
  });
});
