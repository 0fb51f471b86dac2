import { CsvError, parse } from 'csv-parse/sync';

/** Lines of a text that a person pasted or a file of a spreadsheet, of which one that cannot be read hides no other. */

export interface DelimitedLine {
  /** As an editor counts them. */
  no: number;
  cells: readonly string[];
  /** A quotation mark of it has no other: its cells are as they were typed. */
  isOdd: boolean;
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

const read = (text: string, delimiter: string, to: number): CsvRecord[] =>
  parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to,
  }) as unknown as CsvRecord[];

/** A mark that is never closed takes the lines after it into its cell. */
const runsOn = ({ record }: CsvRecord): boolean => record.some((cell) => /[\r\n]/.test(cell));

/** The records of a whole text; undefined where its quotation marks do not pair line by line. */
function wholeOf(text: string, delimiter: string, most: number): CsvRecord[] | undefined {
  try {
    const records = read(text, delimiter, most);
    return records.some(runsOn) ? undefined : records;
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function lineOf(text: string, delimiter: string, no: number): DelimitedLine[] {
  try {
    return read(text, delimiter, 1).map(({ record }) => ({ no, cells: record, isOdd: false }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [{ no, cells: text.split(delimiter), isOdd: true }];
  }
}

/** The lines that say something, at most so many. No cell of what is read here has several lines. */
export function delimitedLines(text: string, delimiter: string, most: number): DelimitedLine[] {
  const whole = wholeOf(text, delimiter, most);
  if (whole) return whole.map(({ record, info }) => ({ no: info.lines, cells: record, isOdd: false }));
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const found: DelimitedLine[] = [];
  for (const [at, line] of lines.entries()) {
    if (found.length === most) break;
    found.push(...lineOf(line, delimiter, at + 1));
  }
  return found;
}
