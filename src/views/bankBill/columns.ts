import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { formatMoney, middle } from '../../kit/index.ts';
import { type Column, columnsOf } from '../../resource/grid/columns.ts';
import { PHONE_WIDTH } from '../../resource/phone.ts';
import type { ColumnPorts } from '../../resource/useResourcePanel.ts';

/** What a dragged line carries. */
export const BILL_DRAG = 'application/x-paydesk-bill';

/** The line on the left, the order it is about on the right, in one row so that the eye compares across. */
const BILL_SIDE = ['bookedAt', 'payer', 'amount'] as const;
const ORDER_SIDE = ['candidateAmount', 'difference', 'score', 'candidateNo'] as const;
const BEHIND = ['status', 'utr', 'direction', 'currency', 'merchantId'] as const;
/** When, how much and in which state, on a phone. */
const PHONE_FIRST: readonly string[] = ['bookedAt', 'amount', 'status', 'utr'];
const WIDTHS: Readonly<Record<string, number>> = {
  bookedAt: 84,
  direction: 52,
  payer: 108,
  utr: 100,
  currency: 46,
  amount: 84,
  candidateAmount: 84,
  difference: 72,
  score: 48,
  candidateNo: 92,
  status: 72,
  merchantId: 110,
};

const OPEN = dictValue('billStatusEnum', 'unmatched');
const DEBIT = dictValue('billDirectionEnum', 'debit');
const SURE = 85;
const LIKELY = 45;

const scoreOf = (row: Row | undefined): number => Number(row?.score ?? 0);
const isDebit = (row: Row | undefined): boolean => row?.direction === DEBIT;
const isOpen = (row: Row | undefined): boolean => row?.status === OPEN;

/** A grip that takes the line to an order. */
class GripCell implements ICellRendererComp<Row> {
  readonly #gui = document.createElement('span');
  init(params: ICellRendererParams<Row>): void {
    this.#gui.addEventListener('dragstart', (event) => {
      event.dataTransfer?.setData(BILL_DRAG, this.#gui.dataset.bill ?? '');
    });
    this.refresh(params);
  }
  getGui(): HTMLElement {
    return this.#gui;
  }
  refresh({ data }: ICellRendererParams<Row>): boolean {
    const open = isOpen(data);
    this.#gui.className = open ? 'board-grip' : '';
    this.#gui.draggable = open;
    this.#gui.dataset.bill = data?.id ?? '';
    return true;
  }
}

const grip = (): Column => ({
  colId: 'pd-grip',
  headerName: '',
  width: 22,
  minWidth: 22,
  maxWidth: 22,
  resizable: false,
  sortable: false,
  pinned: 'left',
  cellClass: 'board-grip-cell',
  cellRenderer: GripCell,
});

/** How sure the match is, by its colour. */
const scoreRules: NonNullable<Column['cellClassRules']> = {
  'pd-up': ({ data }) => scoreOf(data) >= SURE,
  'board-likely': ({ data }) => scoreOf(data) < SURE && scoreOf(data) >= LIKELY,
  'pd-muted': ({ data }) => scoreOf(data) < LIKELY,
};

/** Columns in the order of the comparison; what stands right of the edge is the order's. */
export function boardColumns({ label, short, narrow }: ColumnPorts): Column[] {
  const all = new Map(columnsOf(bankBill, label).map((column) => [column.colId!, column]));
  const usual: readonly string[] = [...BILL_SIDE, ...ORDER_SIDE, ...BEHIND];
  const first = narrow ? [...new Set([...PHONE_FIRST, ...usual])] : usual;
  const [select, ...rest] = [...all.keys()].filter((id) => !first.includes(id));
  const own = (id: string): Column => {
    const column = all.get(id)!;
    const made: Column = {
      ...column,
      headerName: short(id),
      width: narrow && PHONE_FIRST.includes(id) ? PHONE_WIDTH : (WIDTHS[id] ?? column.width),
      pinned: null,
    };
    // The sign says which way the money went.
    if (id === 'amount')
      return {
        ...made,
        valueFormatter: ({ value, data }) =>
          value
            ? formatMoney(`${isDebit(data) ? '-' : ''}${value}`, String(data?.currency ?? ''), {
                code: narrow,
              })
            : '',
        cellClassRules: { 'pd-down': ({ data }) => isDebit(data) },
      };
    if (id === 'score') return { ...made, cellClassRules: scoreRules };
    if (id === 'candidateAmount') {
      const edge = [column.cellClass ?? []].flat() as string[];
      const head = [column.headerClass ?? []].flat() as string[];
      return { ...made, cellClass: [...edge, 'board-edge'], headerClass: [...head, 'board-edge'] };
    }
    if (id === 'candidateNo')
      return {
        ...made,
        valueFormatter: ({ value }) => (value ? middle(String(value), 5, 4) : '–'),
        cellClassRules: { 'board-guess': ({ data }) => isOpen(data) },
      };
    return made;
  };
  return [all.get(select!)!, grip(), ...first.map(own), ...rest.map((id) => all.get(id)!)];
}
