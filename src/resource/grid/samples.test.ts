import { expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { estimate } from './samples.ts';

const { createdAt, amount, callbackCount, orderNo } = collectOrder.fields;
const between = (low: string, high: string) =>
  new Map([
    [0, low],
    [100, high],
  ]);

it('passes evenly from one time or figure to the next', () => {
  const day = between('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
  expect(estimate(createdAt, day, 50)).toBe('2026-03-01T12:00:00.000Z');
  expect(estimate(callbackCount, between('8', '0'), 50)).toBe('4');
});

it('takes an amount for an amount, though a browser reads a date into it', () => {
  expect(estimate(amount, between('12.5', '1.5'), 50)).toBe('7.0');
  expect(estimate(amount, between('34304.24', '0.000001'), 25)).toBe('25728.180000');
  expect(estimate(amount, between('12.5', '12.5'), 50)).toBe('12.5');
});

it('knows a text as the one before it, and nothing beyond what is known', () => {
  expect(estimate(orderNo, between('C9', 'C1'), 50)).toBe('C9');
  expect(estimate(amount, new Map([[10, '5']]), 5)).toBeUndefined();
  expect(estimate(amount, new Map([[10, '5']]), 10)).toBe('5');
});
