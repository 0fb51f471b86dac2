import { codePointOf, strayInvisible, visibleText } from './characters.ts';
import { asciiLike } from './lookAlikes.ts';
import { mainlandNumber, phoneDigits } from '../phone.ts';
import { nameForm, storedName } from './name.ts';
import { referenceForm } from './referenceForm.ts';

/**
 * What a text names something by. Each kind has an alphabet, a way in which its values are stored, and a form in which
 * they are compared and unique:
 * - `reference`: of a payment, by a bank, an upstream or a chain; letters, digits and separators.
 * - `utr`: a bank reference of digits alone.
 * - `hash`: of a transaction, 64 hexadecimal digits.
 * - `orderNumber`: a merchant's or an upstream's own number; letters, digits and signs, one whatever its case.
 * - `account`: of a bank; letters and digits, however they are grouped.
 * - `code`: letters, digits and signs, one whatever its case.
 * - `phone`: digits and what is written between them.
 * - `name`: any script.
 */
export type IdentityKind =
  | 'reference'
  | 'utr'
  | 'hash'
  | 'orderNumber'
  | 'account'
  | 'code'
  | 'phone'
  | 'name';

interface Alphabet {
  /** Characters that a value may have. */
  allowed: RegExp;
  /** Separators that are not stored. */
  dropped?: RegExp;
}

const ALPHABETS: Readonly<Record<Exclude<IdentityKind, 'name'>, Alphabet>> = {
  reference: { allowed: /[A-Za-z0-9 ._:/#*+@|,;()&-]/ },
  utr: { allowed: /[0-9 -]/, dropped: /[ -]/g },
  hash: { allowed: /[0-9A-Za-z ]/, dropped: /^ *0[xX]| /g },
  orderNumber: { allowed: /[A-Za-z0-9 ._:/#-]/ },
  account: { allowed: /[A-Za-z0-9 ./-]/, dropped: /[ ./-]/g },
  code: { allowed: /[A-Za-z0-9._:@-]/ },
  phone: { allowed: /[+0-9 ().-]/ },
};

/** Signs that people and their editors put in place of the plain ones. */
const DASHES = /[\p{Pd}\u2212\u02D7\u2043]/gu;

/** What is wrong with a value, as a rule of contract/validationTexts.ts with its values. */
export type IdentityFault =
  | { rule: 'invisible'; code: string }
  | { rule: 'lookAlike'; sign: string; code: string; like: string }
  | { rule: 'sign'; sign: string; code: string };

export type Identity = { value: string } | { fault: IdentityFault };

const showSign = (character: string) => ({ sign: character, code: codePointOf(character) });

function checkName(typed: string): Identity {
  const stray = strayInvisible(storedName(typed));
  return stray === undefined
    ? { value: storedName(typed) }
    : { fault: { rule: 'invisible', code: codePointOf(stray) } };
}

/**
 * A value as it is stored: composed, without what nobody sees and without the separators that its kind does not store.
 * Refused where a character is none of its kind's alphabet; the fault names the first one. Idempotent.
 */
export function readIdentity(kind: IdentityKind, typed: string): Identity {
  if (kind === 'name') return checkName(typed);
  const { allowed, dropped } = ALPHABETS[kind];
  const text = visibleText(typed.normalize('NFKC')).replace(DASHES, '-');
  const value = dropped ? text.replace(dropped, '') : text;
  const stray = Array.from(value).find((character) => !allowed.test(character));
  if (stray !== undefined) {
    const like = asciiLike(stray);
    return {
      fault: like ? { rule: 'lookAlike', ...showSign(stray), like } : { rule: 'sign', ...showSign(stray) },
    };
  }
  return { value: kind === 'hash' ? value.toLowerCase() : value };
}

/** A reference that a machine sent, as it is stored: what is none of the alphabet stays, nobody is there to be refused. */
export const receivedReference = (sent: string): string =>
  visibleText(sent.normalize('NFKC')).replace(DASHES, '-');

/** The form in which values of a kind are compared and unique. */
export function identityForm(kind: IdentityKind, value: string): string {
  switch (kind) {
    case 'reference':
    case 'utr':
    case 'hash':
      return referenceForm(value);
    case 'name':
      return nameForm(value);
    case 'phone':
      return mainlandNumber(value) ?? phoneDigits(value);
    case 'account':
      return visibleText(value.normalize('NFKC'))
        .replace(/[^A-Za-z0-9]/g, '')
        .toUpperCase();
    case 'orderNumber':
    case 'code':
      return visibleText(value.normalize('NFKC')).toLowerCase();
  }
}
