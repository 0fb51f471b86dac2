import { foldedLike } from './lookAlikes.ts';

/** What banks and people write before a reference, as it is folded: i, l and o are digits by then. */
export const REFERENCE_WORDS = '(?:utr|rrn|neft|rtgs|1mps|up1|reference|ref|txn|number|n0|1d)';

const PLAIN = /^[0-9]{12}$/;
const HASH = new RegExp(`^${REFERENCE_WORDS}*(?:0x)?([0-9a-f]{64})$`);
const NAMED = new RegExp(`^${REFERENCE_WORDS}+(?=[0-9]|[0-9a-z]{6})`);
const NUMBER = /^[0-9]+$/;
const UTR_DIGITS = 12;

/**
 * The form in which references of payments are compared, so that one payment is credited once however its reference is
 * written. Compatibility forms, look-alikes and letters that are misread as digits are folded; case, separators, marks and
 * what nobody sees are dropped, and so are the words before it. A number has at least twelve digits, whatever zeros are
 * before it. The database has the same function (`reference_form`), by which references are unique.
 * What has no letter and no digit is its own form.
 */
export function referenceForm(reference: string): string {
  if (PLAIN.test(reference)) return reference;
  const folded = Array.from(reference.normalize('NFKD'), (character) => foldedLike(character) ?? '').join('');
  if (folded === '') return reference;
  const hash = HASH.exec(folded)?.[1];
  if (hash !== undefined) return hash;
  const bare = folded.replace(NAMED, '');
  return NUMBER.test(bare) ? bare.replace(/^0+/, '').padStart(UTR_DIGITS, '0') : bare;
}

/** True where two references are of one payment, however each was written. */
export const isSameReference = (one: string, other: string): boolean =>
  one === other || referenceForm(one) === referenceForm(other);
