import { describe, expect, test } from 'vitest';
import { contrast } from './contrast.ts';
import { type Mode, type Size, type Tone, cssVariables, makeTokens, toneText } from './tokens.ts';

const TONES: readonly Tone[] = ['success', 'warning', 'info', 'primary', 'danger'];
// The default, and colours that people are likely to pick, extremes included.
const PRIMARIES = ['#0F59A4', '#000000', '#FFFFFF', '#FFE500', '#7A0019', '#3F5468'];

describe.each<Mode>(['dark', 'light'])('contrast on %s', (mode) => {
  test.each(PRIMARIES)('with primary %s', (primary) => {
    const t = makeTokens(mode, 'small', primary);
    for (const ground of [t.panel, t.bg, t.raised, t.hover, t.selected]) {
      expect(contrast(t.text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(t.muted, ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of [t.panel, t.bg, t.selected])
      expect(contrast(t.primary, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.onPrimary, t.primaryFill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.controlBorder, t.panel)).toBeGreaterThanOrEqual(3);
    for (const tone of TONES) expect(contrast(toneText(t, tone), t.soft[tone])).toBeGreaterThanOrEqual(4.5);
    for (const tone of ['success', 'warning', 'danger', 'info'] as const) {
      expect(contrast(t[tone], t.panel)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('the primary of the light theme is the given colour itself', () => {
  expect(makeTokens('light', 'small').primary.toLowerCase()).toBe('#0f59a4');
});

test('sizes follow the look: 26 px rows and 12 px type at small', () => {
  const heights = (size: Size) => [makeTokens('dark', size).font, makeTokens('dark', size).row];
  expect([heights('small'), heights('default'), heights('large')]).toEqual([
    [12, 26],
    [13, 30],
    [14, 36],
  ]);
});

test('every variable has a value', () => {
  expect(Object.entries(cssVariables(makeTokens('dark', 'small'))).filter(([, value]) => !value)).toEqual([]);
});
