import { dictName, dictValue } from './dicts.ts';
import type { Fields } from './field.ts';
import type { Guard } from './resource.ts';

export interface GuardReason {
  field: string;
  /** Dictionary names, true / false, or null for an absent value: what the guard accepts. */
  expected: readonly (string | boolean | null)[];
  /** What the row holds, a dictionary value by its name. */
  actual: unknown;
}

/** The value as stored and as the wire carries it: a dictionary name becomes its value. */
export function guardValue(
  fields: Fields,
  field: string,
  value: string | boolean | null,
): string | number | boolean | null {
  const definition = fields[field];
  return definition?.kind === 'dict' && typeof value === 'string' ? dictValue(definition.dict, value) : value;
}

/** Why a row fails the guard, one entry per failing field; empty when it passes. */
export function guardReasons(
  fields: Fields,
  guard: Guard | undefined,
  row: Readonly<Record<string, unknown>>,
): GuardReason[] {
  const reasons: GuardReason[] = [];
  for (const [field, expected] of Object.entries(guard ?? {})) {
    const actual = row[field] ?? null;
    if (expected.some((value) => guardValue(fields, field, value) === actual)) continue;
    const definition = fields[field];
    const named =
      definition?.kind === 'dict' && (typeof actual === 'number' || typeof actual === 'string')
        ? (dictName(definition.dict, actual) ?? actual)
        : actual;
    reasons.push({ field, expected, actual: named });
  }
  return reasons;
}

/** True where the row may take the action. */
export function guardAllows(
  fields: Fields,
  guard: Guard | undefined,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return guardReasons(fields, guard, row).length === 0;
}
