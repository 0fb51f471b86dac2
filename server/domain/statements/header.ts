import { columnsOf, type ColumnRole, type StatementFormat } from '../../../contract/statementFormat.ts';
import { BrokenStatement } from './brokenStatement.ts';
import type { TableRow } from './table.ts';
import { wordForm } from './words.ts';

/** A header is among so many first rows, or there is none. */
export const HEADER_WITHIN = 60;

export interface Header {
  /** Where in the table's rows it is. */
  at: number;
  number: number;
  /** Names of the columns, each once: a second one of a name has (2) behind it. A nameless one is empty. */
  names: readonly string[];
  /** The names as the file has them, in the form of words. */
  forms: readonly string[];
  /** Columns up to the last one that has a name. */
  width: number;
}

/** Names with a number behind those that stand more than once, as a spreadsheet tells copies apart. */
export function numberedNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const name = cell.replace(/\s+/gu, ' ').trim();
    if (name === '') return '';
    const count = (seen.get(wordForm(name)) ?? 0) + 1;
    seen.set(wordForm(name), count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

const headerAt = (rows: readonly TableRow[], at: number): Header => {
  const { cells, number } = rows[at]!;
  const names = numberedNames(cells);
  return {
    at,
    number,
    names,
    forms: cells.map(wordForm),
    width: names.findLastIndex((name) => name !== '') + 1,
  };
};

const columnAt = (names: readonly string[], wanted: string): number =>
  names.findIndex((name) => wordForm(name) === wordForm(wanted));

/** Changes of one letter that make one word the other. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const row = [at + 1];
    for (const [to, other_] of Array.from(other).entries())
      row.push(Math.min(row[to]! + 1, before[to + 1]! + 1, before[to]! + Number(letter !== other_)));
    before = row;
  }
  return before.at(-1)!;
}

/** The name that is most like another; undefined where none is half of it. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const form = wordForm(wanted);
  const ranked = names
    .filter((name) => name !== '')
    .map((name) => {
      const other = wordForm(name);
      const isPart = other.includes(form) || form.includes(other);
      return { name, far: isPart ? 0.1 : distance(form, other) / Math.max(form.length, other.length) };
    })
    .toSorted((one, other) => one.far - other.far);
  return ranked[0] && ranked[0].far <= 0.5 ? ranked[0].name : undefined;
}

/**
 * The row that has the columns of a format.
 * @throws BrokenStatement columns, with what the likeliest row has instead
 */
export function findHeader(rows: readonly TableRow[], format: StatementFormat): Header {
  const wanted = columnsOf(format).map(([, name]) => name);
  const first = rows.slice(0, HEADER_WITHIN).map((_, at) => headerAt(rows, at));
  const counted = first.map((header) => ({
    header,
    count: wanted.filter((name) => columnAt(header.names, name) >= 0).length,
  }));
  const whole = counted.find(({ count }) => count === wanted.length);
  if (whole) return whole.header;
  const filled = ({ names }: Header) => new Set(names.filter((name) => name !== '')).size;
  const likeliest = counted.toSorted(
    (one, other) => other.count - one.count || filled(other.header) - filled(one.header),
  )[0]?.header;
  if (!likeliest) throw new BrokenStatement('empty');
  const missing = wanted.filter((name) => columnAt(likeliest.names, name) < 0);
  const found = likeliest.names.filter((name) => name !== '');
  const free = found.filter((name) => !wanted.some((other) => wordForm(other) === wordForm(name)));
  const nearest = Object.fromEntries(
    missing.flatMap((name) => {
      const near = nearestName(name, free);
      return near === undefined ? [] : [[name, near]];
    }),
  );
  throw new BrokenStatement('columns', likeliest.number, { missing, found, nearest });
}

export type ColumnPlaces = Partial<Record<ColumnRole, number>>;

/** Where the columns of a format stand. */
export const placesOf = (format: StatementFormat, header: Header): ColumnPlaces =>
  Object.fromEntries(columnsOf(format).map(([role, name]) => [role, columnAt(header.names, name)]));

/**
 * The columns that a format names without saying which of several of that name: none where it names the others, too, so
 * that each is told apart.
 */
export function doubtfulColumns(format: StatementFormat, { names }: Header): [ColumnRole, number[]][] {
  const used = new Set(columnsOf(format).map(([, name]) => wordForm(name)));
  return columnsOf(format).flatMap(([role, name]) => {
    const form = wordForm(name);
    const copies = names.flatMap((other, at) => {
      const bare = wordForm(other.replace(/ \(\d+\)$/, ''));
      return bare === form || wordForm(other) === form ? [at] : [];
    });
    const isDistinct = copies.every((at) => used.has(wordForm(names[at]!)));
    return copies.length > 1 && !isDistinct ? [[role, copies] as [ColumnRole, number[]]] : [];
  });
}
