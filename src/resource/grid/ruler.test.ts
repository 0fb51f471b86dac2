import { describe, expect, test, vi } from 'vitest';
import { createRuler } from './ruler.ts';

const METRICS = {
  plain: { font: 'plain', digit: 7, around: 0 },
  mono: { font: 'mono', digit: 6, around: 0 },
  tag: { font: 'tag', digit: 7, around: 12 },
};

/** A pen that counts ten pixels a sign. */
function rulerWithPen() {
  const measureText = vi.fn((text: string) => ({ width: text.length * 10 }));
  const pen = { font: '', measureText } as unknown as CanvasRenderingContext2D;
  return { measureText, ruler: createRuler(METRICS, pen) };
}

describe('the ruler', () => {
  test('digits are as wide as the page draws them, the rest as the pen says', () => {
    const { ruler } = rulerWithPen();
    expect(ruler.width('1,234.50', 'plain')).toBe(6 * 7 + 2 * 10);
    expect(ruler.width('C2026…a81f', 'mono')).toBe(9 * 6 + 10);
    expect(ruler.width('Failed 3/8', 'tag')).toBe(2 * 7 + 8 * 10 + 12);
  });

  test('measures figures of the same length once, in the mono font every sign', () => {
    const { ruler, measureText } = rulerWithPen();
    expect(ruler.width('1,234.50', 'plain')).toBe(ruler.width('9,870.12', 'plain'));
    expect(ruler.width('C2026…a81f', 'mono')).toBe(ruler.width('P1907…00de', 'mono'));
    expect(measureText).toHaveBeenCalledTimes(2);
    ruler.width('Mumbai', 'plain');
    ruler.width('Illini', 'plain');
    expect(measureText).toHaveBeenCalledTimes(4);
  });

  test('without a pen every text counts as too wide', () => {
    expect(createRuler(METRICS, null).width('a', 'plain')).toBe(Number.POSITIVE_INFINITY);
  });
});
