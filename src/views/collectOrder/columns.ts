import type { RowClassRules } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { caller, dictLabel, serverNow } from '../../kit/index.ts';
import { ClaimCell, type ClaimParams, type TagParams, claimLeft } from '../../resource/grid/cells.ts';
import { type Column, columnsOf } from '../../resource/grid/columns.ts';

/** The order of the working day: who, how much, how it stands, who holds it. */
const FIRST = [
  'orderNo',
  'merchantId',
  'utr',
  'amount',
  'currency',
  'status',
  'settled',
  'callbackStatus',
  'claimedBy',
  'upstreamId',
  'createdAt',
  'fee',
  'paidAmount',
  'merchantOrderNo',
] as const;

/** What a merchant's own people look for first, on a phone too. */
const OWN_FIRST: readonly string[] = ['orderNo', 'amount', 'status', 'createdAt'];

/** Where the columns start; with what they usually show the first eleven stand in half a screen. */
const WIDTHS: Readonly<Record<string, number>> = {
  orderNo: 120,
  merchantId: 96,
  utr: 64,
  amount: 76,
  currency: 46,
  status: 64,
  settled: 48,
  callbackStatus: 72,
  claimedBy: 90,
  upstreamId: 80,
  fee: 60,
  createdAt: 104,
};

const TRIES = 8;
const SENDING = dictValue('callbackStatusEnum', 'sending');
const FAILED = dictValue('callbackStatusEnum', 'failed');

/** `Failed 3/8`: how many of the planned tries are used up. */
const callbackTag: TagParams = {
  dict: 'callbackStatusEnum',
  dash: [dictValue('callbackStatusEnum', 'none')],
  word(value, row) {
    const tries = Number(row.callbackCount ?? 0);
    const counted = value === FAILED || (value === SENDING && tries > 1);
    return counted && tries > 0
      ? `${dictLabel('callbackStatusEnum', value)} ${Math.min(tries, TRIES)}/${TRIES}`
      : undefined;
  },
};

/** Columns as the screen wants them; `short` are its headers where the field's own name is too long. */
export function orderColumns(
  label: (field: string) => string,
  short: (field: string) => string,
  mine: () => string,
): Column[] {
  const all = new Map(columnsOf(collectOrder, label).map((column) => [column.colId!, column]));
  // What is the staff's own is not there for a merchant's people.
  const change = (id: string, more: Column): void =>
    void (all.has(id) && all.set(id, { ...all.get(id)!, ...more }));
  change('callbackStatus', { cellRendererParams: callbackTag });
  change('claimedBy', {
    cellRenderer: ClaimCell,
    cellRendererParams: { mine } satisfies ClaimParams,
    valueFormatter: undefined,
  });
  const rest = [...all.keys()].filter((id) => !(FIRST as readonly string[]).includes(id));
  const [select, ...others] = rest;
  const first = caller().profile.merchantId ? [...new Set([...OWN_FIRST, ...FIRST])] : FIRST;
  return [select!, ...first.filter((id) => all.has(id)), ...others].map((id) => {
    const column = all.get(id)!;
    if (!(FIRST as readonly string[]).includes(id)) return column;
    return { ...column, headerName: short(id), width: WIDTHS[id] ?? column.width };
  });
}

/** A green bar at the left edge of what I hold. */
export const orderRowClasses = (me: string): RowClassRules<Row> => ({
  'grid-mine': ({ data }) => data?.claimedBy === me && claimLeft(data?.claimedAt, serverNow()) !== '',
});
