import type { Colleague } from '../../../contract/orderNote.ts';
import { readsAs } from '../../kit/i18n/pinyin.ts';

/** An @ that begins a word, and what was typed of a name after it. */
const BEGUN = /(?<![A-Za-z0-9_.@-])@([\p{L}\p{N}_.-]*)$/u;
const SHOWN = 8;

export interface Begun {
  /** Place of the @. */
  at: number;
  /** What follows it, up to the caret. */
  typed: string;
}

/** The mention that the caret is in; undefined where it is in none. */
export function begunAt(text: string, caret: number): Begun | undefined {
  const found = BEGUN.exec(text.slice(0, caret));
  return found ? { at: found.index, typed: found[1] ?? '' } : undefined;
}

/** How well somebody fits what was typed: 0 best; undefined where not at all. */
function fit({ account, realName }: Colleague, typed: string): number | undefined {
  const [name, own] = [realName.toLowerCase(), account.toLowerCase()];
  if (own.startsWith(typed) || name.startsWith(typed)) return 0;
  if (own.includes(typed) || name.includes(typed)) return 1;
  return readsAs(realName, typed) === undefined ? undefined : 2;
}

/** Whom somebody means who has typed this of an account or name, the likeliest first; in Chinese also by pinyin. */
export function fitting(people: readonly Colleague[], typed: string): Colleague[] {
  const wanted = typed.toLowerCase();
  return people
    .map((person) => ({ person, rank: fit(person, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => a.rank! - b.rank!)
    .slice(0, SHOWN)
    .map(({ person }) => person);
}

/** The text with the person in place of what was typed, and where the caret is then. */
export function completed(
  text: string,
  { at, typed }: Begun,
  { account }: Colleague,
): { text: string; caret: number } {
  const rest = text.slice(at + 1 + typed.length);
  const mention = `@${account}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: `${text.slice(0, at)}${mention}${rest}`, caret: at + account.length + 2 };
}
