import { Amount, amountText } from '../../../contract/money.ts';
import { type Side, sideOf } from './sides.ts';

/** A printed figure: what it is without its sign, and what stands beside it. */
export interface PrintedAmount {
  /** Decimal text, not below zero. */
  amount: string;
  /** Brackets, or a dash before or behind it. */
  isNegative: boolean;
  /** What a word beside it says. */
  side?: Side;
}

/** Signs and words of currencies, and whose they are; a sign of several belongs to each. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '₹': ['INR'],
  '₨': ['INR', 'PKR'],
  RS: ['INR', 'PKR'],
  R$: ['BRL'],
  $: ['USD', 'USDT'],
  US$: ['USD', 'USDT'],
  S$: ['SGD'],
  '¥': ['CNY', 'JPY'],
  元: ['CNY'],
  円: ['JPY'],
  RMB: ['CNY'],
  RP: ['IDR'],
  KSH: ['KES'],
  KSHS: ['KES'],
  SH: ['KES'],
  '฿': ['THB'],
  THB: ['THB'],
  '₫': ['VND'],
  Đ: ['VND'],
  VNĐ: ['VND'],
  '৳': ['BDT'],
  TK: ['BDT'],
};

const isCurrency = (word: string, currency: string): boolean => {
  const bare = word.replace(/\.$/, '').toUpperCase();
  return bare === currency || (SIGNS[bare] ?? []).includes(currency);
};

/** Groups of three, and in India of two before the last three; what is grouped otherwise is no group but a decimal. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})$/;
const LONGEST_WHOLE = 18;
const FIGURE = /\d[\d.,' ]*/;

function digitsOf(figure: string, decimal: '.' | ','): string | undefined {
  let bare = figure.replace(/[\s']/g, '');
  if (decimal === ',') bare = bare.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  const [whole = '', fraction, ...more] = bare.split('.');
  if (more.length > 0 || !WHOLE.test(whole) || (fraction !== undefined && !/^\d{1,6}$/.test(fraction)))
    return undefined;
  const digits = whole.replaceAll(',', '');
  if (digits.length > LONGEST_WHOLE) return undefined;
  return amountText(new Amount(fraction === undefined ? digits : `${digits}.${fraction}`));
}

/** Brackets round a figure, or round all of it. */
const BRACKETS = /^(.*?)\((.*)\)(.*)$/;

/** What stands before and behind a figure, each a sign, a word of a side or the account's currency. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap((piece) => piece.match(/[+-]|\([^()]*\)|[()]|[^+()-]+/g) ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * A number as banks print it: with groups, a sign or brackets, a word for its side and the account's currency on either
 * hand. Undefined where anything else stands beside it: what is not known is no guess.
 */
export function printedAmount(text: string, decimal: '.' | ',', currency: string): PrintedAmount | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[’ʼ`]/g, "'")
    .replace(/^'/, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const at = FIGURE.exec(plain);
  if (!at) return undefined;
  // A point behind the figure ends a sentence or a word, not the number.
  const figure = at[0].replace(/[.,' ]+$/, '');
  const amount = digitsOf(figure, decimal);
  if (amount === undefined) return undefined;
  let [before, behind] = [plain.slice(0, at.index).trim(), plain.slice(at.index + figure.length).trim()];
  let isNegative = false;
  // An opening bracket that is closed behind the figure is a sign of the whole.
  const opened = before.lastIndexOf('(');
  if (opened > before.lastIndexOf(')') && BRACKETS.test(`${before}0${behind}`) && behind.includes(')')) {
    isNegative = true;
    before = before.slice(0, opened) + before.slice(opened + 1);
    behind = behind.replace(')', '');
  }
  let side: Side | undefined;
  for (const word of [...wordsOf(before), ...wordsOf(behind)]) {
    if (word === '+') continue;
    if (word === '-') {
      if (isNegative) return undefined;
      isNegative = true;
      continue;
    }
    if (isCurrency(word, currency)) continue;
    const stated = sideOf(word);
    if (stated === undefined || stated === 0 || side !== undefined) return undefined;
    side = stated;
  }
  return { amount, isNegative, ...(side !== undefined && { side }) };
}

/** Below zero where its sign or its word says so; undefined where the two say different things. */
export function signedAmount({ amount, isNegative, side }: PrintedAmount): string | undefined {
  if (isNegative && side === 1) return undefined;
  return amountText(isNegative || side === 2 ? new Amount(amount).negated() : amount);
}
