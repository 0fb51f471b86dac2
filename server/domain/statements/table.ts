import type { Delimiter, Encoding } from '../../../contract/statementFormat.ts';

/** One row of a file as it stands in it. */
export interface TableRow {
  /** Of the line that it begins on, as an editor or a spreadsheet counts: the first is 1. */
  number: number;
  cells: readonly string[];
  /** A quotation mark of it is never closed, or only behind lines that are movements of their own. */
  isQuoteOpen?: boolean;
}

/** A file's rows and how they were found in its bytes. */
export interface Table {
  kind: 'delimited' | 'workbook' | 'web';
  /** Null where the kind has one of its own. */
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  rows: readonly TableRow[];
}

/** The widest statements of real banks have some thirty columns. */
export const MOST_COLUMNS = 64;
export const LONGEST_LINE = 16 * 1024;
