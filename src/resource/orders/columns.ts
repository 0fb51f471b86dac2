import type { RowClassRules } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { isHeld } from '../../../contract/claim.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { caller, dictLabel, serverNow, translate } from '../../kit/index.ts';
import { ClaimCell, type ClaimParams, type TagParams } from '../grid/cells.ts';
import { type Column, type ColumnContext, asNarrow, columnsOf, contextOf } from '../grid/columns.ts';
import { PHONE_WIDTH, shortNumber, withCode } from '../phone.ts';
import type { ColumnPorts } from '../useResourcePanel.ts';
import { type OrderKind, whomOf } from './kind.ts';

const NONE = '–';
const TRIES = 8;
const WIDE_HEAD = 11;
/** What gives way before a figure or a time is cut; the peek has it whole. */
const WIDEST: Readonly<Record<string, number>> = { merchantId: 112, upstreamId: 100, claimedBy: 108 };
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
export function orderColumns(kind: OrderKind, { label, short, narrow }: ColumnPorts): Column[] {
  const { resource, first: wanted, ownFirst, widths, whom } = kind;
  const all = new Map(columnsOf(resource, label).map((column) => [column.colId!, column]));
  // What is the staff's own is not there for a merchant's people.
  const change = (id: string, more: Column): void =>
    void (all.has(id) && all.set(id, { ...all.get(id)!, ...more }));
  change('callbackStatus', {
    cellRendererParams: callbackTag,
    context: { sample: { callbackCount: TRIES } } satisfies ColumnContext,
  });
  change('claimedBy', {
    cellRenderer: ClaimCell,
    cellRendererParams: {
      mine: () => translate('orders:me'),
      onOffer: () => translate('orders:onOffer'),
    } satisfies ClaimParams,
    valueFormatter: undefined,
  });
  if (narrow) change('amount', withCode('amount', 'currency'));
  change('orderNo', narrow ? shortNumber() : shortNumber(WIDE_HEAD));
  for (const [id, widest] of Object.entries(WIDEST))
    change(id, { context: { ...contextOf(all.get(id) ?? {}), widest } satisfies ColumnContext });
  const rest = [...all.keys()].filter((id) => !wanted.includes(id));
  const [select, ...others] = rest;
  if (whom)
    change('beneficiary', {
      valueFormatter: ({ data }) => (data && !data.gap ? whomOf(data, kind) || NONE : ''),
    });
  const first = narrow || caller().profile.merchantId ? [...new Set([...ownFirst, ...wanted])] : wanted;
  // The amount says it.
  const last = narrow ? ['currency'] : [];
  const shown = [...first.filter((id) => all.has(id) && !last.includes(id)), ...others, ...last];
  const columns = [select!, ...shown].map((id) => {
    const column = all.get(id)!;
    if (!wanted.includes(id)) return column;
    return { ...column, headerName: short(id), width: narrow ? PHONE_WIDTH : (widths[id] ?? column.width) };
  });
  return narrow ? asNarrow(columns) : columns;
}

/** A green bar at the left edge of what I hold. */
export const orderRowClasses = (me: string): RowClassRules<Row> => ({
  'grid-mine': ({ data }) => data?.claimedBy === me && isHeld(data, serverNow()),
});
