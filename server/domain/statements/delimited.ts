import { type Delimiter, DELIMITERS } from '../../../contract/statementFormat.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { startsWithDate } from './date.ts';
import { LONGEST_LINE, MOST_COLUMNS, type TableRow } from './table.ts';

/** A cell of a statement may run over so many lines. */
const LINES_OF_A_CELL = 12;
/** Lines that tell which separator a file uses. */
const SAMPLE = 120;
const LINE_END = /\r\n|\n|\r/g;
const SEPARATOR = /^sep=(.)$/i;

/** Physical lines of a text, whatever ends them. @throws BrokenStatement lineLength */
function linesOf(text: string): string[] {
  const lines = text.split(LINE_END);
  if (lines.at(-1)?.trim() === '') lines.pop();
  const long = lines.findIndex((line) => line.length > LONGEST_LINE);
  if (long >= 0) throw new BrokenStatement('lineLength', long + 1);
  return lines;
}

interface Split {
  cells: string[];
  /** The last cell began with a quotation mark that nothing closes. */
  isOpen: boolean;
}

const QUOTED = /"((?:[^"]|"")*)"[^\S\t\r\n]*/y;
const OPENING = /[^\S\t\r\n]*"/y;

/** The cells of a record. A mark within a cell, or before other letters, is a letter as any other. */
function split(record: string, delimiter: Delimiter): Split {
  const cells: string[] = [];
  let isOpen = false;
  for (let at = 0; ; ) {
    OPENING.lastIndex = at;
    if (OPENING.test(record)) {
      QUOTED.lastIndex = OPENING.lastIndex - 1;
      const quoted = QUOTED.exec(record);
      const end = QUOTED.lastIndex;
      if (quoted && (end === record.length || record[end] === delimiter)) {
        cells.push(quoted[1]!.replaceAll('""', '"'));
        if (end === record.length) break;
        at = end + 1;
        continue;
      }
      isOpen ||= !quoted;
    }
    const end = record.indexOf(delimiter, at);
    cells.push(record.slice(at, end === -1 ? undefined : end));
    if (end === -1) break;
    at = end + 1;
  }
  return { cells, isOpen };
}

/** The record that begins on a line, with the lines that a quoted cell of it runs over, unless these are movements. */
function recordAt(lines: readonly string[], from: number, delimiter: Delimiter): Split & { lines: number } {
  const alone = split(lines[from]!, delimiter);
  if (!alone.isOpen) return { ...alone, lines: 1 };
  let record = lines[from]!;
  for (let at = from + 1; at < lines.length && at - from < LINES_OF_A_CELL; at += 1) {
    if (startsWithDate(lines[at]!)) break;
    record += `\n${lines[at]!}`;
    const whole = split(record, delimiter);
    if (!whole.isOpen) return { ...whole, lines: at - from + 1 };
  }
  return { ...alone, lines: 1 };
}

/** The separator that most of the first lines have most often; of equal ones the first. */
function detectDelimiter(lines: readonly string[]): Delimiter {
  const first = lines.slice(0, SAMPLE);
  const weights = DELIMITERS.map((delimiter) => {
    const widths = new Map<number, number>();
    for (const line of first) {
      const width = split(line, delimiter).cells.length;
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    }
    // Lines of a table are as wide as each other: a comma in a sentence, or within an amount, is not.
    return Math.max(0, ...Array.from(widths, ([width, lines_]) => lines_ * Math.min(width, 8)));
  });
  return DELIMITERS[weights.indexOf(Math.max(...weights))]!;
}

const isDelimiter = (text: string | undefined): text is Delimiter =>
  DELIMITERS.some((delimiter) => delimiter === text);

/**
 * The rows of a delimited text, with the separator that its first line or the format names, else the one it uses.
 * @throws BrokenStatement lineLength, tooManyColumns
 */
export function readDelimited(text: string, named?: Delimiter): { delimiter: Delimiter; rows: TableRow[] } {
  const lines = linesOf(text);
  const stated = SEPARATOR.exec(lines[0]!.trim())?.[1];
  const delimiter = isDelimiter(stated) ? stated : (named ?? detectDelimiter(lines));
  const rows: TableRow[] = [];
  for (let at = isDelimiter(stated) ? 1 : 0; at < lines.length; ) {
    const { cells, isOpen, lines: taken } = recordAt(lines, at, delimiter);
    if (cells.length > MOST_COLUMNS) throw new BrokenStatement('tooManyColumns', at + 1);
    rows.push({
      number: at + 1,
      cells: cells.map((cell) => cell.trim()),
      ...(isOpen && { isQuoteOpen: true }),
    });
    at += taken;
  }
  return { delimiter, rows };
}
