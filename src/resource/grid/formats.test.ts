import { expect, it } from 'vitest';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { type FormatRule, formatter, holds, isComplete, parseRules } from './formats.ts';

const { fields } = collectOrder;
const rule = (field: string, comparison: FormatRule['comparison'], value = '', more: object = {}) =>
  ({ field, comparison, value, tone: 'warning', isRow: false, ...more }) as FormatRule;
const row = {
  id: '1',
  amount: '1000.5',
  status: 7,
  merchantId: '9',
  merchantName: 'Kaveri Games',
  settled: false,
};

it('compares figures as figures, names as they are read, and what is chosen by its value', () => {
  const fits = (...of: Parameters<typeof rule>) => holds(fields, rule(...of), row);
  expect(fits('amount', 'gt', '999.99')).toBe(true);
  expect(fits('amount', 'gt', '1000.50')).toBe(false);
  expect(fits('amount', 'eq', '1000.50')).toBe(true);
  expect(fits('amount', 'lt', '20000')).toBe(true);
  expect(fits('merchantId', 'contains', 'kaveri')).toBe(true);
  expect(fits('status', 'eq', '7')).toBe(true);
  expect(fits('status', 'ne', '7')).toBe(false);
  expect(fits('settled', 'eq', 'false')).toBe(true);
  expect(fits('utr', 'empty')).toBe(true);
  expect(fits('utr', 'ne', 'A1')).toBe(true);
  expect(fits('fee', 'gt', '1')).toBe(false);
});

it('does nothing by a rule that is half typed', () => {
  expect(isComplete(fields, rule('amount', 'gt', '1,'))).toBe(false);
  expect(isComplete(fields, rule('merchantId', 'contains'))).toBe(false);
  expect(formatter(fields, [rule('amount', 'gt', 'x')])).toBeUndefined();
});

it('takes the first rule that holds, for the row and for each cell', () => {
  const format = formatter(fields, [
    rule('amount', 'gt', '1', { tone: 'danger' }),
    rule('amount', 'gt', '2', { tone: 'success' }),
    rule('status', 'eq', '7', { isRow: true, tone: 'info' }),
  ])!(row);
  expect([...format.cells]).toEqual([['amount', 'danger']]);
  expect(format.row).toBe('info');
});

it('reads what was saved once, and drops what is about no field', () => {
  const kept = rule('amount', 'gt', '5', { tone: 'danger', isRow: true });
  expect(parseRules(fields, [kept, rule('gone', 'eq', '1'), rule('createdAt', 'eq', '1'), null])).toEqual([
    kept,
  ]);
  expect(parseRules(fields, [{ field: 'status', comparison: 'gt', tone: 'pink' }])).toEqual([
    rule('status', 'eq'),
  ]);
  expect(parseRules(fields, 'x')).toEqual([]);
});
