import type { SyncList } from '../../../contract/directorySync.ts';

/** What is to be done, by comparison alone: a preview shows it, and a run carries it out. */

/** One row to write, or one that is left as it is. */
export interface Step {
  list: SyncList;
  /** The account, or the code of the department. */
  key: string;
  name: string;
  /** A text of errors.json `texts`, of what is left out or disabled. */
  reason?: string;
  /** Of a row that is here already. */
  id?: string;
  before?: Readonly<Record<string, unknown>>;
  values?: Record<string, unknown>;
  /** Of a department: the one that it is in, where that is one of the directory's. */
  parent?: string;
}

export interface Plan {
  steps: Step[];
  /** Rows that are as the directory has them. */
  same: number;
}

/** What of the wanted values is not there yet; nothing that the directory says nothing of is emptied. */
export function differing(
  before: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && String(before[field] ?? '') !== String(value),
    ),
  );
}
