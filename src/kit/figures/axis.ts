/** Steps of an axis that read well, a line between the ground and the top. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The first step that reads well and is no smaller: a whole number, of orders too. */
export function stepFrom(
  size: number,
  fits: (step: number) => boolean = Number.isInteger,
): number | undefined {
  const least = Math.max(1, size);
  const scale = 10 ** Math.floor(Math.log10(least));
  return STEPS.map((step) => step * scale).find((step) => step >= least && fits(step));
}

/** Half the height of an axis on which a tenth stays free above the highest point. */
export const stepFor = (max: number): number => stepFrom((max * 1.1) / 2)!;

/** Shares of the height of a letter: ideographs are as wide as high, digits less. */
const WIDE = 1;
const NARROW = 0.64;
const GAP = 8;
const GRAIN = 8;
const LEAST_EDGE = 40;

/** Px that an axis needs for its longest text; in steps, so that a chart does not move for a single letter. */
export function edgeFor(texts: readonly string[], fontSize: number): number {
  const widthOf = (text: string) =>
    Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE : NARROW), 0);
  const longest = Math.max(0, ...texts.map(widthOf)) * fontSize;
  return Math.max(LEAST_EDGE, Math.ceil((longest + GAP) / GRAIN) * GRAIN);
}

/** Text that a chart's tooltip would take for HTML. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
