import type { PrintSourceName } from './sources.ts';

/** What the rows of a list are printed as. */
export const PRINTED: Readonly<Record<string, PrintSourceName>> = {
  collectOrder: 'collectReceipt',
  payOrder: 'payReceipt',
  withdrawal: 'withdrawalReceipt',
  fundDetail: 'merchantStatement',
};

/** A template of another program: kept for its clients, and printed by them alone. */
export const FOREIGN = 'foreign';

/** Characters of a template. */
export const TEMPLATE_MOST = 100_000;

/** What a new template begins with: a receipt of a roll with nothing on it but its number and amount. */
export const BLANK_TEMPLATE = JSON.stringify({
  paydesk: 1,
  source: 'collectReceipt',
  paper: { size: 'roll80', turned: false },
  elements: [
    { kind: 'field', x: 5, y: 6, w: 70, h: 5, field: 'orderNo', size: 10, mono: true },
    { kind: 'field', x: 5, y: 14, w: 70, h: 8, field: 'amount', format: 'code', size: 14, bold: true },
  ],
});
