import type { ColumnRole, StatementFormat } from '../../../contract/statementFormat.ts';
import { referenceForm } from '../../../contract/identity/referenceForm.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { readDeclared } from './declared.ts';
import { type ColumnPlaces, doubtfulColumns, findHeader, type Header, placesOf } from './header.ts';
import { balanceOf, type Cell, type Manner, readLine, type ReadRow } from './line.ts';
import { type Declared, type Proof, prove } from './proof.ts';
import { isNumbered, type OwnAccounts, referenceIn } from './reference.ts';
import { serialDate } from './sheets.ts';
import { isNote, skipByForm } from './skip.ts';
import type { Table, TableRow } from './table.ts';
import { isClosingWord, isOpeningWord } from './words.ts';

/** A statement as it was read, with what its own figures say of the reading. */
export interface Reading {
  header: Header;
  /** Where each column of the format was found. */
  places: ColumnPlaces;
  /** Every row below the header, in the order of the file. */
  rows: readonly ReadRow[];
  declared: Declared;
  proof: Proof;
}

export interface Reader {
  format: StatementFormat;
  currency: string;
  /** Our own accounts: they stand in every line and name no payment. */
  own: OwnAccounts;
}

const SHOWN = 300;
/** Combinations of columns of one name that are tried; what has more is told. */
const MOST_TRIED = 16;

/** Cells by what their columns are. */
type Cells = (row: TableRow) => Cell;

const cellsOf =
  ({ kind }: Table, places: ColumnPlaces): Cells =>
  ({ cells }) =>
  (role) => {
    const text = cells[places[role] ?? -1] ?? '';
    return kind === 'workbook' && role === 'date' ? serialDate(text) : text;
  };

const textOf = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, SHOWN);

/** A row by where its columns stand. Rows cut short are filled up; what stands behind the header's last name is a fault. */
function readRow(row: TableRow, cell: Cell, header: Header, reader: Reader): ReadRow {
  const { number, cells } = row;
  const skipped = skipByForm(cells, cell, header.forms);
  if (skipped) return { number, skipped };
  if (row.isQuoteOpen) return { number, faults: ['quote'], text: textOf(cells) };
  const hasDay = /\d/.test(cell('date'));
  if (!hasDay && isNote(cell)) return { number, skipped: { reason: 'note', text: textOf(cells) } };
  if (cells.slice(header.width).some((text) => text !== ''))
    return { number, faults: ['cells'], text: textOf(cells) };
  const read = readLine(cell, reader, reader.own);
  return 'faults' in read ? { number, ...read, text: textOf(cells) } : { number, ...read };
}

/** What a carried balance among the rows says: of the column of balances, for the row names no other. */
function carried(
  rows: readonly TableRow[],
  read: readonly ReadRow[],
  cells: Cells,
  manner: Manner,
): Declared {
  const found: Declared = {};
  for (const [at, row] of read.entries()) {
    if (!('skipped' in row) || (row.skipped.reason !== 'opening' && row.skipped.reason !== 'closing'))
      continue;
    const balance = balanceOf(cells(rows[at]!), manner);
    if (typeof balance === 'string') found[row.skipped.reason] ??= balance;
  }
  return found;
}

const isSummary = ({ cells }: TableRow): boolean =>
  cells.some((cell) => isOpeningWord(cell) || isClosingWord(cell));

/** Behind the last movement a statement sums up: rows that look like lines of other columns are none. */
function endOf(rows: readonly TableRow[], read: readonly ReadRow[]): number {
  const last = read.findLastIndex((row) => 'line' in row);
  const summary = rows.findIndex((row, at) => at > last && isSummary(row));
  return summary === -1 ? rows.length : summary;
}

/**
 * The reference of a line is the bank's number in its column or, where several lines of one direction have that text, in
 * its narration: the column of some banks names the account that all payments come from.
 */
function tellReferencesApart(read: readonly ReadRow[], own: OwnAccounts): ReadRow[] {
  const keyOf = (utr: string, direction: number) => `${direction} ${referenceForm(utr)}`;
  const isPayments = (utr: string) => referenceIn(utr, own) !== undefined;
  const counts = new Map<string, number>();
  for (const row of read)
    if ('line' in row && row.line.utr !== null) {
      const key = keyOf(row.line.utr, row.line.direction);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  // One text of the column that several lines have says that none of its texts is a payment's.
  const isOfAccounts = read.some(
    (row) =>
      'line' in row &&
      row.line.utr !== null &&
      !isPayments(row.line.utr) &&
      counts.get(keyOf(row.line.utr, row.line.direction))! > 1,
  );
  return read.map((row) => {
    if (!('line' in row) || row.line.utr === null) return row;
    const { utr, direction, description } = row.line;
    const isShared = counts.get(keyOf(utr, direction))! > 1;
    if (!isShared && (isPayments(utr) || !isOfAccounts)) return row;
    const named = referenceIn(description ?? '', own);
    // Where the narration names none, a text that stands twice may well be one payment that is listed twice.
    if (named === utr || named === undefined) return row;
    const kept = isNumbered(utr) ? `${utr} ${description ?? ''}`.trim() : description;
    return { ...row, line: { ...row.line, utr: named, description: kept } };
  });
}

function readBy(table: Table, header: Header, places: ColumnPlaces, reader: Reader): Reading {
  const cells = cellsOf(table, places);
  const body = table.rows.slice(header.at + 1).filter((row) => row.cells.some((cell) => cell !== ''));
  const first = body.map((row) => readRow(row, cells(row), header, reader));
  const end = endOf(body, first);
  const read = first.map((row, at): ReadRow => {
    if (at < end || 'skipped' in row || 'line' in row) return row;
    return { number: row.number, skipped: { reason: 'note', text: row.text } };
  });
  const outside = [...table.rows.slice(0, header.at), ...body.filter((_, at) => !('line' in read[at]!))];
  const declared = { ...readDeclared(outside, reader), ...carried(body, read, cells, reader) };
  const rows = tellReferencesApart(read, reader.own);
  return { header, places, rows, declared, proof: prove(rows, declared) };
}

/** Every choice of one column for each of the doubtful ones, no column twice. */
function choices(doubts: readonly [ColumnRole, number[]][], places: ColumnPlaces): ColumnPlaces[] {
  return doubts.reduce<ColumnPlaces[]>(
    (all, [role, copies]) => all.flatMap((chosen) => copies.map((at) => ({ ...chosen, [role]: at }))),
    [places],
  );
}

/**
 * Reads a table by a format. Of several columns of one name the one is taken whose reading the file's own balances prove,
 * where only one does.
 * @throws BrokenStatement columns, columnTwice, noLines
 */
export function readStatement(table: Table, reader: Reader): Reading {
  const header = findHeader(table.rows, reader.format);
  const places = placesOf(reader.format, header);
  const doubts = doubtfulColumns(reader.format, header);
  const tried = choices(doubts, places);
  const readings =
    tried.length > MOST_TRIED ? [] : tried.map((chosen) => readBy(table, header, chosen, reader));
  const [only, ...others] =
    doubts.length > 0 ? readings.filter(({ proof }) => proof.state === 'proven') : readings;
  // Where each of them reads the same, it does not matter which it is.
  const isSame = ({ rows }: Reading) => JSON.stringify(rows) === JSON.stringify(only!.rows);
  if (!only || !others.every(isSame))
    throw new BrokenStatement('columnTwice', header.number, {
      found: doubts.flatMap(([, copies]) => copies.map((at) => header.names[at]!)),
    });
  if (only.rows.every((row) => 'skipped' in row)) throw new BrokenStatement('noLines', header.number);
  return only;
}
