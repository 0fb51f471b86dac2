import { visibleText } from './identity/characters.ts';

/** Of mainland China, a mobile number: 1, a digit from 3 to 9, nine more. Which of them are assigned changes by the month. */
const MAINLAND = /^(?:(?:\+|00)86)?(1[3-9]\d{9})$/;

/** Without what people and their address books write between the digits. */
export const phoneDigits = (typed: string): string =>
  visibleText(typed.normalize('NFKC')).replace(/[\s().-]/g, '');

/**
 * A number of mainland form in E.164 (`+8613800138000`), whatever country it is typed in: it needs no prefix. Undefined for
 * every other number.
 */
export function mainlandNumber(typed: string): string | undefined {
  const national = MAINLAND.exec(phoneDigits(typed))?.[1];
  return national && `+86${national}`;
}
