import * as z from 'zod';
import { DICTS } from '../dicts.ts';
import { isId } from '../id.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { isStorable } from '../storable.ts';
import { FOREIGN, TEMPLATE_MOST } from './printed.ts';
import { OWN_LIMITS, PAPERS, type Paper, paperOf } from './paper.ts';
import {
  PAGE_FIELDS,
  PRINT_SOURCES,
  type PrintFields,
  type PrintSourceName,
  printSource,
} from './sources.ts';

/** Our own templates, as JSON: read by the server when one is written and by the client before one is drawn. */

export const ELEMENTS_MOST = 150;
export const COLUMNS_MOST = 12;
export const TEXT_MOST = 500;
const STATES_MOST = 40;
/** Millimetres of a column. */
export const COLUMN_WIDTHS = { least: 4, most: 400 } as const;
/** Points. */
export const LETTERS = { least: 5, most: 48 } as const;

/** Plain, or a text for each language. */
export type LocalText = string | Partial<Record<Locale, string>>;

const line = z.string().max(TEXT_MOST).refine(isStorable);
const local: z.ZodType<LocalText> = z.union([line, z.partialRecord(z.enum(LOCALES), line)]);
const mm = z.number().min(0).max(2_000);
const name = z.string().min(1).max(40);

const place = { x: mm, y: mm, w: mm, h: mm, every: z.boolean().optional() };
const letters = {
  size: z.number().min(LETTERS.least).max(LETTERS.most),
  bold: z.boolean().optional(),
  mono: z.boolean().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  tone: z.enum(['ink', 'muted', 'accent']).optional(),
};
const format = z.enum(['plain', 'code', 'signed', 'date', 'time', 'dateTime']).optional();

const column = z.strictObject({
  field: name,
  title: local.optional(),
  w: z.number().min(COLUMN_WIDTHS.least).max(COLUMN_WIDTHS.most),
  align: letters.align,
  format,
  total: z.boolean().optional(),
});

const element = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...place, ...letters, text: local }),
  z.strictObject({
    kind: z.literal('field'),
    ...place,
    ...letters,
    field: name,
    label: local.optional(),
    format,
  }),
  z.strictObject({
    kind: z.literal('table'),
    x: mm,
    y: mm,
    w: mm,
    h: mm,
    size: letters.size,
    rows: name,
    columns: z.array(column).min(1).max(COLUMNS_MOST),
  }),
  z.strictObject({ kind: z.literal('line'), ...place, thick: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('box'), ...place, fill: z.boolean().optional() }),
  z.strictObject({
    kind: z.literal('picture'),
    ...place,
    picture: z.string().refine((value) => value === 'logo' || isId(value)),
  }),
  z.strictObject({ kind: z.literal('qr'), ...place, text: line }),
]);

/** A print that is of certain states alone: a receipt of what was paid. */
const only = z.strictObject({
  field: name,
  in: z
    .array(z.union([z.string().max(40), z.number()]))
    .min(1)
    .max(STATES_MOST),
  /** What whoever prints another row is answered. */
  otherwise: local,
});

const template = z.strictObject({
  paydesk: z.literal(1),
  source: z.enum(PRINT_SOURCES),
  only: only.optional(),
  paper: z.strictObject({
    size: z.enum(PAPERS),
    turned: z.boolean().optional(),
    width: z.number().min(OWN_LIMITS.least).max(OWN_LIMITS.width).optional(),
    height: z.number().min(OWN_LIMITS.least).max(OWN_LIMITS.height).optional(),
  }),
  elements: z.array(element).max(ELEMENTS_MOST),
});

export type PrintElement = z.output<typeof element>;
export type PrintTable = Extract<PrintElement, { kind: 'table' }>;
export type PrintColumn = z.output<typeof column>;
export type PrintFormatName = NonNullable<PrintColumn['format']>;
export type PrintOnly = z.output<typeof only>;
export interface PrintTemplate {
  paydesk: 1;
  source: PrintSourceName;
  /** Prints only while a value of the row is one of these. */
  only?: PrintOnly | undefined;
  paper: Paper;
  elements: PrintElement[];
}

/** Why a template is not taken; `element` from 1. */
export interface TemplateFault {
  says: 'shape' | 'size' | 'name' | 'tables' | 'outside' | 'only';
  element?: number;
  /** What is wrong, as it is written there. */
  name?: string;
}

