import { Amount, amountText } from '../money.ts';
import { linesOf, POINT, sizeFor, textWidth } from './fit.ts';
import { paperOf } from './paper.ts';
import { PAGE_FIELDS, type PrintField, type PrintFields, printSource } from './sources.ts';
import {
  LETTERS,
  type LocalText,
  type PrintColumn,
  type PrintElement,
  type PrintFormatName,
  type PrintTable,
  type PrintTemplate,
  piecesOf,
} from './template.ts';

/** Lays a template with its values out on pages: pure, so that what is previewed is what is printed. */

export interface PrintData {
  fields: Readonly<Record<string, unknown>>;
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** How values and the layout's own texts are written for the reader. */
export interface PrintWords {
  local: (text: LocalText) => string;
  /** What a value is called where a column has no title of its own. */
  name: (field: string) => string;
  value: (field: PrintField, value: unknown, currency: string, format: PrintFormatName | undefined) => string;
  carried: string;
  brought: string;
  total: string;
}

interface Letters {
  size: number;
  bold?: boolean | undefined;
  mono?: boolean | undefined;
  align?: 'left' | 'center' | 'right' | undefined;
  tone?: 'ink' | 'muted' | 'accent' | undefined;
}

interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
  /** The element of the template that it comes from. */
  element: number;
}

/** A cell of a table: its text is broken into lines already. */
export interface Cell {
  /** Millimetres of one line. */
  line: number;
}

export type LaidItem = Place &
  (
    | { kind: 'text'; text: string; label?: string; letters: Letters; cell?: Cell }
    | { kind: 'line'; thick: boolean }
    | { kind: 'box'; fill: boolean }
    | { kind: 'picture'; picture: string }
    | { kind: 'qr'; text: string }
  );

export interface LaidPage {
  width: number;
  height: number;
  items: LaidItem[];
}

/** Millimetres of a row of one line with what is free above and below, and of a line of it. */
const rowHeight = (size: number): number => Math.round(size * POINT * 16.5) / 10;
const lineHeight = (size: number): number => Math.round(size * POINT * 13) / 10;
/** Of a text that is no cell, in parts of its size (paper.css). */
const LINE = 1.25;
/** Millimetres that a cell keeps free on both sides together (paper.css). */
const CELL_SIDES = 1.6;
const GAP = 2;
/** What is printed of a page that is far too small for its rows: a fault of the template, not of the reader's patience. */
const PAGES_MOST = 500;

interface Work {
  template: PrintTemplate;
  data: PrintData;
  words: PrintWords;
  fields: PrintFields;
}

type PageNumbers = Readonly<Record<'page' | 'pages', number>>;

function valueText(
  { data, words, fields }: Work,
  name: string,
  format: PrintFormatName | undefined,
  numbers: PageNumbers,
): string {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) {
    if (!Object.hasOwn(PAGE_FIELDS, name)) return '';
    return String(numbers[name as keyof PageNumbers]);
  }
  const value = data.fields[name];
  const currency = field.currency ? String(data.fields[field.currency] ?? '') : '';
  return words.value(field, value, currency, format);
}

/** A text with the values that it names; a value is text and is not read again. */
const filled = (work: Work, text: string, numbers: PageNumbers): string =>
  piecesOf(text)
    .map((piece, at) => (at % 2 === 0 ? piece : valueText(work, piece, undefined, numbers)))
    .join('');

type Once = Exclude<PrintElement, PrintTable>;

/** Millimetres between a label and its value (paper.css). */
const LABEL_GAP = 2;
const labelWidth = (label: string, letters: Letters): number =>
  textWidth(label, { ...letters, mono: false, bold: false }) + LABEL_GAP;

/** The size at which a value has room in its place: what is too long is smaller rather than cut. */
function sizeIn(text: string, width: number, place: Letters & { h: number }): number {
  let { size } = place;
  const isCut = () =>
    linesOf(text, width, { ...place, size }).length * size * POINT * LINE >
    Math.max(place.h, size * POINT * LINE);
  while (size > LETTERS.least && isCut()) size -= 0.5;
  return size;
}

/** One element as it is on a page, `down` mm further down than it was drawn. */
function itemOf(work: Work, element: number, each: Once, down: number, numbers: PageNumbers): LaidItem {
  const place = { x: each.x, y: each.y + down, w: each.w, h: each.h, element };
  switch (each.kind) {
    case 'text': {
      const text = filled(work, work.words.local(each.text), numbers);
      return { ...place, kind: 'text', text, letters: each };
    }
    case 'field': {
      const text = valueText(work, each.field, each.format, numbers);
      const label = each.label === undefined ? {} : { label: work.words.local(each.label) };
      const room = each.label === undefined ? each.w : each.w - labelWidth(label.label ?? '', each);
      return { ...place, kind: 'text', text, ...label, letters: { ...each, size: sizeIn(text, room, each) } };
    }
    case 'line':
      return { ...place, kind: 'line', thick: each.thick === true };
    case 'box':
      return { ...place, kind: 'box', fill: each.fill === true };
    case 'picture':
      return { ...place, kind: 'picture', picture: each.picture };
    case 'qr':
      return { ...place, kind: 'qr', text: filled(work, each.text, numbers) };
  }
}

