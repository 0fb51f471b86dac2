import * as z from 'zod';
import { idSchema } from '../../../contract/validate.ts';

/** Numbers below 1, and what a form of theirs writes where it has no id: a row that is not there yet. */
export const isNewRow = (id: unknown): boolean =>
  id === undefined ||
  id === null ||
  (typeof id !== 'object' && /^(|-?0*|-\d+|undefined|null)$/.test(String(id).trim()));

/** The id that a list is asked for; undefined of a new record, whose list is empty. */
export const soughtId = z.preprocess((id) => (isNewRow(id) ? undefined : id), idSchema.optional());
