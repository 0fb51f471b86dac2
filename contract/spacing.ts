/** How texts are put together: one blank between Chinese and Latin letters or figures, none between two Chinese words. */

const CHINESE = { ends: /\p{Script=Han}$/u, begins: /^\p{Script=Han}/u };
const LATIN = { ends: /[\p{Script=Latin}\p{Nd}]$/u, begins: /^[\p{Script=Latin}\p{Nd}]/u };

function joinTwo(left: string, right: string): string {
  const [bare, rest] = [left.replace(/ +$/, ''), right.replace(/^ +/, '')];
  const apart = bare !== left || rest !== right;
  const meet = CHINESE.ends.test(bare)
    ? LATIN.begins.test(rest)
    : LATIN.ends.test(bare) && CHINESE.begins.test(rest);
  if (CHINESE.ends.test(bare) && CHINESE.begins.test(rest)) return bare + rest;
  return meet && !apart ? `${left} ${right}` : left + right;
}

/** Puts pieces of a text together; what is within a piece stays as it is. */
export const joinTexts = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece) => (piece === '' ? text : text === '' ? piece : joinTwo(text, piece)), '');

/** A text that somebody typed, by the same rule. */
export const spaced = (text: string): string =>
  joinTexts(text.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []);
