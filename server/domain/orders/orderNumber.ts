import { LETTERS, type Numbered } from '../../../contract/orderNumber.ts';
import { ID_EPOCH } from '../../platform/db/id.ts';

const DIGITS = 10;
const RANGE = 10n ** BigInt(DIGITS);
/** Has no factor of RANGE, so multiplying maps its numbers one to one: neighbours do not look alike. */
const SPREAD = 7_140_286_873n;

/**
 * The letter of its kind + yymmddHHMMSS (UTC) + ten digits, all of an id: the digits are its low 22 bits and its
 * millisecond within the second. Ids are unique, so numbers of a kind are, over merchants and servers, without an index
 * that asks all of them.
 */
export function orderNumber(kind: Numbered, id: string): string {
  const bits = BigInt(id);
  const ms = Number(bits >> 22n) + ID_EPOCH;
  const stamp = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  const within = (BigInt(ms % 1000) << 22n) | (bits & 0x3fffffn);
  return `${LETTERS[kind]}${stamp}${String((within * SPREAD) % RANGE).padStart(DIGITS, '0')}`;
}
