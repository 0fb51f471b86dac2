import { expect, it } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { payOrder } from '../../../contract/resources/orders/payOrder.ts';
import type { Column } from '../grid/columns.ts';
import { orderColumns } from './columns.ts';
import type { OrderKind } from './kind.ts';

const kind: OrderKind = {
  resource: payOrder,
  subject: 'payOrder',
  statusDict: 'payStatusEnum',
  bills: 'debit',
  first: ['orderNo', 'beneficiary', 'amount', 'currency', 'status'],
  ownFirst: ['orderNo', 'amount'],
  widths: {},
  chips: [],
  buttons: [],
  more: [],
  decisive: [],
  whom: ['beneficiary', 'receivingAddress'],
  facts: [],
};
const columns = (narrow: boolean): Column[] => orderColumns(kind, { label: String, short: String, narrow });
const valueOf = (column: Column, data: Record<string, unknown>): unknown => {
  const { valueFormatter } = column;
  return typeof valueFormatter === 'function' && valueFormatter({ data: data as unknown as Row } as never);
};

it('says the currency once: next to the amount in a panel with room, within it in a narrow one', () => {
  const ids = (narrow: boolean) => columns(narrow).map(({ colId }) => colId);
  const wide = ids(false);
  expect(wide.indexOf('currency')).toBe(wide.indexOf('amount') + 1);
  expect(ids(true).at(-1)).toBe('currency');
  expect(new Set(ids(true))).toEqual(new Set(wide));
});

it('names the UPI id of a payout that has no account name', () => {
  const column = columns(false).find(({ colId }) => colId === 'beneficiary')!;
  expect(valueOf(column, { id: '1', beneficiary: 'Asha Rao', receivingAddress: 'asha@okaxis' })).toBe(
    'Asha Rao',
  );
  expect(valueOf(column, { id: '1', beneficiary: null, receivingAddress: 'asha@okaxis' })).toBe(
    'asha@okaxis',
  );
  expect(valueOf(column, { id: '1', beneficiary: null, receivingAddress: null })).toBe('–');
});
