import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { caller, dictLabel } from '../../kit/index.ts';
import { type Column, SELECT_COLUMN, asNarrow, columnsOf } from '../../resource/grid/columns.ts';
import { PHONE_WIDTH, shortNumber, withCode } from '../../resource/phone.ts';
import type { ColumnPorts } from '../../resource/useResourcePanel.ts';

const FIRST = [
  'type',
  'amount',
  'balanceBefore',
  'balanceAfter',
  'currency',
  'orderNo',
  'account',
  'merchantId',
  'createdAt',
];
/** In a third of the screen: what moved, what is left after it and whose order; the balance before follows from them. */
const NARROW_FIRST = ['type', 'amount', 'balanceAfter', 'orderNo', 'balanceBefore'];
/** An agent's list is of many merchants, and whose line it is comes before what it left behind. */
const withWhose = (names: readonly string[]): string[] => {
  const rest = names.filter((name) => name !== 'merchantId');
  return [...rest.slice(0, 2), 'merchantId', ...rest.slice(2)];
};
/** Where the first columns start. */
const WIDTHS: Readonly<Record<string, number>> = {
  type: 72,
  amount: 72,
  balanceBefore: 80,
  balanceAfter: 80,
  orderNo: 72,
};

/** What moved and what it left behind, side by side; short headers, and the currency with the amount where it is narrow. */
export function fundColumns({ label, short, narrow }: ColumnPorts): Column[] {
  const all = new Map(columnsOf(fundDetail, label).map((column) => [column.colId!, column]));
  const agent = caller().profile.kind === 'agent';
  const wide = agent ? withWhose(FIRST) : FIRST;
  const led = agent ? withWhose(NARROW_FIRST) : NARROW_FIRST;
  // Nothing is done to a posting, so there is nothing to choose it for.
  const rest = [...all.keys()].filter((id) => !FIRST.includes(id) && id !== SELECT_COLUMN);
  // The amount names its currency there.
  const own = FIRST.filter((id) => id !== 'currency' && !led.includes(id));
  const first = narrow ? [...led, ...own, 'currency'] : wide;
  const columns = [...first, ...rest].map((id): Column => {
    const column = all.get(id)!;
    if (!FIRST.includes(id)) return column;
    const base: Column = {
      ...column,
      headerName: short(id),
      pinned: null,
      width: WIDTHS[id] ?? column.width,
    };
    if (id === 'type')
      return {
        ...base,
        cellRenderer: undefined,
        valueFormatter: ({ value }) => dictLabel('fundTypeEnum', value),
      };
    if (id === 'orderNo')
      return { ...base, ...(narrow ? { width: PHONE_WIDTH, ...shortNumber() } : shortNumber(5)) };
    if (narrow && id === 'amount') return { ...base, ...withCode(id, 'currency', true) };
    return base;
  });
  return narrow ? asNarrow(columns) : columns;
}
