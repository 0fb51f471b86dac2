import { randomInt } from 'node:crypto';
import { LETTERS, type Numbered } from '../../../contract/orderNumber.ts';

/** The letter of its kind + yymmddHHMMSS (UTC) + ten digits. */
export function orderNumber(kind: Numbered, at: Date, random = () => randomInt(0, 10 ** 10)): string {
  const stamp = at.toISOString().replace(/\D/g, '').slice(2, 14);
  return `${LETTERS[kind]}${stamp}${String(random()).padStart(10, '0')}`;
}
