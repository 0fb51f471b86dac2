import { describe, expect, test, vi } from 'vitest';
import { createRuler } from './measure.ts';

/** A page whose pen counts ten pixels a sign in the plain font and six in the other. */
function pageWithPen() {
  const pen = {
    font: '',
    measureText: vi.fn((text: string) => ({ width: text.length * (pen.font === 'plain' ? 10 : 6) })),
  };
  return { pen, page: { createElement: () => ({ getContext: () => pen }) } as unknown as Document };
}

describe('the ruler', () => {
  test('measures each text once in each font, until a font has arrived', () => {
    const { pen, page } = pageWithPen();
    const ruler = createRuler(page);
    ruler.use({ plain: 'plain', mono: 'mono' });
    expect(ruler.width('abcde', false)).toBeCloseTo(52);
    expect(ruler.width('abcde', true)).toBeCloseTo(31.2);
    ruler.width('abcde', false);
    expect(pen.measureText).toHaveBeenCalledTimes(2);
    ruler.forget();
    ruler.width('abcde', false);
    expect(pen.measureText).toHaveBeenCalledTimes(3);
  });

  test('another font is measured anew, the same one is not', () => {
    const { pen, page } = pageWithPen();
    const ruler = createRuler(page);
    ruler.use({ plain: 'plain', mono: 'mono' });
    ruler.width('ab', false);
    ruler.use({ plain: 'plain', mono: 'mono' });
    ruler.width('ab', false);
    expect(pen.measureText).toHaveBeenCalledTimes(1);
    ruler.use({ plain: 'larger', mono: 'mono' });
    expect(ruler.width('ab', false)).toBeCloseTo(12.48);
  });

  test('measures figures of the same length once, in the mono font every sign', () => {
    const { pen, page } = pageWithPen();
    const ruler = createRuler(page);
    ruler.use({ plain: 'plain', mono: 'mono' });
    expect(ruler.width('1,234.50', false)).toBe(ruler.width('9,870.12', false));
    expect(ruler.width('C2026…a81f', true)).toBe(ruler.width('P1907…00de', true));
    expect(pen.measureText).toHaveBeenCalledTimes(2);
    ruler.width('Mumbai', false);
    ruler.width('Illini', false);
    expect(pen.measureText).toHaveBeenCalledTimes(4);
  });

  test('without a pen every text counts as too wide', () => {
    const page = { createElement: () => ({ getContext: () => null }) } as unknown as Document;
    expect(createRuler(page).width('a', false)).toBe(Number.POSITIVE_INFINITY);
  });
});
