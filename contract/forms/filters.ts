import { dict, type Field, type FilterMode } from '../field.ts';
import { fieldOf } from './fields.ts';
import type { DrawnField, DrawnKind } from './form.ts';

/** How rows are found by what a drawn form asked: the same for the bar above a list and for the server. */

const MODES: Readonly<Record<DrawnKind, FilterMode>> = {
  text: 'contains',
  lines: 'contains',
  int: 'range',
  decimal: 'range',
  money: 'range',
  date: 'range',
  choice: 'in',
  several: 'in',
  dict: 'in',
  switch: 'equals',
};

/** A drawn field as one that a list is filtered by. */
export const filterField = (drawn: DrawnField): Field =>
  ({ ...fieldOf(drawn), required: false, filter: MODES[drawn.kind] }) as Field;

/** The same where people choose among items: those of a choice are a dictionary of this name. */
export const filterChoice = (drawn: DrawnField, items: string): Field =>
  drawn.kind === 'choice' || drawn.kind === 'several' ? dict(items, { filter: 'in' }) : filterField(drawn);
