// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { setPreferences } from '../preferences.ts';
import { comingLocaleAtom, i18n, setLocale, startI18n, translate, useT } from './i18n.ts';
import { currentLocale, keepLocale } from './locale.ts';

test('the language stays whole until the texts of the next one are there', async () => {
  keepLocale('en');
  await startI18n(['app']);
  let arrive: () => void = () => undefined;
  const load = i18n.loadLanguages.bind(i18n);
  const held = new Promise<void>((resolve) => (arrive = resolve));
  vi.spyOn(i18n, 'loadLanguages').mockImplementation(async (locale) => {
    await held;
    return load(locale);
  });
  const switching = setLocale('zh-tw');
  expect([currentLocale(), i18n.language, getDefaultStore().get(comingLocaleAtom)]).toEqual([
    'en',
    'en',
    'zh-tw',
  ]);
  arrive();
  await switching;
  expect([currentLocale(), i18n.language, getDefaultStore().get(comingLocaleAtom)]).toEqual([
    'zh-tw',
    'zh-tw',
    undefined,
  ]);
  expect(translate('app:language')).toBe('語言');
});

test('there is one blank between Chinese and Latin, none between Chinese words', async () => {
  await setLocale('zh-cn');
  await i18n.loadNamespaces('grid');
  const edit = (name: string) => translate('grid:form.update', { name });
  expect([edit('H2611'), edit('商户'), edit('<b>')]).toEqual(['编辑 H2611', '编辑商户', '编辑<b>']);
  await setLocale('zh-tw');
});

test('texts that do not come change nothing, and the latest choice wins', async () => {
  await setLocale('en');
  vi.spyOn(i18n, 'hasResourceBundle').mockReturnValueOnce(false);
  await expect(setLocale('zh-cn')).rejects.toThrow();
  expect([currentLocale(), i18n.language]).toEqual(['en', 'en']);
  await Promise.all([setLocale('zh-cn'), setLocale('zh-tw')]);
  expect(currentLocale()).toBe('zh-tw');
});

test('another zone draws again whatever may show a time, and nothing else does', async () => {
  setPreferences({ timeZone: 'Asia/Kolkata' });
  const { result } = renderHook(() => useT('app'));
  const before = result.current;
  await act(async () => setPreferences({ ripple: false }));
  expect(result.current).toBe(before);
  await act(async () => setPreferences({ timeZone: 'America/Sao_Paulo' }));
  expect(result.current).not.toBe(before);
});
