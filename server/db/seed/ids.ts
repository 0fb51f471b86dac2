import { ID_EPOCH } from '../id.ts';

/** An id of the usual shape for a known instant: the same row has the same id in every demo of one anchor. */
export function idAt(ms: number, low: number): string {
  return ((BigInt(Math.floor(ms) - ID_EPOCH) << 22n) | BigInt(low)).toString();
}

/** Rows that every installation has: dictionaries, menus, roles. */
export const baseId = (low: number): string => idAt(Date.UTC(2024, 5, 1), low);
