/** How well a text names what is offered: the whole label, its beginning, beginnings of its words, a part of it. */

const EXACT = 4;
const BEGINS = 3;
const WORDS = 2;
const WITHIN = 1;

const plain = (text: string): string => text.trim().toLowerCase();
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function scoreOf(label: string, text: string): number {
  if (label === text) return EXACT;
  if (label.startsWith(text)) return BEGINS;
  const words = wordsOf(label);
  const typed = wordsOf(text);
  const every = typed.length > 0 && typed.every((part) => words.some((word) => word.startsWith(part)));
  if (every) return WORDS;
  return label.includes(text) ? WITHIN : 0;
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

/** What is meant, the best first, and among equals as it was. */
export function ranked<T>(list: readonly T[], of: (item: T) => number): { item: T; score: number }[] {
  return list
    .map((item) => ({ item, score: of(item) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score);
}
