import { readXlsx } from 'hucre/xlsx';
import { MOST_COLUMNS, MOST_ROWS } from './limits.ts';

export interface SheetRows {
  name: string;
  /** As they are shown; formulas by their last values. */
  rows: readonly (readonly string[])[];
  /** There are more rows or columns than these. */
  isCut: boolean;
}

const MOST_SHEETS = 50;
const MOST_LETTERS = 500;

type Value = string | number | boolean | Date | null;

function shown(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value).slice(0, MOST_LETTERS);
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** The beginning of each sheet of a workbook. */
export async function readSheets(bytes: Uint8Array): Promise<SheetRows[]> {
  // One more says whether there are more.
  const { sheets } = await readXlsx(bytes, { maxRows: MOST_ROWS + 1 });
  return sheets.slice(0, MOST_SHEETS).map(({ name, rows }) => ({
    name,
    rows: rows.slice(0, MOST_ROWS).map((row) => Array.from(row.slice(0, MOST_COLUMNS), shown)),
    isCut: rows.length > MOST_ROWS || rows.some((row) => row.length > MOST_COLUMNS),
  }));
}
