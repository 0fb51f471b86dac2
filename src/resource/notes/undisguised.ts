/** Characters without a shape that turn a text around or hide in it. */
const DISGUISING = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/** A text in which such characters are named: without that a reference could be read backwards. */
export const undisguised = (text: string): string =>
  text.replaceAll(
    DISGUISING,
    (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  );
