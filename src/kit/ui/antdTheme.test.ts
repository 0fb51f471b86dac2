// @vitest-environment happy-dom
import { theme } from 'antd';
import { expect, it } from 'vitest';
import { antdTheme } from './antdTheme.ts';
import { contrast, parseHex } from './contrast.ts';
import { DEFAULT_PRIMARY, type Mode, makeTokens } from './tokens.ts';

it.each<Mode>(['dark', 'light'])('a wrong field shows on %s that it has the focus', (mode) => {
  const ours = makeTokens(mode, 'small', DEFAULT_PRIMARY);
  const { colorErrorOutline } = theme.getDesignToken(antdTheme(ours));
  expect(() => parseHex(colorErrorOutline)).not.toThrow();
  expect(contrast(colorErrorOutline, ours.panel)).toBeGreaterThanOrEqual(3);
});
