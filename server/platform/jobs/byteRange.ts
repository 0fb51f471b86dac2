/** Both ends included. */
export interface ByteRange {
  from: number;
  to: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of a body of `size` bytes that a Range header asks for: undefined for the whole, also where the header asks
 * in a way that may be ignored (RFC 9110, 14.2: other units, several ranges); 'none' where no byte of it exists.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = SINGLE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from > to ? 'none' : { from, to };
}
