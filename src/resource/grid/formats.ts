import { dictItems } from '../../../contract/dicts.ts';
import { type Field, type Fields, labelKey } from '../../../contract/field.ts';
import { Amount, isAmountText } from '../../../contract/money.ts';
import type { Row } from '../../../contract/calls.ts';
import { createListeners } from './listeners.ts';

/** Looks that a person gives to rows by rules of their own. */

export const TONES = ['success', 'warning', 'danger', 'info'] as const;
export type FormatTone = (typeof TONES)[number];

export const COMPARISONS = ['eq', 'ne', 'gt', 'lt', 'contains', 'empty'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Cells of the field, or whole rows, that compare so with the value get the tone. */
export interface FormatRule {
  field: string;
  comparison: Comparison;
  /** As typed: a decimal for figures, an item's value for dictionaries, `true` or `false` for flags. */
  value: string;
  tone: FormatTone;
  isRow: boolean;
}

/** What the rules make of a row: the tone of the row and those of its cells. */
export interface RowFormat {
  row: FormatTone | undefined;
  cells: ReadonlyMap<string, FormatTone>;
}

/** More of them would be a second product. */
export const MOST_RULES = 20;
const NUMERIC: ReadonlySet<Field['kind']> = new Set(['money', 'rate', 'int']);
const CHOSEN: ReadonlySet<Field['kind']> = new Set(['dict', 'flag']);

export const isNumeric = ({ kind }: Field): boolean => NUMERIC.has(kind);

/** How a field can be compared; figures with a figure, what is chosen from a list with an item, the rest as texts. */
export function comparisonsOf(field: Field): readonly Comparison[] {
  if (isNumeric(field)) return ['gt', 'lt', 'eq', 'ne', 'empty'];
  return CHOSEN.has(field.kind) ? ['eq', 'ne', 'empty'] : ['contains', 'eq', 'ne', 'empty'];
}

/** Fields that a rule may be about. */
export const isFormattable = ({ kind, formOnly }: Field): boolean =>
  !formOnly && !['json', 'image', 'secret', 'instant', 'date'].includes(kind);

const textOf = (name: string, field: Field, row: Row): string => {
  const value = field.kind === 'ref' ? (row[labelKey(name)] ?? row[name]) : row[name];
  return value === null || value === undefined ? '' : String(value);
};

/** Can the value be compared: a rule without one, or with a half typed one, does nothing yet. */
export function isComplete(fields: Fields, { field, comparison, value }: FormatRule): boolean {
  const definition = fields[field];
  if (!definition || !comparisonsOf(definition).includes(comparison)) return false;
  if (comparison === 'empty') return true;
  return isNumeric(definition) ? isAmountText(value) : value !== '';
}

function compare(field: Field, own: string, comparison: Comparison, value: string): boolean {
  if (comparison === 'empty') return own === '';
  if (own === '') return comparison === 'ne';
  if (isNumeric(field)) {
    const order = new Amount(own).comparedTo(value);
    return { gt: order > 0, lt: order < 0, eq: order === 0, ne: order !== 0, contains: false }[comparison];
  }
  const [a, b] = [own.toLowerCase(), value.toLowerCase()];
  return { contains: a.includes(b), eq: a === b, ne: a !== b, gt: false, lt: false }[comparison];
}

/** The rule holds for the row. */
export function holds(fields: Fields, rule: FormatRule, row: Row): boolean {
  const field = fields[rule.field];
  return field !== undefined && compare(field, textOf(rule.field, field, row), rule.comparison, rule.value);
}

const PLAIN: RowFormat = { row: undefined, cells: new Map() };

/** What formats rows by these rules, the first that holds first; undefined where there are none to follow. */
export function formatter(
  fields: Fields,
  rules: readonly FormatRule[],
): ((row: Row) => RowFormat) | undefined {
  const complete = rules.filter((rule) => isComplete(fields, rule));
  if (complete.length === 0) return undefined;
  return (row) => {
    if (row.gap === true) return PLAIN;
    const held = complete.filter((rule) => holds(fields, rule, row));
    if (held.length === 0) return PLAIN;
    const cells = new Map<string, FormatTone>();
    for (const { field, tone, isRow } of held) if (!isRow && !cells.has(field)) cells.set(field, tone);
    return { row: held.find(({ isRow }) => isRow)?.tone, cells };
  };
}

const oneOf = <T extends string>(list: readonly T[], value: unknown, other: T): T =>
  list.find((each) => each === value) ?? other;

/** Rules of any age become valid ones; what is about no field of the resource is dropped. */
export function parseRules(fields: Fields, raw: unknown): FormatRule[] {
  const given = Array.isArray(raw) ? (raw as readonly unknown[]) : [];
  return given.slice(0, MOST_RULES).flatMap((each): FormatRule[] => {
    const { field, comparison, value, tone, isRow } = (each ?? {}) as Partial<FormatRule>;
    const definition = typeof field === 'string' ? fields[field] : undefined;
    if (!definition || !isFormattable(definition)) return [];
    const possible = comparisonsOf(definition);
    return [
      {
        field: field!,
        comparison: oneOf(possible, comparison, possible[0]!),
        value: typeof value === 'string' ? value.slice(0, 100) : '',
        tone: oneOf(TONES, tone, 'warning'),
        isRow: isRow === true,
      },
    ];
  });
}

/** The rule that a person begins with for a field. */
export function firstRule(fields: Fields, field: string): FormatRule {
  const definition = fields[field]!;
  const value =
    definition.kind === 'dict'
      ? String(dictItems(definition.dict)[0]?.value ?? '')
      : definition.kind === 'flag'
        ? 'true'
        : '';
  return { field, comparison: comparisonsOf(definition)[0]!, value, tone: 'warning', isRow: false };
}

/** The rules of a grid, which change while it lives. */
export interface Formats {
  rules(): readonly FormatRule[];
  set(rules: readonly FormatRule[]): void;
  /** What they make of a row; undefined where there are none to follow. */
  of(row: Row): RowFormat | undefined;
  /** What is marked whatever the rules are. */
  mark(marks: (row: Row) => RowFormat | undefined): void;
  subscribe(listener: () => void): () => void;
}

export function createFormats(fields: Fields, start: readonly FormatRule[]): Formats {
  let rules = start;
  let format = formatter(fields, rules);
  let marks: (row: Row) => RowFormat | undefined = () => undefined;
  const listeners = createListeners();
  return {
    rules: () => rules,
    set(next) {
      rules = next;
      format = formatter(fields, rules);
      listeners.notify();
    },
    of: (row) => marks(row) ?? format?.(row),
    mark(next) {
      marks = next;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}
