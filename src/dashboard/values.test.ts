import { expect, it } from 'vitest';
import { heldOf, permitted, readValues, withValue, without } from './values.ts';

const full = {
  period: 'lastWeek',
  compare: '2026-11-01T00:00Z/2026-11-02T00:00Z',
  currency: 'INR',
  merchantId: ['7', '9007199254740993'],
};

it('keeps what its variables can hold, and nothing else', () => {
  expect(readValues(full)).toEqual(full);
  expect(readValues({ merchantId: '7' })).toEqual({ merchantId: ['7'] });
  for (const raw of [
    null,
    'today',
    [],
    { period: 'ever', compare: '24h', currency: 'rupees', merchantId: ['x', 7, {}], other: 1 },
  ])
    expect(readValues(raw)).toEqual({});
});

it('sets and clears one variable', () => {
  expect(withValue({ period: 'today' }, 'currency', 'USDT')).toEqual({ period: 'today', currency: 'USDT' });
  expect(withValue(full, 'merchantId', undefined)).not.toHaveProperty('merchantId');
  expect(heldOf(without(full, ['compare', 'period']))).toEqual(['currency', 'merchantId']);
});

it('asks nothing of lists that the person may not see', () => {
  const values = { merchantId: ['7'], upstreamId: ['3'] };
  expect(permitted(values, (code) => code === 'merchant:page')).toEqual({ merchantId: ['7'] });
});
