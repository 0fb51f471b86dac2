import { readsAs } from '../../kit/i18n/pinyin.ts';

/**
 * How well a text names what is offered: the whole label, its beginning, beginnings of its words, a part of it, how its
 * Chinese characters are pronounced, letters of it in their order.
 */

const EXACT = 4;
const BEGINS = 3;
const READS = 2.5;
const WORDS = 2;
const WITHIN = 1;
const READS_WITHIN = 0.9;
const LETTERS = 0.4;
/** Letters of a text may be so many times farther apart than they are many: more is chance. */
const SPREAD = 3;

const plain = (text: string): string => text.trim().toLowerCase();
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function scoreOf(label: string, text: string): number {
  if (label === text) return EXACT;
  if (label.startsWith(text)) return BEGINS;
  const words = wordsOf(label);
  const typed = wordsOf(text);
  const every = typed.length > 0 && typed.every((part) => words.some((word) => word.startsWith(part)));
  if (every) return WORDS;
  if (label.includes(text)) return WITHIN;
  const at = readsAs(label, text);
  if (at !== undefined) return at === 0 ? READS : READS_WITHIN;
  return hasLetters(label, text) ? LETTERS : 0;
}

/** All letters in their order and close together, the first of them where a word begins: `bstl` is "batch settle". */
function hasLetters(label: string, text: string): boolean {
  const letters = text.replaceAll(/\s/g, '');
  if (letters.length < 2 || !/^[a-z0-9]+$/.test(letters)) return false;
  const inOrder = letters.replaceAll(/(?!^)/g, '[^]*?');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${inOrder}`, 'u').exec(label);
  return found !== null && found[0].length <= letters.length * SPREAD;
}

/** 0 where it is not meant. An id counts a little, so that its word works in any language. */
export function score(label: string, id: string, typed: string): number {
  const text = plain(typed);
  if (text === '') return WITHIN;
  const own = scoreOf(plain(label), text);
  const spelt = id
    .slice(id.lastIndexOf('.') + 1)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return Math.max(own, wordsOf(spelt).some((word) => word.startsWith(text)) ? WITHIN / 2 : 0);
}

/**
 * How well a text names a view. Whoever types a part of a title may begin at any of its words, so each counts as the first
 * does: `ord` is as much Collection orders as Order logs. In Chinese each character begins a word.
 */
export function viewScore(title: string, name: string, typed: string): number {
  const own = score(title, name, typed);
  const isWord = own === READS_WITHIN || (own === WITHIN && /^\p{sc=Han}/u.test(plain(typed)));
  return own === EXACT || (own < WORDS && !isWord) ? own : WORDS;
}

/** Is it meant at all. */
export const matches = (label: string, id: string, typed: string): boolean => score(label, id, typed) > 0;

/** Does a text call a command by its name, so that what follows it is about something: letters in order are too little. */
export const calls = (label: string, id: string, typed: string): boolean =>
  typed.trim() !== '' && score(label, id, typed) >= WITHIN / 2;

/** What is meant, the best first, and among equals as it was. */
export function ranked<T>(list: readonly T[], of: (item: T) => number): { item: T; score: number }[] {
  return list
    .map((item) => ({ item, score: of(item) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score);
}
