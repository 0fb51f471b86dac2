/** Readers of a locked row's values, which the engine and our own statements give under camelCase keys. */

export const text = (value: unknown): string => String(value);
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
export const instantOrNull = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(value as string | Date);
