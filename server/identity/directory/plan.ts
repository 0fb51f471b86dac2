import { createHash } from 'node:crypto';
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
  /** What the directory says and is left out of the row, in the same way: the rest of it is written. */
  without?: string;
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

/** The same for plans that write the same. */
export const digestOf = ({ steps }: Plan): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        steps
          .filter(({ list }) => list !== 'left')
          .map(({ list, key, id, values, parent }) => [list, key, id, values, parent]),
      ),
    )
    .digest('hex');

/** A directory that misses so many of those whom it brought is asked too narrowly, as like as not. */
const DISABLED_SHARE = 0.1;
/** Fewer than these are no share. */
const DISABLED_FEW = 5;

/** How many rows would be disabled, where that is a share for which the count has to be typed. */
export function typedCount({ steps, same }: Plan): number | null {
  const count = (list: SyncList) => steps.filter((step) => step.list === list).length;
  const disabled = count('disabled');
  const all = same + count('changed') + disabled;
  return disabled > DISABLED_FEW && disabled > all * DISABLED_SHARE ? disabled : null;
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
