import * as z from 'zod';
import { isId } from './id.ts';

/** Of what an id of a body is. */
export interface IdTarget {
  to: string;
  /** Why any row of the caller's tenant may be named, whatever its data scope. */
  tenantWide?: string;
  /** Why nothing is checked: what the handler does not find is named by nothing that is written. */
  unchecked?: string;
}

/** The targets of ids in bodies, so that every write of such a body is checked in one place. */
export const ID_TARGETS = z.registry<IdTarget>();

/** An id of a row that a call names besides the one it is about; the server refuses one that the caller does not read. */
export const idOf = (to: string, except: Omit<IdTarget, 'to'> = {}) =>
  z
    .union([z.string(), z.int().positive().transform(String)])
    .refine(isId)
    .register(ID_TARGETS, { to, ...except });
