import { expect, it } from 'vitest';
import { compactMoney } from './compactMoney.ts';

it('shortens an amount in the words of the language, whatever the currency', () => {
  expect(compactMoney('61408233910.40', 'INR', 'en')).toBe('₹61.4B');
  expect(compactMoney('61408233910.40', 'INR', 'zh-cn')).toBe('₹614.1亿');
  expect(compactMoney('218440.12', 'USDT', 'en')).toBe('218.4K USDT');
  expect(compactMoney('not a number', 'INR', 'en')).toBe('not a number');
});
