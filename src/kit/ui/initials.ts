import { isPageLink } from '../../../contract/pageLink.ts';

/** What a server of the family answers for somebody without a picture. */
const NOBODYS = '/user.png';
/** The address of a picture of somebody's own. */
export const isPicture = (src: unknown): src is string =>
  typeof src === 'string' &&
  src !== NOBODYS &&
  (isPageLink(src) || /^(?:blob:|data:image\/(?:png|jpeg|gif);)/.test(src));

const LETTER = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Kana}/u;

/** The first letters of two words; of a name in one word the first, of a Chinese one the last, which is the given name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean);
  const letters = words.map((word) => Array.from(word));
  const [first = [], second] = letters;
  if (second) return `${first[0]}${second[0]}`.toUpperCase();
  return ((first.some((each) => LETTER.test(each)) ? first.at(-1) : first[0]) ?? '?').toUpperCase();
}