/** What is on a page before the pages are counted. */
interface Draft {
  once: { at: number; each: Once; down: number }[];
  cells: LaidItem[];
}

const newPage = (): Draft => ({ once: [], cells: [] });

interface ShownColumn {
  column: PrintColumn;
  field: PrintField;
}

interface Flow {
  table: PrintTable;
  at: number;
  columns: (ShownColumn & { x: number })[];
  rows: readonly Readonly<Record<string, unknown>>[];
  row: number;
  line: number;
  /** Where rows begin on the pages after the first, and where they end. */
  start: number;
  end: number;
}

const alignOf = ({ column: { align }, field: { kind } }: ShownColumn): Letters['align'] =>
  align ?? (kind === 'money' || kind === 'price' || kind === 'count' ? 'right' : 'left');

/** Parts of a figure or a time on two lines are read as two: these become smaller first. */
const breaks = ({ kind }: PrintField): boolean => kind === 'text' || kind === 'mono' || kind === 'dict';

/** What a column shows of a text: in lines, or in smaller letters. */
function cellText({ column, field }: ShownColumn, text: string, size: number, style: RowStyle) {
  const letters = {
    size,
    align: alignOf({ column, field }),
    tone: style.tone,
    bold: style.bold,
    mono: field.kind === 'mono' && !style.bold,
  };
  const width = column.w - CELL_SIDES;
  const fitted =
    style.head || breaks(field)
      ? letters
      : { ...letters, size: sizeFor(text, width, letters, LETTERS.least) };
  return { letters: fitted, lines: linesOf(text, width, fitted) };
}

interface RowStyle {
  bold?: boolean;
  tone?: Letters['tone'];
  head?: boolean;
}

/** A row of cells, as high as the one with the most lines, with a rule below it. */
function rowOf(flow: Flow, texts: readonly string[], style: RowStyle) {
  const { table, at, columns, row, line } = flow;
  const width = columns.reduce((sum, { column }) => sum + column.w, 0);
  const cells = columns.map((column, index) => ({
    column,
    ...cellText(column, texts[index] ?? '', table.size, style),
  }));
  const lines = Math.max(1, ...cells.map((cell) => cell.lines.length));
  const height = row + (lines - 1) * line;
  const put = (y: number): LaidItem[] => [
    ...cells.map((cell): LaidItem => {
      const h = cell.lines.length * line;
      const place = { x: cell.column.x, y: y + (row - line) / 2, w: cell.column.column.w, h, element: at };
      return { ...place, kind: 'text', text: cell.lines.join('\n'), letters: cell.letters, cell: { line } };
    }),
    { kind: 'line', x: table.x, y: y + height, w: width, h: 0, element: at, thick: style.bold === true },
  ];
  return { height, put };
}

class Sums {
  readonly #sums: Amount[];
  readonly #columns: Flow['columns'];

  constructor(columns: Flow['columns']) {
    this.#columns = columns;
    this.#sums = columns.map(() => new Amount(0));
  }

  get any(): boolean {
    return this.#columns.some(({ column, field }) => column.total && field.kind === 'money');
  }

  add(row: Readonly<Record<string, unknown>>): void {
    for (const [at, { column, field }] of this.#columns.entries()) {
      const value = row[column.field];
      if (column.total && field.kind === 'money' && value !== null && value !== undefined && value !== '')
        this.#sums[at] = this.#sums[at]!.plus(String(value));
    }
  }

  /** `mark` is in the first column that has no sum. */
  texts(work: Work, mark: string): string[] {
    const first = this.#columns.findIndex(({ column }) => !column.total);
    return this.#columns.map(({ column, field }, at) => {
      if (!column.total || field.kind !== 'money') return at === first ? mark : '';
      return work.words.value(field, amountText(this.#sums[at]!), currencyOf(work, field), column.format);
    });
  }
}

const currencyOf = ({ data }: Work, { currency }: PrintField): string =>
  currency ? String(data.fields[currency] ?? '') : '';

