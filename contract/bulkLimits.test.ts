import { expect, it } from 'vitest';
import { bulkLimitOf, DEFAULT_BULK_LIMITS, isAmountOf, widestLimits } from './bulkLimits.ts';
import { MINOR_DIGITS } from './currency.ts';
import { json } from './field.ts';
import { fieldSchema } from './validateField.ts';

it('has a usual limit of every currency', () => {
  expect(Object.keys(DEFAULT_BULK_LIMITS).sort()).toEqual(Object.keys(MINOR_DIGITS).sort());
  for (const [currency, amount] of Object.entries(DEFAULT_BULK_LIMITS))
    expect(isAmountOf(currency, amount), currency).toBe(true);
});

it('takes the widest of what the roles set, and the usual one where none sets any', () => {
  const limits = widestLimits([{ INR: '900' }, null, { INR: '10000', USD: '5' }, {}]);
  expect(limits).toEqual({ INR: '10000', USD: '5' });
  expect(bulkLimitOf(limits, 'USD')).toBe('5');
  expect(bulkLimitOf(limits, 'CNY')).toBe(DEFAULT_BULK_LIMITS.CNY);
  expect(bulkLimitOf(limits, 'XXX')).toBe('0');
});

it('names the currency whose amount is wrong, and leaves out what is empty', () => {
  const schema = fieldSchema(json({ perCurrency: true }), 'en', 'Limit', true);
  expect(schema.parse({ INR: '1,50,000', USD: '', CNY: null })).toEqual({ INR: '150000' });
  expect(schema.parse({ INR: '' })).toBeNull();
  const wrong = schema.safeParse({ INR: '5', USD: '1.234', JPY: '-1' });
  expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('USD'),
    expect.stringContaining('JPY'),
  ]);
});
