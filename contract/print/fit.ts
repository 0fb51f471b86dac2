/** How wide letters are on paper, without a screen to measure them on: a page is laid out alike wherever it is made. */

/** Millimetres of a point. */
export const POINT = 25.4 / 72;

/** Widths in parts of the letters' size; of the typewriter face exact, of the other a little more than it takes. */
const MONO = 0.6;
const WIDE = 1;
const USUAL = 0.61;
const CAPITAL = 0.76;
const DIGIT = 0.65;
const NARROW = 0.4;
const THIN = 0.28;
const BOLD = 1.06;

const WIDE_LETTER =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f000}-\u{3ffff}]/u;
const THIN_LETTER = /[ .,:;iljI]/;
const NARROW_LETTER = /['|!tfr()[\]/]/;
const DIGIT_WIDE = /[\d+=*−-]/;
const BROAD_LETTER = /[mwMW@%&—]/;

export interface Letterform {
  size: number;
  bold?: boolean | undefined;
  mono?: boolean | undefined;
}

function letterWidth(letter: string, mono: boolean): number {
  if (WIDE_LETTER.test(letter)) return WIDE;
  if (mono) return MONO;
  if (THIN_LETTER.test(letter)) return THIN;
  if (NARROW_LETTER.test(letter)) return NARROW;
  if (BROAD_LETTER.test(letter)) return WIDE;
  if (DIGIT_WIDE.test(letter)) return DIGIT;
  return letter.toLowerCase() === letter ? USUAL : CAPITAL;
}

/** Millimetres. */
export function textWidth(text: string, { size, bold = false, mono = false }: Letterform): number {
  let sum = 0;
  for (const letter of text) sum += letterWidth(letter, mono);
  return sum * size * POINT * (bold && !mono ? BOLD : 1);
}

/** As much of the text as there is room for, of one letter at least. */
function fitting(text: string, width: number, letters: Letterform): string {
  let taken = '';
  for (const letter of text) {
    if (taken !== '' && textWidth(taken + letter, letters) > width) break;
    taken += letter;
  }
  return taken;
}

/** The lines that a text takes in this width: broken at blanks where it has them, else anywhere; no letter is lost. */
export function linesOf(text: string, width: number, letters: Letterform): string[] {
  const lines: string[] = [];
  let rest = text;
  while (textWidth(rest, letters) > width) {
    const most = fitting(rest, width, letters);
    if (most === rest) break;
    const blank = rest[most.length] === ' ' ? most.length : most.lastIndexOf(' ');
    const taken = blank > 0 ? rest.slice(0, blank) : most;
    lines.push(taken);
    rest = rest.slice(blank > 0 ? blank + 1 : taken.length);
  }
  return [...lines, rest];
}

/** The size at which the text fits on one line, no smaller than `least`. */
export function sizeFor(text: string, width: number, letters: Letterform, least: number): number {
  const wanted = textWidth(text, letters);
  if (wanted <= width) return letters.size;
  return Math.max(Math.min(least, letters.size), Math.floor(((letters.size * width) / wanted) * 10) / 10);
}
