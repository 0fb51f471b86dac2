import type { Row } from '../../../contract/calls.ts';
import { minorDigits } from '../../../contract/currency.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { Amount } from '../../../contract/money.ts';
import { spreadsheetText } from '../../../contract/spreadsheetText.ts';
import { dictLabel, formatInstant, translate } from '../../kit/index.ts';
import { cellText } from './columns.ts';

/** A figure with the digits of its currency or more, without groups: `1234.50`. */
function figure(value: unknown, least: number): string {
  const amount = new Amount(String(value));
  return amount.toFixed(Math.max(least, amount.decimalPlaces()));
}

/**
 * A cell as a spreadsheet reads it, like that of an export: figures as plain numbers, times in the zone of the screen,
 * texts whole and never a formula.
 */
export function spreadsheetCell(name: string, field: Field, row: Row): string {
  const value = row[name];
  if (value === null || value === undefined || value === '')
    return spreadsheetText(cellText(name, field, row, true));
  switch (field.kind) {
    case 'money':
      return figure(value, field.price ? 2 : minorDigits(String(row[field.currency] ?? '')));
    case 'rate':
    case 'int':
      return String(value);
    case 'instant':
      return formatInstant(String(value), 'dateTime');
    case 'flag':
      return translate(value === true ? 'grid:yes' : 'grid:no');
    case 'dict':
      return spreadsheetText(field.dict === 'currency' ? String(value) : dictLabel(field.dict, value));
    default:
      return spreadsheetText(cellText(name, field, row, true));
  }
}

/** A quote at its start would take in what follows, tabs too. */
const quoted = (text: string): string => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (cells: readonly string[]): string => cells.map(quoted).join('\t');

/** Rows as text that a spreadsheet takes over when it is pasted; `headers` go before them, if given. */
export function tabSeparated(
  fields: Fields,
  columns: readonly string[],
  rows: readonly Row[],
  headers?: readonly string[],
): string {
  const textOf = (name: string, row: Row): string => {
    const field = fields[name];
    return field ? spreadsheetCell(name, field, row) : '';
  };
  const lines = rows.map((row) => lineOf(columns.map((name) => textOf(name, row))));
  return [...(headers ? [lineOf(headers.map(spreadsheetText))] : []), ...lines].join('\n');
}
