import { referenceForm } from '../../../contract/identity/referenceForm.ts';

/** Twelve digits by themselves, or right behind the word that names them; some banks write four zeros before them. */
const TWELVE =
  /(?:(?<![\da-z])|(?<=(?<![a-z])(?:utr|rrn|ref|txn|imps|neft|upi)))(?:0000)?((?!0{12})\d{12})(?![\da-z])/gi;
/** The digits behind one of these words are the payment's, whatever else is in the text. */
const NAMED =
  /(?<![a-z])(?:utr|rrn|ref(?:erence)?)(?:[\s.]*(?:no|number|id))?[\s.:#/-]*(?:0000)?((?!0{12})\d{12})(?![\da-z])/i;
/** Behind one of these they are an account's, a phone's or a card's, which every payment of somebody bears. */
const SOMEBODYS =
  /(?<![a-z])(?:a\/?c|acc?t|account|mob(?:ile)?|ph(?:one)?|tel|card|cust(?:omer)?|cif)(?:[\s.]*(?:no|number|num|id))?[\s.:#/-]*(?:0000)?$/i;
const PHONE = /^91[6-9]\d{9}$/;

/** Banks print -, NA, NIL, zeros or the way the money came (UPI, NEFT) where there is no reference. */
const NUMBERED = /[1-9]/;
/** What is shorter is a serial number, a branch or a kind of transfer, which other payments bear too. */
const SHORTEST = 8;
/** What a spreadsheet makes of twelve digits; the same of many. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** An account as it is compared: banks print zeros before it, and blanks within. */
export const accountDigits = (account: string): string => account.replace(/\D/g, '').replace(/^0+/, '');

/** True of text that has some number in it. */
export const isNumbered = (text: string): boolean => NUMBERED.test(text);

/** A reference that lost its last digits when the file was saved by a spreadsheet. */
export const isRounded = (text: string): boolean => ROUNDED.test(text);

/** Our own accounts, by their digits: they stand in every line and name no payment. */
export type OwnAccounts = ReadonlySet<string>;

/** The reference that a text of many things has. */
export function referenceIn(text: string, own: OwnAccounts): string | undefined {
  const isOwn = (digits: string): boolean => own.has(accountDigits(digits));
  const named = NAMED.exec(text)?.[1];
  if (named && !isOwn(named)) return named;
  for (const found of text.matchAll(TWELVE)) {
    const digits = found[1]!;
    if (!isOwn(digits) && !PHONE.test(digits) && !SOMEBODYS.test(text.slice(0, found.index))) return digits;
  }
  return undefined;
}

/** What is in the column of references; undefined where it is none. */
export function referenceOf(text: string, own: OwnAccounts): string | undefined {
  const found = referenceIn(text, own);
  if (found !== undefined) return found;
  // Digits of another script are some, too.
  const telling = isNumbered(referenceForm(text)) && text.replace(/[^\p{L}\p{N}]/gu, '').length >= SHORTEST;
  // A reference of another shape stays what the bank wrote.
  return telling && !own.has(accountDigits(text)) ? text : undefined;
}
