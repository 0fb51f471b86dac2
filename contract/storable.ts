const DEEPEST = 32;

/** True where the database can keep every text of a JSON value: no NUL, no half of a surrogate pair, not too deep. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  if (depth >= DEEPEST) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1));
}