function flowOf(work: Work, every: readonly Once[], table: PrintTable, at: number): Flow {
  const { height, margin } = paperOf(work.template.paper);
  const known = printSource(work.template.source).rows[table.rows] ?? {};
  let x = table.x;
  const columns = table.columns.flatMap((column) => {
    const field = known[column.field];
    if (!field) return [];
    const placed = { column, field, x };
    x += column.w;
    return [placed];
  });
  const above = every.filter((each) => each.y + each.h <= table.y);
  const below = every.filter((each) => each.y >= table.y + table.h);
  const start = Math.max(margin, ...above.map((each) => each.y + each.h + GAP));
  const end =
    height === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(height - margin, ...below.map((each) => each.y - GAP));
  return {
    table,
    at,
    columns,
    rows: work.data.rows[table.rows] ?? [],
    row: rowHeight(table.size),
    line: lineHeight(table.size),
    start,
    end,
  };
}

/** Rows from the table's place on over as many pages as they need. @returns where they end on the last one */
function runRows(work: Work, flow: Flow, pages: Draft[]): number {
  const { words } = work;
  const { rows, row, end, start } = flow;
  const sums = new Sums(flow.columns);
  const titles = flow.columns.map(({ column }) =>
    column.title === undefined ? words.name(column.field) : words.local(column.title),
  );
  let y = flow.table.y;
  const write = ({ put, height }: ReturnType<typeof rowOf>) => {
    pages.at(-1)!.cells.push(...put(y));
    y += height;
  };
  const head = () => write(rowOf(flow, titles, { bold: true, head: true }));
  const sum = (mark: string, style: RowStyle) => write(rowOf(flow, sums.texts(work, mark), style));
  const turn = () => {
    if (sums.any) sum(words.carried, { tone: 'muted' });
    pages.push(newPage());
    y = start;
    head();
    if (sums.any) sum(words.brought, { tone: 'muted' });
  };
  head();
  let onPage = 0;
  for (const each of rows) {
    const texts = flow.columns.map(({ column, field }) =>
      words.value(field, each[column.field], currencyOf(work, field), column.format),
    );
    const next = rowOf(flow, texts, {});
    // What is carried over, or the total, has its room below every row.
    if (onPage > 0 && y + next.height + row > end && pages.length < PAGES_MOST) {
      turn();
      onPage = 0;
    }
    sums.add(each);
    write(next);
    onPage += 1;
  }
  if (sums.any) sum(words.total, { bold: true });
  return y;
}

/** Where everything is but for page numbers, which are known once there are pages. */
function draftPages(work: Work): Draft[] {
  const listed = work.template.elements.map((each, at) => ({ each, at }));
  const isRoll = paperOf(work.template.paper).height === undefined;
  const every: { each: Once; at: number }[] = [];
  const once: { each: Once; at: number }[] = [];
  let table: { each: PrintTable; at: number } | undefined;
  for (const { each, at } of listed) {
    if (each.kind === 'table') table ??= { each, at };
    // A roll is one page.
    else if (each.every && !isRoll) every.push({ each, at });
    else once.push({ each, at });
  }
  const pages = [newPage()];
  const put = (page: Draft, list: typeof once, down = 0) =>
    page.once.push(...list.map(({ each, at }) => ({ each, at, down })));
  if (!table) {
    put(pages[0]!, [...once, ...every]);
    return pages;
  }
  const foot = table.each.y + table.each.h;
  const after = once.filter(({ each }) => each.y >= foot);
  put(
    pages[0]!,
    once.filter(({ each }) => each.y < foot),
  );
  const flow = flowOf(
    work,
    every.map(({ each }) => each),
    table.each,
    table.at,
  );
  const ended = runRows(work, flow, pages);
  // What comes after the table keeps its distance from it, and stays together.
  let down = ended - foot;
  const lowest = Math.max(0, ...after.map(({ each }) => each.y + each.h)) + down;
  if (after.length > 0 && lowest > flow.end) {
    pages.push(newPage());
    down = flow.start - Math.min(...after.map(({ each }) => each.y));
  }
  put(pages.at(-1)!, after, down);
  for (const page of pages) put(page, every);
  return pages;
}

/** The pages of a print. */
export function layOut(template: PrintTemplate, data: PrintData, words: PrintWords): LaidPage[] {
  const work: Work = { template, data, words, fields: printSource(template.source).fields };
  const { width, height, margin } = paperOf(template.paper);
  const drafts = draftPages(work);
  return drafts.map(({ once, cells }, index) => {
    const numbers = { page: index + 1, pages: drafts.length };
    const items = [...once.map(({ each, at, down }) => itemOf(work, at, each, down, numbers)), ...cells];
    const lowest = Math.max(20, ...items.map((item) => item.y + item.h)) + margin;
    return { width, height: height ?? Math.ceil(lowest), items };
  });
}
