import { singleSpaced, visibleText } from './characters.ts';
import { asciiLike, foldedLike } from './lookAlikes.ts';

/** Names of people, merchants and things: any script, compared as people see them. */

const LETTER = /\p{L}/u;
const LATIN = /[a-z]/i;

/** A name as it is stored: composed, without what nobody sees but for the joiners that its script needs. */
export const storedName = (typed: string): string => singleSpaced(typed.normalize('NFC'));

/** Two names of one form are the same: case and width of letters and blanks make no difference. */
export const nameForm = (name: string): string => visibleText(name.normalize('NFKC')).toLowerCase();

/** Two names of one skeleton look the same (Unicode Technical Standard 39, for what looks like ASCII). */
export const nameSkeleton = (name: string): string =>
  Array.from(
    visibleText(name.normalize('NFKC')),
    (character) => foldedLike(character) ?? character.toLowerCase(),
  )
    .join('')
    .normalize('NFC');

export interface LookAlike {
  character: string;
  /** The ASCII letter or digit that it looks like. */
  like: string;
}

/**
 * The letters of a name that people take for others: those that look like Latin ones among Latin ones, or a name of such
 * letters alone. A name in one script of its own has none.
 */
export function lookAlikesIn(name: string): LookAlike[] {
  const letters = Array.from(name.normalize('NFKC')).filter((character) => LETTER.test(character));
  const found = letters.flatMap((character) => {
    const like = LATIN.test(character) ? undefined : asciiLike(character);
    return like === undefined ? [] : [{ character, like }];
  });
  const isMixed = letters.some((character) => LATIN.test(character));
  const isWhole = found.length === letters.length && found.length > 1;
  if (found.length === 0 || !(isMixed || isWhole)) return [];
  return found.filter(({ character }, at) => found.findIndex((each) => each.character === character) === at);
}
