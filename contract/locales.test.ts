import { expect, test } from 'vitest';
import { isLocale, LOCALES, langTag, localeOf } from './locales.ts';

test.each([
  ['zh-CN', 'zh-cn'],
  ['zh', 'zh-cn'],
  ['zh-Hans-SG', 'zh-cn'],
  ['zh-Hant-HK', 'zh-tw'],
  ['zh_TW', 'zh-tw'],
  ['en-US', 'en'],
  ['EN', 'en'],
  ['fr', undefined],
  ['zhx', undefined],
  ['', undefined],
])('the language tag %s asks for %s', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale);
});

test('every locale is asked for by its own tag', () => {
  expect(LOCALES.map((locale) => localeOf(langTag(locale)))).toEqual(LOCALES);
  expect([isLocale('en'), isLocale('toString'), isLocale(undefined)]).toEqual([true, false, false]);
});
