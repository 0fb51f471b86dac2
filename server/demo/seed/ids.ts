import { idAt } from '../../platform/db/id.ts';

/** Rows that every installation has: dictionaries, menus, roles. */
export const baseId = (low: number): string => idAt(Date.UTC(2024, 5, 1), low);
