/** Characters that nobody sees, or that change how their neighbours are read. */

/** Unicode's default-ignorable code points: zero-width signs, soft hyphens, joiners, bidi controls, variation selectors, tags. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Control characters, line ends among them, and the other invisible format characters. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const JOINERS = '\u200C\u200D';
/** Scripts in which a joiner between two letters changes what they look like. */
const JOINING = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Nko',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const JOINED_BEFORE = new RegExp(`[${JOINING}]$`, 'u');
const JOINED_AFTER = new RegExp(`^[${JOINING}]`, 'u');

export const isInvisible = (character: string): boolean =>
  IGNORABLE.test(character) || CONTROL.test(character);

/** White space of any kind and length; the byte order mark is none, though JavaScript takes it for some. */
const WHITE = /[^\S\uFEFF]+/gu;
const PRINTABLE = /^(?:[!-~]+(?: [!-~]+)*)?$/;

export const singleSpaced = (text: string): string => text.replace(WHITE, ' ').trim();

/** Without what nobody sees; white space is one blank, none at the ends. */
export function visibleText(text: string): string {
  if (PRINTABLE.test(text)) return text;
  const visible = Array.from(text.replace(WHITE, ' ')).filter((character) => !isInvisible(character));
  return singleSpaced(visible.join(''));
}

/** The first character that nobody sees and that no script needs where it is. */
export function strayInvisible(text: string): string | undefined {
  const characters = Array.from(text);
  return characters.find((character, at) => {
    if (!isInvisible(character)) return false;
    const joins =
      JOINERS.includes(character) &&
      JOINED_BEFORE.test(characters[at - 1] ?? '') &&
      JOINED_AFTER.test(characters[at + 1] ?? '');
    return !joins;
  });
}

/** A character as people look it up: U+00AD. */
export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
