import { expect, test } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { sideColumns, sideSums } from './sides.ts';

test('a narrow list leads with the figure of the row’s own side', () => {
  const [date, total] = sideColumns('Total')([{ colId: 'reportDate' }, { colId: 'totalCollection' }]);
  expect(date).toEqual({ colId: 'reportDate' });
  expect(total).toMatchObject({ headerName: 'Total', sortable: false });
  const text = (row: Partial<Row>): unknown =>
    (total!.valueFormatter as (params: { data: Partial<Row> }) => string)({
      data: { currency: 'INR', ...row },
    });
  expect(text({ type: 2, totalCollection: '0', totalPayment: '12.5' })).toBe('12.50 INR');
  expect(text({ type: 1, totalCollection: '7', totalPayment: '0' })).toBe('7.00 INR');
  expect(text({ gap: true } as unknown as Row)).toBe('');
});

test('the foot adds up the side that is looked at', () => {
  expect(sideSums({ type: [2] })).toEqual(['totalPayment', 'successPayment']);
  expect(sideSums({ type: [1] })).toEqual(['totalCollection', 'successCollection']);
  expect(sideSums({ type: [1, 2] })).toEqual(sideSums({}));
  expect(sideSums({})).toEqual(['totalCollection', 'totalPayment']);
});
