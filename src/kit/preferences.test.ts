// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, parsePreferences, preferences, setPreferences } from './preferences.ts';

test('the defaults are those of the specification', () => {
  expect(DEFAULT_PREFERENCES).toMatchObject({
    primary: '#0F59A4',
    size: 'small',
    menuWidth: 70,
    logoHeight: 50,
    menuHeight: 50,
    tagsStyle: 'five',
    animation: 'fadeLeft',
    lockSeconds: 300,
    watermark: true,
  });
});

test('keeps what is valid and mends the rest', () => {
  const mended = parsePreferences({
    theme: 'light',
    size: 'huge',
    lockSeconds: -1,
    timeZone: 'Mars/Base',
    unknown: 1,
  });
  expect(mended).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
  expect(parsePreferences('rubbish')).toEqual(DEFAULT_PREFERENCES);
});

test('a change is stored under the prefix of the product', () => {
  setPreferences({ size: 'large' });
  expect(preferences().size).toBe('large');
  expect(localStorage.getItem('paydesk:preferences')).toContain('"large"');
  setPreferences(DEFAULT_PREFERENCES);
});
