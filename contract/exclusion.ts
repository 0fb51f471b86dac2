import type { Field } from './field.ts';

/** A filter by what to leave out: rows whose field has one of these values. A row without a value stays. */
export interface Exclusion {
  readonly not: readonly (string | number)[];
}

export const isExclusion = (value: unknown): value is Exclusion =>
  value !== null &&
  typeof value === 'object' &&
  'not' in value &&
  Array.isArray(value.not) &&
  Object.keys(value).length === 1;

/** Fields that are compared as a whole: a range or a part of a text is narrowed otherwise. */
export const takesExclusion = ({ filter }: Pick<Field, 'filter'>): boolean =>
  filter === 'in' || filter === 'equals';
