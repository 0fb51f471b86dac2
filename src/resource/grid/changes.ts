import type { Row } from '../../../contract/calls.ts';
import type { Fields } from '../../../contract/field.ts';
import { labelKey } from '../../../contract/field.ts';
import { Amount } from '../../../contract/money.ts';

/** `words`: the same in other words, as in another language. */
export type Direction = 'up' | 'down' | 'other' | 'words';

function direction(kind: string, before: unknown, after: unknown): Direction {
  if ((kind !== 'money' && kind !== 'int' && kind !== 'rate') || before == null || after == null)
    return 'other';
  return new Amount(String(after)).gt(String(before)) ? 'up' : 'down';
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Which columns of a row changed, and which way numbers moved. */
export function changesOf(fields: Fields, before: Row, after: Row): Map<string, Direction> {
  const changed = new Map<string, Direction>();
  for (const [name, field] of Object.entries(fields)) {
    const label = field.kind === 'ref' && !same(before[labelKey(name)], after[labelKey(name)]);
    const value = !same(before[name], after[name]);
    if (value && !(field.kind === 'text' && field.localised))
      changed.set(name, direction(field.kind, before[name], after[name]));
    else if (value || label) changed.set(name, 'words');
  }
  return changed;
}

/** An answer that overtook a newer one is dropped. */
export const isOlder = (row: Row, before: Row): boolean =>
  typeof row.version === 'number' && typeof before.version === 'number' && row.version < before.version;
