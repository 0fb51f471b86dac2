import { insertRows } from './copyIn.ts';
import { baseId } from './ids.ts';
import type { Queryable } from './load.ts';

/** Places in millimetres from the top left of the sheet; `{{…}}` is a field of the data. */
interface Element {
  kind: 'text' | 'line' | 'table';
  left: number;
  top: number;
  width: number;
  text?: string;
  size?: number;
  columns?: readonly { title: string; field: string; align?: 'right' }[];
  rows?: string;
}

const sheet = (width: number, height: number, elements: readonly Element[]): string =>
  JSON.stringify({ panels: [{ width, height, elements }] });

const RECEIPT = sheet(80, 120, [
  { kind: 'text', left: 6, top: 6, width: 68, size: 14, text: '{{title}}' },
  { kind: 'text', left: 6, top: 16, width: 68, text: '{{merchantName}}' },
  { kind: 'line', left: 6, top: 24, width: 68 },
  { kind: 'text', left: 6, top: 28, width: 68, text: '{{orderNo}}' },
  { kind: 'text', left: 6, top: 36, width: 68, text: '{{paidAt}}' },
  { kind: 'text', left: 6, top: 44, width: 68, text: 'UTR {{utr}}' },
  { kind: 'line', left: 6, top: 52, width: 68 },
  { kind: 'text', left: 6, top: 58, width: 68, size: 16, text: '{{amount}} {{currency}}' },
]);
const STATEMENT = sheet(210, 297, [
  { kind: 'text', left: 15, top: 15, width: 180, size: 16, text: '{{title}}' },
  { kind: 'text', left: 15, top: 26, width: 180, text: '{{merchantName}}  {{from}} – {{to}}' },
  {
    kind: 'table',
    left: 15,
    top: 40,
    width: 180,
    rows: 'entries',
    columns: [
      { title: 'Time', field: 'time' },
      { title: 'Order', field: 'orderNo' },
      { title: 'Amount', field: 'amount', align: 'right' },
      { title: 'Balance', field: 'balance', align: 'right' },
    ],
  },
]);
const SHOWN = { merchantName: 'Kaveri Games', currency: 'INR' };
const RECEIPT_DATA = {
  ...SHOWN,
  title: 'Receipt',
  orderNo: 'C2026112700001',
  paidAt: '2026-11-27 10:24:05',
  utr: '633112345678',
  amount: '1,250.00',
};
const STATEMENT_DATA = {
  ...SHOWN,
  title: 'Statement',
  from: '2026-11-01',
  to: '2026-11-26',
  entries: [
    { time: '2026-11-26 09:12', orderNo: 'C2026112600031', amount: '1,250.00', balance: '81,250.00' },
    { time: '2026-11-26 11:40', orderNo: 'P2026112600007', amount: '-500.00', balance: '80,750.00' },
  ],
};

/** What every installation can print. */
export async function seedPrintTemplates(db: Queryable): Promise<void> {
  const row = (name: string, template: string, data: unknown, at: number) => ({
    id: baseId(600 + at),
    name,
    template,
    print_type: 1,
    print_data_demo: JSON.stringify(data),
    order_no: at * 10,
    status: 1,
    version: 1,
    created_at: new Date(),
  });
  await insertRows(db, 'sys_print', [
    row('receipt', RECEIPT, RECEIPT_DATA, 1),
    row('statement', STATEMENT, STATEMENT_DATA, 2),
  ]);
}
