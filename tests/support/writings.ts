import { foldedLike, foldingLists } from '../../contract/identity/lookAlikes.ts';

/** Ways in which one reference is written, by people, by programs and by whoever wants it to be credited again. For tests. */

const between = (text: string, sign: string): string => Array.from(text).join(sign);
const mapped = (text: string, of: (character: string) => string): string => Array.from(text, of).join('');

const fullWidth = (text: string): string =>
  mapped(text, (character) =>
    /[!-~]/.test(character) ? String.fromCodePoint(character.codePointAt(0)! + 0xfee0) : character,
  );

/** Another character that is folded to the same one, where there is one. */
function likeOf(character: string, other: (candidate: string) => boolean): string {
  const folded = foldedLike(character);
  const found = Array.from(foldingLists().from).find(
    (candidate) => candidate !== character && foldedLike(candidate) === folded && other(candidate),
  );
  return folded === undefined ? character : (found ?? character);
}

const INVISIBLE: Readonly<Record<string, string>> = {
  'zero-width space': '\u200B',
  'soft hyphen': '\u00AD',
  'word joiner': '\u2060',
  'byte order mark': '\uFEFF',
  'right-to-left override': '\u202E',
  'variation selector': '\uFE0F',
  'Hangul filler': '\u3164',
  tag: '\u{E0031}',
};

const SEPARATORS: Readonly<Record<string, string>> = {
  hyphen: '-',
  'en dash': '–',
  'non-breaking hyphen': '\u2011',
  space: ' ',
  'no-break space': '\u00A0',
  'ideographic space': '\u3000',
  slash: '/',
  dot: '.',
};

/** @returns pairs of how and the text */
export function writingsOf(reference: string): [string, string][] {
  const [head, tail] = [reference.slice(0, 4), reference.slice(4)];
  return [
    ['as it is', reference],
    ['capitals', reference.toUpperCase()],
    ['small letters', reference.toLowerCase()],
    ['full width', fullWidth(reference)],
    ['look-alikes', mapped(reference, (each) => likeOf(each, (other) => other.codePointAt(0)! > 127))],
    [
      'misread letters',
      mapped(reference, (each) => (({ 0: 'O', 1: 'l' }) as Record<string, string>)[each] ?? each),
    ],
    ['an accent', `${head}\u0301${tail}`],
    ['UTR', `UTR ${reference}`],
    ['Ref. No.', `Ref. No. ${reference}`],
    ['white space around', `\t ${reference}\n`],
    ...Object.entries(INVISIBLE).flatMap(([name, sign]): [string, string][] => [
      [`${name} within`, `${head}${sign}${tail}`],
      [`${name} after`, `${reference}${sign}`],
      [`${name} before`, `${sign}${reference}`],
      [`${name} between all`, between(reference, sign)],
    ]),
    ...Object.entries(SEPARATORS).map(([name, sign]): [string, string] => [name, `${head}${sign}${tail}`]),
  ];
}
