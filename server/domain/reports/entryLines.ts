import { CsvError, parse } from 'csv-parse/sync';
import { ungrouped } from '../../../contract/grouping.ts';
import { LOCALES } from '../../../contract/locales.ts';
import { amountText, isAmountText } from '../../../contract/money.ts';
import { FIGURES } from '../../../contract/resources/reports/reportGaps.ts';
import { upstreamEntry } from '../../../contract/resources/reports/upstreamEntry.ts';
import { writeSchema } from '../../../contract/validate.ts';
import { wordsOf } from '../../engine/labels.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';

/** Reports of upstreams as they are pasted from a spreadsheet or come in a file. */

const MOST_LINES = 500;
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

interface Upstream {
  id: string;
  code: string;
  name: string;
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
  { reason, upstreams }: { reason: string; upstreams: readonly Upstream[] },
): Lines {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MOST_LINES + 2,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { lines: [], faults: [{ line: Number(error.lines ?? 1), text: 'entryLine' }] };
  }
  const known = columnsByName(deps);
  const named = records[0]?.record.map((cell) => known.get(squeezed(cell)));
  const header = named?.some(Boolean) ? named : undefined;
  const body = header ? records.slice(1) : records;
  if (body.length === 0) return { lines: [], faults: [{ line: 1, text: 'entryNone' }] };
  if (body.length > MOST_LINES)
    return { lines: [], faults: [{ line: MOST_LINES + 1, text: 'entryMany', values: { most: MOST_LINES } }] };
  return checked(deps, caller, body, { columns: header ?? COLUMNS, reason, ids: idsByName(upstreams) });
}

interface Reading {
  columns: readonly (Column | undefined)[];
  reason: string;
  ids: ReadonlyMap<string, string>;
}

/** By the rules of the form. */
function checked(
  { locales }: AppDeps,
  { locale }: Caller,
  records: readonly { record: string[]; info: { lines: number } }[],
  { columns, reason, ids }: Reading,
): Lines {
  const schema = writeSchema(upstreamEntry, 'add', wordsOf(locales, locale, upstreamEntry));
  const found: Lines = { lines: [], faults: [] };
  const above = new Map<string, number>();
  for (const { record, info } of records) {
    const line = info.lines;
    // A number with commas that is not quoted would move every figure after it.
    if (record.slice(columns.length).some((cell) => cell.trim() !== '')) {
      found.faults.push({ line, text: 'entryCells', values: { most: columns.length, count: record.length } });
      continue;
    }
    const values: Record<string, unknown> = { reason };
    for (const [at, column] of columns.entries())
      if (column) values[column] = valueOf(column, record[at] ?? '');
    const called = values.upstreamId;
    const id = typeof called === 'string' ? ids.get(squeezed(called)) : undefined;
    if (called && !id) {
      found.faults.push({ line, text: 'entryUpstream', values: { name: called } });
      continue;
    }
    const parsed = schema.safeParse({ ...values, upstreamId: id ?? null });
    if (!parsed.success) {
      found.faults.push(...parsed.error.issues.map(({ message }) => ({ line, says: message })));
      continue;
    }
    const same = [id, values.currency, values.reportDate].join(' ');
    const first = above.get(same);
    if (first !== undefined) found.faults.push({ line, text: 'entryTwice', values: { first } });
    above.set(same, line);
    found.lines.push({ no: line, values: parsed.data });
  }
  return found;
}
