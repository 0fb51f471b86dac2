import { ungrouped } from '../../../contract/grouping.ts';
import { LOCALES } from '../../../contract/locales.ts';
import { amountText, isAmountText } from '../../../contract/money.ts';
import type { ReportDay } from '../../../contract/reportDay.ts';
import { FIGURES } from '../../../contract/resources/reports/reportGaps.ts';
import { upstreamEntry } from '../../../contract/resources/reports/upstreamEntry.ts';
import { writeSchema } from '../../../contract/validate.ts';
import { wordsOf } from '../../engine/labels.ts';
import { type DelimitedLine, delimitedLines } from '../../platform/delimited.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { wrongDay } from './entry.ts';

/** Reports of upstreams as they are pasted from a spreadsheet or come in a file. */

const MOST_LINES = 500;
/** Of a cell that is wrong. */
const LONGEST_SHOWN = 40;
/** In the order of the form, where no line names them. */
const COLUMNS = ['reportDate', 'upstreamId', 'currency', ...FIGURES] as const;
type Column = (typeof COLUMNS)[number];

export interface EntryLine {
  /** As an editor counts them. */
  no: number;
  values: Readonly<Record<string, unknown>>;
}

export interface LineFault {
  line: number;
  /** What is wrong in words, or a text of errors.json with its values. */
  says?: string;
  text?: string;
  values?: Record<string, unknown>;
}

export interface Lines {
  lines: EntryLine[];
  faults: LineFault[];
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Columns by their names, and by what they are called in any language: an exported list can be pasted back. */
function columnsByName({ locales }: AppDeps): ReadonlyMap<string, Column> {
  const names = new Map<string, Column>();
  for (const column of COLUMNS) {
    names.set(squeezed(column), column);
    for (const locale of LOCALES) {
      const label = textOf(locales, locale, 'reports', `upstreamEntry.fields.${column}`);
      if (label) names.set(squeezed(label), column);
    }
  }
  return names;
}

/** A spreadsheet is pasted with tabs; a file has commas or semicolons. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  return ['\t', ';'].find((each) => first.includes(each)) ?? ',';
}

const isCount = (column: string): boolean => column.endsWith('Count');

/** A cell as the form has it. */
function valueOf(column: Column, cell: string): unknown {
  const text = cell.trim();
  if (text === '') return null;
  if (column === 'reportDate') return text.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, dashed);
  if (column === 'currency') return text.toUpperCase();
  if (column === 'upstreamId') return text;
  const plain = ungrouped(text.replace(/^\+/, ''));
  if (isCount(column)) return /^-?\d{1,12}$/.test(plain) ? Number(plain) : plain;
  return isAmountText(plain) ? amountText(plain) : plain;
}

const dashed = (_: string, year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

export interface Upstream {
  id: string;
  code: string;
  name: string;
  currency: string;
}

/** What upstreams are called in a file: by code or by name. */
function idsByName(upstreams: readonly Upstream[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id, code, name } of upstreams) {
    ids.set(squeezed(name), id);
    ids.set(squeezed(code), id);
    ids.set(id, id);
  }
  return ids;
}

/** The lines of a text, each as the form would send it, and what is wrong with which. */
export function readEntryLines(
  deps: AppDeps,
  caller: Caller,
  text: string,
  { reason, upstreams, calendar }: Pick<Reading, 'reason' | 'calendar'> & { upstreams: readonly Upstream[] },
): Lines {
  const records = delimitedLines(text, delimiterOf(text), MOST_LINES + 2);
  const known = columnsByName(deps);
  const named = records[0]?.cells.map((cell) => known.get(squeezed(cell.replaceAll('"', ''))));
  const header = named?.some(Boolean) ? named : undefined;
  const body = header ? records.slice(1) : records;
  if (body.length === 0) return { lines: [], faults: [{ line: 1, text: 'entryNone' }] };
  if (body.length > MOST_LINES)
    return { lines: [], faults: [{ line: MOST_LINES + 1, text: 'entryMany', values: { most: MOST_LINES } }] };
  const schema = writeSchema(upstreamEntry, 'add', wordsOf(deps.locales, caller.locale, upstreamEntry));
  const reading = { columns: header ?? COLUMNS, reason, ids: idsByName(upstreams), schema, calendar };
  const { lines, faults } = checked(deps, caller, body, reading);
  const [first] = records;
  return { lines, faults: header && first?.isOdd ? [oddLine(first), ...faults] : faults };
}