export type ReadTemplate =
  | { kind: 'own'; template: PrintTemplate }
  | { kind: typeof FOREIGN }
  | { kind: 'wrong'; fault: TemplateFault };

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The pieces of a text: every second one is the name of a value. */
export const piecesOf = (text: string): string[] => text.split(PLACEHOLDER);

const textsOf = (text: LocalText): string[] => (typeof text === 'string' ? [text] : Object.values(text));

/** The names that an element refers to, of the source itself. */
function namesIn(each: PrintElement): string[] {
  if (each.kind === 'field') return [each.field];
  if (each.kind !== 'text' && each.kind !== 'qr') return [];
  return textsOf(each.text).flatMap((text) => piecesOf(text).filter((_, at) => at % 2 === 1));
}

/** The first name that the source does not have. */
function unknownName(each: PrintElement, source: PrintSourceName): string | undefined {
  const { fields, rows } = printSource(source);
  const has = (known: PrintFields) => (wanted: string) => Object.hasOwn(known, wanted);
  const missing = namesIn(each).find((wanted) => !has({ ...fields, ...PAGE_FIELDS })(wanted));
  if (missing !== undefined || each.kind !== 'table') return missing;
  if (!Object.hasOwn(rows, each.rows)) return each.rows;
  return each.columns.map(({ field }) => field).find((wanted) => !has(rows[each.rows]!)(wanted));
}

function isOutside({ x, y, w, h }: PrintElement, paper: Paper): boolean {
  const { width, height } = paperOf(paper);
  return x + w > width + 0.01 || (height !== undefined && y + h > height + 0.01);
}

/** The states of a print, by the value that holds them; a statement has none. */
export const statesOf = (source: PrintSourceName): { field: string; dict: string } | undefined =>
  Object.entries(printSource(source).fields).flatMap(([field, { dict }]) =>
    dict ? [{ field, dict }] : [],
  )[0];

function isOfStates({ field, in: states }: PrintOnly, source: PrintSourceName): boolean {
  const known = statesOf(source);
  if (known?.field !== field) return false;
  const values = (DICTS as Record<string, readonly { value: unknown }[]>)[known.dict] ?? [];
  return states.every((state) => values.some(({ value }) => value === state));
}

/** Whether a row with these values is printed by it. */
export const printsOf = ({ only }: PrintTemplate, fields: Readonly<Record<string, unknown>>): boolean =>
  !only || only.in.some((state) => state === fields[only.field]);

/** What is wrong with a template of our shape. */
export function faultOf({ source, only, paper, elements }: PrintTemplate): TemplateFault | undefined {
  if (only && !isOfStates(only, source)) return { says: 'only' };
  for (const [at, each] of elements.entries()) {
    const unknown = unknownName(each, source);
    if (unknown !== undefined) return { says: 'name', element: at + 1, name: unknown.slice(0, 60) };
    if (isOutside(each, paper)) return { says: 'outside', element: at + 1 };
  }
  return elements.filter(({ kind }) => kind === 'table').length > 1 ? { says: 'tables' } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A template from its text: ours, another program's, or none at all. */
export function readTemplate(text: string): ReadTemplate {
  if (text.length > TEMPLATE_MOST) return { kind: 'wrong', fault: { says: 'size' } };
  const parsed = parse(text);
  if (parsed === null || typeof parsed !== 'object') return { kind: 'wrong', fault: { says: 'shape' } };
  if (!('paydesk' in parsed)) return { kind: FOREIGN };
  const read = template.safeParse(parsed);
  if (!read.success) {
    const [top, at] = read.error.issues[0]?.path ?? [];
    const element = top === 'elements' && typeof at === 'number' ? { element: at + 1 } : {};
    return { kind: 'wrong', fault: { says: 'shape', ...element } };
  }
  const fault = faultOf(read.data as PrintTemplate);
  return fault ? { kind: 'wrong', fault } : { kind: 'own', template: read.data as PrintTemplate };
}

/** The files that it shows; a logo is none. */
export const picturesIn = ({ elements }: PrintTemplate): string[] => [
  ...new Set(
    elements.flatMap((each) => (each.kind === 'picture' && each.picture !== 'logo' ? [each.picture] : [])),
  ),
];
