import { type Paper, type PaperSize, paperOf } from '../../../contract/print/paper.ts';
import { printSource } from '../../../contract/print/sources.ts';
import {
  COLUMN_WIDTHS,
  type PrintColumn,
  type PrintElement,
  type PrintTable,
  type PrintTemplate,
} from '../../../contract/print/template.ts';

/** A template while it is drawn, with what was drawn before: every change is a step that can be taken back. */
export interface Drawing {
  now: PrintTemplate;
  past: readonly PrintTemplate[];
  future: readonly PrintTemplate[];
  /** Place of the chosen element in the list; undefined: the paper itself. */
  chosen: number | undefined;
}

const STEPS_MOST = 100;

export const begin = (now: PrintTemplate): Drawing => ({ now, past: [], future: [], chosen: undefined });

export function changed(drawing: Drawing, now: PrintTemplate, chosen = drawing.chosen): Drawing {
  return { now, past: [...drawing.past, drawing.now].slice(-STEPS_MOST), future: [], chosen };
}

const within = (chosen: number | undefined, { elements }: PrintTemplate): number | undefined =>
  chosen !== undefined && chosen < elements.length ? chosen : undefined;

export function undo({ now, past, future, chosen }: Drawing): Drawing {
  const last = past.at(-1);
  if (!last) return { now, past, future, chosen };
  return { now: last, past: past.slice(0, -1), future: [now, ...future], chosen: within(chosen, last) };
}

export function redo({ now, past, future, chosen }: Drawing): Drawing {
  const [next, ...rest] = future;
  if (!next) return { now, past, future, chosen };
  return { now: next, past: [...past, now], future: rest, chosen: within(chosen, next) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const between = (value: number, least: number, most: number): number =>
  rounded(Math.max(least, Math.min(Math.max(least, most), value)));

/** The element kept on its paper. */
export function kept<E extends PrintElement>(element: E, { paper }: PrintTemplate): E {
  const { width, height = 2_000 } = paperOf(paper);
  const isThin = element.kind === 'line';
  const w = between(element.w, isThin ? 0 : 2, width);
  const h = between(element.h, isThin ? 0 : 2, height);
  return { ...element, w, h, x: between(element.x, 0, width - w), y: between(element.y, 0, height - h) };
}

/** The template with another element in this place. */
export const withElement = (template: PrintTemplate, at: number, element: PrintElement): PrintTemplate => ({
  ...template,
  elements: template.elements.with(at, kept(element, template)),
});

/** Moved or resized by so many millimetres. */
export function moved(
  template: PrintTemplate,
  at: number,
  by: Partial<Record<'x' | 'y' | 'w' | 'h', number>>,
) {
  const element = template.elements[at];
  if (!element) return template;
  const { x = 0, y = 0, w = 0, h = 0 } = by;
  return withElement(template, at, {
    ...element,
    x: element.x + x,
    y: element.y + y,
    w: element.w + w,
    h: element.h + h,
  });
}

export const without = (template: PrintTemplate, at: number): PrintTemplate => ({
  ...template,
  elements: template.elements.toSpliced(at, 1),
});

/** With a copy of the element a little further down, the last of all. */
export function doubled(template: PrintTemplate, at: number): PrintTemplate {
  const element = template.elements[at];
  if (!element || element.kind === 'table') return template;
  const copy = kept({ ...element, x: element.x + 2, y: element.y + 2 }, template);
  return { ...template, elements: [...template.elements, copy] };
}

export const KINDS = ['text', 'field', 'table', 'line', 'box', 'picture', 'qr'] as const;
export type Kind = (typeof KINDS)[number];

/** What a new element begins as; a table only where the print has rows and no table yet. */
export function newElement(kind: Kind, template: PrintTemplate): PrintElement | undefined {
  const { fields, rows } = printSource(template.source);
  const place = { x: 5, y: 5, w: 40, h: 6 };
  const [first = 'orderNo'] = Object.keys(fields).filter((name) => fields[name]!.kind === 'money');
  const [list] = Object.keys(rows);
  switch (kind) {
    case 'text':
      return { kind, ...place, size: 9, text: { en: 'Text', 'zh-cn': '文字', 'zh-tw': '文字' } };
    case 'field':
      return { kind, ...place, size: 9, field: first };
    case 'table': {
      if (!list || template.elements.some((element) => element.kind === 'table')) return undefined;
      const columns = Object.keys(rows[list]!)
        .slice(0, 4)
        .map((field) => ({ field, w: 30 }));
      return { kind, x: 5, y: 40, w: 120, h: 20, size: 8, rows: list, columns };
    }
    case 'line':
      return { kind, ...place, h: 0 };
    case 'box':
      return { kind, ...place, h: 15 };
    case 'picture':
      return { kind, ...place, w: 12, h: 12, picture: 'logo' };
    case 'qr':
      return { kind, ...place, w: 18, h: 18, text: 'orderNo' in fields ? '{orderNo}' : '{merchant}' };
  }
}

const widthOf = (columns: readonly PrintColumn[]): number =>
  rounded(columns.reduce((sum, { w }) => sum + w, 0));

/** The table with other columns, as wide as they are together. */
export const withColumns = (table: PrintTable, columns: PrintColumn[]): PrintTable => ({
  ...table,
  columns,
  w: widthOf(columns),
});

/** Millimetres that the column in this place may have at most: its table ends where the paper does. */
export function roomFor({ x, columns }: PrintTable, at: number, { paper }: PrintTemplate): number {
  const room = paperOf(paper).width - x - widthOf(columns.toSpliced(at, 1));
  return between(room, COLUMN_WIDTHS.least, COLUMN_WIDTHS.most);
}

/** One more column, of the first value that has none yet; none where the paper has no room for it. */
export function newColumn(table: PrintTable, template: PrintTemplate): PrintColumn | undefined {
  const { columns } = table;
  const names = Object.keys(printSource(template.source).rows[table.rows] ?? {});
  const field = names.find((name) => columns.every((column) => column.field !== name)) ?? names[0];
  const room = paperOf(template.paper).width - table.x - widthOf(columns);
  if (field === undefined || room < COLUMN_WIDTHS.least) return undefined;
  return { field, w: Math.min(25, rounded(room)) };
}

/** With the one in this place one further up or down. */
export function shifted(columns: readonly PrintColumn[], at: number, by: -1 | 1): PrintColumn[] {
  const [column, other] = [columns[at], columns[at + by]];
  return column && other ? columns.with(at, other).with(at + by, column) : [...columns];
}

/** Another paper; a size of its own begins as the paper was. */
export function onPaper(paper: Paper, size: PaperSize): Paper {
  if (size !== 'own') return { size, turned: paper.turned };
  const { width, height = 150 } = paperOf(paper);
  return { size, width, height };
}
