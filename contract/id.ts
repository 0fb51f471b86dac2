const BIGGEST = 9223372036854775807n;

/** True for the text of an id as the wire carries it: a positive bigint without leading zeros. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value) && BigInt(value) <= BIGGEST;
}

/** An id as it came: small numbers are accepted too; the empty text for what is neither. */
export function idText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}