interface Reading {
  columns: readonly (Column | undefined)[];
  reason: string;
  ids: ReadonlyMap<string, string>;
  /** Of the form. */
  schema: ReturnType<typeof writeSchema>;
  calendar: ReportDay;
}

/** What a cell that is no such thing should have been, where the form's own text does not say it. */
const FORMS: Readonly<Record<string, string>> = {
  date: 'entryDate',
  dict: 'entryCurrency',
  int: 'entryCount',
  money: 'entryAmount',
};

const oddLine = ({ no }: DelimitedLine): LineFault => ({ line: no, text: 'entryQuote' });

/** Is it of the form that its column wants, whatever its value. */
function isForm(kind: string, value: unknown): boolean {
  if (kind === 'money') return isAmountText(String(value));
  return kind === 'int' && typeof value === 'number';
}

/** A line as the form would send it. */
function valuesOf({ cells }: DelimitedLine, { columns, ids, reason }: Reading): Record<string, unknown> {
  const values: Record<string, unknown> = { reason };
  for (const [at, column] of columns.entries()) if (column) values[column] = valueOf(column, cells[at] ?? '');
  const called = values.upstreamId;
  const id = typeof called === 'string' ? ids.get(squeezed(called)) : undefined;
  return { ...values, upstreamId: id ?? null };
}

/** Everything that is wrong with a line, so that it is mended in one go; its values where nothing is. */
function lineOf(
  { locales }: AppDeps,
  { locale }: Caller,
  given: DelimitedLine,
  reading: Reading,
): Record<string, unknown> | LineFault[] {
  const { no: line, cells, isOdd } = given;
  const { columns, schema, calendar } = reading;
  if (isOdd) return [oddLine(given)];
  // A number with commas that is not quoted would move every figure after it.
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return [{ line, text: 'entryCells', values: { most: columns.length, count: cells.length } }];
  const values = valuesOf(given, reading);
  const parsed = schema.safeParse(values);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(String(values.reportDate));
  const day = isDay ? wrongDay(values.reportDate, calendar) : undefined;
  const wrong = day ? [{ line, ...day }] : [];
  if (parsed.success) return day ? wrong : (parsed.data as Record<string, unknown>);
  const cellOf = (field: string): string => cells[columns.indexOf(field as Column)]?.trim() ?? '';
  const known = new Set<string>();
  const faults = parsed.error.issues.flatMap(({ path, message }): LineFault[] => {
    const field = String(path[0]);
    const { kind } = upstreamEntry.fields[field as Column];
    const cell = cellOf(field);
    const text = field === 'upstreamId' ? 'entryUpstream' : FORMS[kind];
    if (cell === '' || !text || isForm(kind, values[field])) return [{ line, says: message }];
    if (known.has(field)) return [];
    known.add(field);
    const label = textOf(locales, locale, 'reports', `upstreamEntry.fields.${field}`) ?? field;
    return [{ line, text, values: { label, cell: cell.slice(0, LONGEST_SHOWN) } }];
  });
  return [...wrong, ...faults];
}

/** By the rules of the form. */
function checked(deps: AppDeps, caller: Caller, records: readonly DelimitedLine[], reading: Reading): Lines {
  const found: Lines = { lines: [], faults: [] };
  const above = new Map<string, number>();
  for (const record of records) {
    const { no } = record;
    const read = lineOf(deps, caller, record, reading);
    if (Array.isArray(read)) {
      found.faults.push(...read);
      continue;
    }
    const same = [read.upstreamId, read.currency, read.reportDate].join(' ');
    const first = above.get(same);
    if (first !== undefined) found.faults.push({ line: no, text: 'entryTwice', values: { first } });
    above.set(same, no);
    found.lines.push({ no, values: read });
  }
  return found;
}
