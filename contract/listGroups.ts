import { type Field, isElsewhere } from './field.ts';

/** A list in groups: what both sides know of it. */

/** Money of one currency; currencies are never added up. */
export interface GroupSums {
  /** Null where the rows have none. */
  currency: string | null;
  count: number;
  /** Exact decimals by field. */
  sums: Record<string, string>;
}

/** The rows that have the same values of the fields grouped by. */
export interface Group {
  /** As the filters of the fields take them. */
  values: (string | number | boolean | null)[];
  /** Names of what the values refer to; null where the value is read as it is. */
  labels: (string | null)[];
  count: number;
  byCurrency: GroupSums[];
}

/** Answer of `<resource>/groups`, the largest groups first. */
export interface Groups {
  groups: Group[];
  countedBy: 'rows' | 'rollup';
}

/** Fields of few values by which a filter can ask for each; what is only filtered by is no value of a row. */
export const isGroupable = (field: Field): boolean =>
  field.filter !== undefined && !isElsewhere(field) && ['dict', 'ref', 'flag'].includes(field.kind);
