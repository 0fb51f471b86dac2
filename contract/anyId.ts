import { visibleText } from './identity/characters.ts';

/** How many numbers one filter takes. */
export const FILTER_NUMBERS_MAX = 2_000;

/** What stands between pasted values: signs of lists, of spreadsheets and of code, in any script; of numbers blanks too. */
const QUOTES = '"\'`“”„‟‘’‚‛«»‹›「」『』〈〉《》＂＇';
const SEPARATORS = `,;|\t\r\n，、；｜${QUOTES}\\[\\]`;
const BETWEEN_TEXTS = new RegExp(`[${SEPARATORS}]+`);
const BETWEEN_NUMBERS = new RegExp(`[\\s${SEPARATORS}]+`);
const LISTED = new RegExp(`[${SEPARATORS}]`);

const splitBy = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map(visibleText)
      .filter((each) => each !== ''),
  ),
];

/** Pasted order numbers, each once and without what nobody sees. */
export const splitNumbers = (text: string): string[] => splitBy(text, BETWEEN_NUMBERS);

/** Pasted texts, which may have blanks within. */
export const splitTexts = (text: string): string[] => splitBy(text, BETWEEN_TEXTS);

/** What a text in the any-id box looks for. */
export interface AnyId {
  /** A pasted list: each of these as it is. */
  exact: readonly string[];
  /** What a number starts with, or a name holds. */
  start: string | undefined;
}

/** One word is the start of something; several are a list, and in one line perhaps a name with blanks in it. */
export function anyIdOf(text: string): AnyId {
  const whole = text.trim();
  const words = splitNumbers(whole);
  if (words.length <= 1) return { exact: [], start: words[0] };
  return { exact: words, start: LISTED.test(whole) ? undefined : whole };
}

/** A shorter ending of a number is shared by too many rows to name one. */
export const ENDING_LENGTH = 4;

/** A number as typed, in capitals and in small letters, each once: ours have capitals alone, references often so. */
export function spellingsOf(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
}

/** May this text be the ending of a number: long enough, with a digit, without blanks. */
export function isEnding(text: string): boolean {
  return text.length >= ENDING_LENGTH && /^\S*\d\S*$/.test(text);
}

/** Is it the same number, in letters of any case. */
export const isSameNumber = (own: string, text: string): boolean => own.toLowerCase() === text.toLowerCase();

/** Does the number begin with the text or, where endings count, end with it, in letters of any case. */
export function matchesNumber(own: string, text: string, endings: boolean): boolean {
  const [number, part] = [own.toLowerCase(), text.toLowerCase()];
  return number.startsWith(part) || (endings && isEnding(part) && number.endsWith(part));
}
