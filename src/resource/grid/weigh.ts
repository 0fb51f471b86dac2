/** Texts whose weight is kept: states and names come again and again. */
const REMEMBERED = 5_000;

const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff]/u, 1.75],
  [/[,.:;'|!iljtfrI ·()[\]-]/, 0.5],
  [/[mwMW@%]/, 1.5],
  [/[A-Z+−]/, 1.15],
];

/** A text's width in digits, near enough to tell which of many to measure. */
export function weigh(text: string): number {
  let weight = 0;
  for (const sign of text) weight += WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 1;
  return weight;
}

/** The same with what it has weighed kept in mind. */
export function createScale(): (text: string) => number {
  const weights = new Map<string, number>();
  return (text) => {
    const known = weights.get(text) ?? weigh(text);
    if (weights.size > REMEMBERED) weights.clear();
    weights.set(text, known);
    return known;
  };
}
