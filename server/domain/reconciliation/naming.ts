import type { Bill } from './score.ts';

type Texts = Pick<Bill, 'direction' | 'payer' | 'description'>;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '');

const BEFORE = '(?<![\\p{L}\\p{N}@._])';
/** An address may have hyphens itself (asha-1@okaxis): one is before it only as in UPI-NAME-ADDRESS-BRANCH. */
const BEFORE_ADDRESS = '(?:(?<![\\p{L}\\p{N}@._-])|(?<=^[a-z]+-[^-@]*-))';
/** What is left of a folded address looks like a short one: that has a separator before it. */
const BEFORE_SHORT = '(?<=^[a-z]+-[^-@]*-|(?:^|[/:,;|(])\\s*)';
const AFTER = '(?![\\p{L}\\p{N}@_]|[.][\\p{L}\\p{N}])';
/** Of a number alone no digit may be missing: banks write A/C NO.502…, AC502… and _502…_. */
const DIGITS_ALONE = { before: '(?<!\\p{N})', after: '(?!\\p{N})' };
/** Statements fold long words and leave their dots out. */
const FOLD = '[\\s._-]?';
const folded = (word: string): string => Array.from(bare(word)).join(FOLD);

/** True where one of the texts has the word, written as `pattern` allows, by itself. */
function has(
  texts: readonly (string | null)[],
  word: string,
  pattern: string,
  { before = BEFORE, after = AFTER } = {},
): boolean {
  const core = bare(word);
  // Of nothing but signs every text would have it.
  if (core === '') return false;
  // Most texts have none of its letters, and a pattern is made for each order.
  const may = texts.filter((text) => text !== null && bare(text).includes(core));
  return may.some((text) => new RegExp(before + pattern + after, 'iu').test(text!));
}

const ADDRESS = /^([\w.-]{2,})@([a-z][a-z0-9.-]+)$/i;
const DIGITS = /^\+?[\d\s-]+$/;
const PHONE = /^[6-9]\d{9}$/;
/** A statement is full of dates, hours and branches of up to ten digits, which anybody may call a payer. */
const FEWEST_DIGITS = 11;
/** An account that is paid is nobody's gain, and some have nine. */
const FEWEST_PAID = 9;
const DATED = /^(?:20\d{2}(?:0[1-9]|1[0-2])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])20\d{2})/;

/** Letters as they stand, with blanks where the line was folded; a dot or hyphen may be missing, but none is added. */
const address = (word: string): string =>
  Array.from(word.toLowerCase(), (letter) => (/[._-]/.test(letter) ? '[._-]?' : letter)).join('\\s?');

/** An address whole, or cut by the end of the statement's column: never in its name, nor in the first two letters behind the @. */
function addressPattern(name: string, handle: string): string {
  const [first = '', second = '', ...rest] = bare(handle);
  const tail = rest.reduceRight((behind, letter) => `(?:${FOLD}${letter}${behind})?`, '');
  const cut = `${first}${FOLD}${second}${tail}\\s*$`;
  return `${address(name)}\\s?@\\s?(?:${folded(handle)}${AFTER}|${cut})`;
}

/** What banks print on their own account: a branch, a date, a masked account, the way the money came. */
const PRINTED = [
  /^[a-z]{4}0[a-z0-9]{6}$/,
  /^\d{1,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\d{2,4}$/,
  /^\w*x{2}\d+$/,
  /^(?:cr|dr|upi|neft|imps|rtgs|ref|txn|utr|rrn|ach|nach|p2a|p2m|p2p|mob|inb|pos)$/,
];
const SHORTEST = 8;
const SHORTEST_NAME = 4;
/** A name of one word may be one that banks print. */
const SHORTEST_WORD = 5;

/**
 * Whether a word that a merchant chose tells anything. Words of fewer than eight characters or without a digit are in
 * many lines by themselves (okaxis, payment, IMPS24), and so are some that have both.
 */
function isTelling(word: string): boolean {
  const parts = word.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const letters = parts.filter((part) => !PRINTED.some((pattern) => pattern.test(part))).join('');
  if (/^\d+$/.test(letters)) return letters.length >= FEWEST_DIGITS && !DATED.test(letters);
  return letters.length >= SHORTEST && /\d/.test(letters);
}

const literally = (word: string): string =>
  word
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s*');

/** True where the line has a number of ours, which nobody can choose. */
export const namesNumber = (texts: readonly (string | null)[], orderNo: string): boolean =>
  has(texts, orderNo, folded(orderNo), DIGITS_ALONE);

/** True where the line has a merchant's own number as a word of its own. */
export const namesOwnNumber = (texts: readonly (string | null)[], merchantOrderNo: string): boolean =>
  isTelling(merchantOrderNo) && has(texts, merchantOrderNo, literally(merchantOrderNo));

/** A name as it was typed: of whoever is paid, whose order gains nothing by another's line. */
function namesPerson({ direction, payer, description }: Texts, name: string): boolean {
  if (direction === 1 || bare(name).length < SHORTEST_NAME) return false;
  if (payer !== null && bare(payer) === bare(name)) return true;
  const known = name.trim().includes(' ') || bare(name).length >= SHORTEST_WORD;
  return known && has([payer, description], name, literally(name));
}

/**
 * True where the line names this party: an address, a phone or an account in full. A merchant says who pays, so that a
 * part of one, or a mere name, would give it the lines of other people's payers.
 */
export function namesParty(bill: Texts, party: string): boolean {
  const texts = [bill.payer, bill.description];
  const [, name, handle] = ADDRESS.exec(party) ?? [];
  const core = bare(name ?? party);
  if (name && handle) {
    const before = core.length < SHORTEST_NAME ? BEFORE_SHORT : BEFORE_ADDRESS;
    return has(texts, name, addressPattern(name, handle), { before, after: '' });
  }
  if (DIGITS.test(party)) {
    const phone = PHONE.test(core);
    const long = core.length >= (bill.direction === 1 ? FEWEST_DIGITS : FEWEST_PAID) && !DATED.test(core);
    // Accounts are printed with zeros before them.
    return (
      (phone || long) && has(texts, core, `${phone ? '(?:91[\\s-]?|0)?' : '0*'}${folded(core)}`, DIGITS_ALONE)
    );
  }
  return isTelling(party) ? has(texts, party, literally(party)) : namesPerson(bill, party);
}
