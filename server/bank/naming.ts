import type { Bill } from './score.ts';

type Texts = Pick<Bill, 'direction' | 'payer' | 'description'>;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '');

const BEFORE = '(?<![\\p{L}\\p{N}@._])';
/** An address may have hyphens itself (asha-1@okaxis): one is before it only as in UPI-NAME-ADDRESS-BRANCH. */
const BEFORE_ADDRESS = '(?:(?<![\\p{L}\\p{N}@._-])|(?<=^[a-z]+-[^-@]*-))';
/** What is left of a folded address looks like a short one: that has a separator before it. */
const BEFORE_SHORT = '(?<=^[a-z]+-[^-@]*-|(?:^|[/:,;|(])\\s*)';
const AFTER = '(?![\\p{L}\\p{N}@_]|[.][\\p{L}\\p{N}])';
/** A phone before its @ is an address of that phone's owner. */
const AFTER_DIGITS = '(?![\\p{L}\\p{N}_]|[.][\\p{L}\\p{N}])';
/** Statements fold long words and leave their dots out. */
const FOLD = '[\\s._-]?';
const folded = (word: string): string => Array.from(bare(word)).join(FOLD);

/** True where one of the texts has the pattern as a whole word. */
const has = (
  texts: readonly (string | null)[],
  pattern: string,
  { before = BEFORE, after = AFTER } = {},
): boolean => texts.some((text) => text !== null && new RegExp(before + pattern + after, 'iu').test(text));

const ADDRESS = /^([\w.-]{2,})@([a-z][a-z0-9.-]+)$/i;
const DIGITS = /^\+?[\d\s-]+$/;
/** A phone has ten, an account nine and more; a date has eight. */
const FEWEST_DIGITS = 9;
const PHONE = 10;

/** An address whole, or as far as the statement's column let it: its name is never cut, nor its first two letters behind the @. */
function addressPattern(name: string, handle: string): string {
  const [first = '', second = '', ...rest] = bare(handle);
  const tail = rest.reduceRight((behind, letter) => `(?:${FOLD}${letter}${behind})?`, '');
  return [folded(name), '@', first, second].join(FOLD) + tail;
}

/** What banks print on their own account: a branch, a date, a masked account. */
const PRINTED = [
  /^[a-z]{4}0[a-z0-9]{6}$/,
  /^\d{1,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\d{2,4}$/,
  /^\w*x{2}\d+$/,
];
const SHORTEST = 8;
const SHORTEST_NAME = 4;

/**
 * Whether a word that a merchant chose tells anything. Words of fewer than eight characters or without a digit are in
 * many lines by themselves (okaxis, payment, IMPS24), and so are some that have both.
 */
function isTelling(word: string): boolean {
  const letters = bare(word);
  const long = /^\d+$/.test(letters) ? letters.length >= FEWEST_DIGITS : letters.length >= SHORTEST;
  return long && /\d/.test(letters) && !PRINTED.some((pattern) => pattern.test(letters));
}

const literally = (word: string): string =>
  word
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+');

/** True where the line has a number of ours, which nobody can choose. */
export const namesNumber = (texts: readonly (string | null)[], orderNo: string): boolean =>
  texts.some((text) => text !== null && bare(text).includes(bare(orderNo))) && has(texts, folded(orderNo));

/** True where the line has a merchant's own number as a word of its own. */
export const namesOwnNumber = (texts: readonly (string | null)[], merchantOrderNo: string): boolean =>
  isTelling(merchantOrderNo) && has(texts, literally(merchantOrderNo));

/** A name as it was typed: of whoever is paid, whose order gains nothing by another's line. */
function namesPerson({ direction, payer, description }: Texts, name: string): boolean {
  if (direction === 1 || bare(name).length < SHORTEST_NAME) return false;
  if (payer !== null && bare(payer) === bare(name)) return true;
  return name.trim().includes(' ') && has([payer, description], literally(name));
}

/**
 * True where the line names this party: an address, a phone or an account in full. A merchant says who pays, so that a
 * part of one, or a mere name, would give it the lines of other people's payers.
 */
export function namesParty(bill: Texts, party: string): boolean {
  const texts = [bill.payer, bill.description];
  const [, name, handle] = ADDRESS.exec(party) ?? [];
  const core = bare(name ?? party);
  if (core === '' || !texts.some((text) => text !== null && bare(text).includes(core))) return false;
  if (name && handle) {
    const before = core.length < SHORTEST_NAME ? BEFORE_SHORT : BEFORE_ADDRESS;
    return has(texts, addressPattern(name, handle), { before });
  }
  if (DIGITS.test(party)) {
    const prefix = core.length === PHONE ? '(?:91[\\s-]?|0)?' : '';
    return (
      core.length >= FEWEST_DIGITS && has(texts, `[+]?${prefix}${folded(core)}`, { after: AFTER_DIGITS })
    );
  }
  return isTelling(party) ? has(texts, literally(party)) : namesPerson(bill, party);
}
