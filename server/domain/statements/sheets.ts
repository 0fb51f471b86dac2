import { fromHtml, read as readBook } from 'hucre';
import { officeKind } from '../../platform/files/archive.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { MOST_COLUMNS, type TableRow } from './table.ts';

type Value = unknown;

const MOST_ROWS = 200_000;
/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 1e15;

const pad = (value: number): string => String(value).padStart(2, '0');

/** A day, or a time, as it stands in the cell: a spreadsheet knows no zone. */
function dateText(value: Date): string {
  const day = `${value.getUTCFullYear()}-${pad(value.getUTCMonth() + 1)}-${pad(value.getUTCDate())}`;
  const time = `${pad(value.getUTCHours())}:${pad(value.getUTCMinutes())}:${pad(value.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A number without the exponent that a spreadsheet shows it with; one that lost digits keeps it, and is told so. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < KEPT_DIGITS ? String(value) : value.toExponential();
  // What is left of a sum of binary fractions is no part of the figure.
  return String(Number(value.toFixed(6)));
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value);
  return typeof value === 'number' ? numberText(value) : String(value).trim();
}

function rowsOf(rows: readonly (readonly Value[])[]): TableRow[] {
  return rows.map((row, at) => {
    const cells = row.map(textOf);
    while (cells.at(-1) === '') cells.pop();
    if (cells.length > MOST_COLUMNS) throw new BrokenStatement('tooManyColumns', at + 1);
    return { number: at + 1, cells };
  });
}

const fullest = (sheets: readonly { rows: readonly (readonly Value[])[] }[]) =>
  sheets.toSorted((one, other) => other.rows.length - one.rows.length)[0];

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** The rows of a workbook's fullest sheet. @throws BrokenStatement workbook */
export async function readWorkbook(bytes: Buffer): Promise<TableRow[]> {
  try {
    // The reader inflates whatever an archive holds; what comes to too much, or hides something, is found before.
    if (isArchive(bytes) && (await officeKind(bytes)) !== 'xlsx') throw new BrokenStatement('workbook');
    const { sheets } = await readBook(bytes, { maxRows: MOST_ROWS });
    const sheet = fullest(sheets);
    return sheet ? rowsOf(sheet.rows) : [];
  } catch (error) {
    if (error instanceof BrokenStatement) throw error;
    throw new BrokenStatement('workbook');
  }
}

/** The rows of a page's largest table, as some banks name .xls. @throws BrokenStatement workbook */
export function readWebPage(text: string): TableRow[] {
  const tables = text.match(/<table[\s>][\s\S]*?<\/table\s*>/gi) ?? [];
  if (tables.length === 0) throw new BrokenStatement('workbook');
  try {
    return rowsOf(fullest(tables.map((table) => fromHtml(table, { typeInference: false })))?.rows ?? []);
  } catch (error) {
    if (error instanceof BrokenStatement) throw error;
    throw new BrokenStatement('workbook');
  }
}

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Days of this century: a figure of another kind in the column of days is none. */
const [FIRST_DAY, LAST_DAY] = [36_526, 73_050];

/** A day as a spreadsheet counts it, where its cell has no form; anything else as it is. */
export function serialDate(text: string): string {
  const days = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (days < FIRST_DAY || days > LAST_DAY) return text;
  // A fraction of a day is right to the second.
  return dateText(new Date(Math.round((EPOCH + days * DAY_MS) / 1_000) * 1_000));
}
