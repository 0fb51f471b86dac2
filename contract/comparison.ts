import type { Row, SortOrder } from './calls.ts';
import type { Field } from './field.ts';

/** Lists compared row by row: what both sides know of it. */

export const SIDES_LEAST = 2;
export const SIDES_MOST = 5;
export const KEYS_MOST = 3;
export const COMPARED_MOST = 12;

/** One of the lists. */
export interface ComparedSide {
  resource: string;
  /** As `<resource>/rows` takes them. */
  filters: Record<string, unknown>;
  /** What its rows are aligned by: for each part of the key the fields of which the first with a value counts. */
  key: string[][];
}

/** Body of `comparison/open`. */
export interface ComparisonRequest {
  sides: ComparedSide[];
  /** For each comparison its field on each side; null where a side has none. */
  compared: (string | null)[][];
  /** The order by a field of one side; other sides take part by the field of that name and type, else by their own order. */
  sort?: { side: number; field: string; order: SortOrder };
  /** Only what belongs to the rows of this side: the others are read by its keys, however long their lists are. */
  of?: number;
}

/** Sums of a compared amount over all aligned rows, exact decimals by side; null where the side has no such field. */
export interface ComparedSums {
  /** Index in `compared`. */
  compared: number;
  currency: string | null;
  sums: (string | null)[];
}

/** Answer of `comparison/open`: counted over the whole of every side. */
export interface Comparison {
  token: string;
  /** Rows of each side. */
  rows: number[];
  /** Aligned rows: each holds at most one row of every side. */
  total: number;
  /** Every side has the row and no comparison differs. */
  equal: number;
  /** Some side lacks the row. */
  partial: number;
  /** They differ in any comparison. */
  differing: number;
  /** A side lacks the row, by side. */
  missing: number[];
  /** They differ, by comparison. */
  differs: number[];
  sums: ComparedSums[];
}

/** Which aligned rows are shown; `apart` are those that differ or that a side lacks. */
export const SHOWN = ['all', 'apart', 'differing', 'partial', 'equal'] as const;
export type Shown = (typeof SHOWN)[number];

/** Body of `comparison/rows`. */
export interface AlignedRequest {
  token: string;
  show: Shown;
  /** Only rows that this side lacks. */
  lacking?: number;
  start: number;
  end: number;
}

/** Answer of `comparison/rows`. */
export interface AlignedRows {
  start: number;
  total: number;
  /** For each aligned row the id on each side, null where it has none. */
  ids: (string | null)[][];
  /** For each aligned row which comparisons differ, as bits by their index. */
  differs: number[];
  /** The rows of each side, without those that have gone since. */
  rows: Row[][];
}

/** Body of `comparison/place`: the next aligned row that stands apart, forward or backward. */
export interface PlaceRequest extends Omit<AlignedRequest, 'start' | 'end'> {
  from: number;
  back?: boolean;
}

/** Answer of `comparison/place`; null where there is none that way. */
export interface Place {
  at: number | null;
}

const KEYS: ReadonlySet<Field['kind']> = new Set(['text', 'ref', 'dict', 'date', 'int', 'money', 'flag']);
const COMPARED: ReadonlySet<Field['kind']> = new Set([...KEYS, 'rate', 'instant']);

/** Rows can be aligned by it. */
export const isKey = ({ kind, formOnly }: Field): boolean => formOnly !== true && KEYS.has(kind);

/** Its values can be compared. */
export const isComparable = ({ kind, formOnly }: Field): boolean => formOnly !== true && COMPARED.has(kind);
