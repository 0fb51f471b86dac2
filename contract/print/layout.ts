import { Amount, amountText } from '../money.ts';
import { paperOf } from './paper.ts';
import { PAGE_FIELDS, type PrintField, type PrintFields, printSource } from './sources.ts';
import {
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

export type LaidItem = Place &
  (
    | { kind: 'text'; text: string; label?: string; letters: Letters; oneLine: boolean }
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

/** Millimetres of a point, and of a line of it with what is free above and below. */
const POINT = 25.4 / 72;
const rowHeight = (size: number): number => Math.round(size * POINT * 16.5) / 10;
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

/** One element as it is on a page, `down` mm further down than it was drawn. */
function itemOf(work: Work, element: number, each: Once, down: number, numbers: PageNumbers): LaidItem {
  const place = { x: each.x, y: each.y + down, w: each.w, h: each.h, element };
  switch (each.kind) {
    case 'text': {
      const text = filled(work, work.words.local(each.text), numbers);
      return { ...place, kind: 'text', text, letters: each, oneLine: false };
    }
    case 'field': {
      const text = valueText(work, each.field, each.format, numbers);
      const label = each.label === undefined ? {} : { label: work.words.local(each.label) };
      return { ...place, kind: 'text', text, ...label, letters: each, oneLine: false };
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

interface Flow {
  table: PrintTable;
  at: number;
  columns: { column: PrintColumn; field: PrintField; x: number }[];
  rows: readonly Readonly<Record<string, unknown>>[];
  row: number;
  /** Where rows begin on the pages after the first, and where they end. */
  start: number;
  end: number;
}

const alignOf = ({ column: { align }, field: { kind } }: Flow['columns'][number]): Letters['align'] =>
  align ?? (kind === 'money' || kind === 'price' || kind === 'count' ? 'right' : 'left');

/** A row of cells with a rule below it. */
function cellsOf(
  flow: Flow,
  y: number,
  texts: readonly string[],
  style: Pick<Letters, 'bold' | 'tone'>,
): LaidItem[] {
  const { table, at, columns, row } = flow;
  const width = columns.reduce((sum, { column }) => sum + column.w, 0);
  const cells = columns.map((column, index): LaidItem => {
    const letters = {
      size: table.size,
      align: alignOf(column),
      ...style,
      mono: column.field.kind === 'mono' && !style.bold,
    };
    const place = { x: column.x, y, w: column.column.w, h: row, element: at };
    return { ...place, kind: 'text', text: texts[index] ?? '', letters, oneLine: true };
  });
  const rule: LaidItem = {
    kind: 'line',
    x: table.x,
    y: y + row,
    w: width,
    h: 0,
    element: at,
    thick: style.bold === true,
  };
  return [...cells, rule];
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
  const write = (texts: readonly string[], style: Pick<Letters, 'bold' | 'tone'>) => {
    pages.at(-1)!.cells.push(...cellsOf(flow, y, texts, style));
    y += row;
  };
  const head = () => write(titles, { bold: true });
  const turn = () => {
    if (sums.any) write(sums.texts(work, words.carried), { tone: 'muted' });
    pages.push(newPage());
    y = start;
    head();
    if (sums.any) write(sums.texts(work, words.brought), { tone: 'muted' });
  };
  head();
  let onPage = 0;
  for (const each of rows) {
    // What is carried over, or the total, has its room below every row.
    if (onPage > 0 && y + 2 * row > end && pages.length < PAGES_MOST) {
      turn();
      onPage = 0;
    }
    sums.add(each);
    write(
      flow.columns.map(({ column, field }) =>
        words.value(field, each[column.field], currencyOf(work, field), column.format),
      ),
      {},
    );
    onPage += 1;
  }
  if (sums.any) write(sums.texts(work, words.total), { bold: true });
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
