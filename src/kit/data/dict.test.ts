// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { loadAllTexts, setLocale, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { dictLabel, dictTone, setDicts } from './dict.ts';

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  setDicts({});
});

it('says a value in the language of the moment', async () => {
  expect(dictLabel('collectStatusEnum', 2)).toBe('Success');
  expect(dictLabel('collectStatusEnum', '2')).toBe('Success');
  await setLocale('zh-tw');
  expect(dictLabel('collectStatusEnum', 2)).toBe('成功');
});

it('shows the server’s name of a value as soon as it is known', () => {
  const mine = (label: string, tagType: string) =>
    setDicts({ ownDict: [{ value: '1', label, name: 'one', tagType }] });
  expect([dictLabel('ownDict', 1), dictTone('ownDict', 1)]).toEqual(['1', 'info']);
  mine('first', 'danger');
  expect([dictLabel('ownDict', 1), dictTone('ownDict', 1)]).toEqual(['first', 'danger']);
  mine('second', 'success');
  expect([dictLabel('ownDict', 1), dictTone('ownDict', 1)]).toEqual(['second', 'success']);
});

it('shows a value without a word as it is, and none as nothing', () => {
  expect([dictLabel('collectStatusEnum', 99), dictLabel('nowhere', 'x')]).toEqual(['99', 'x']);
  expect([dictLabel('collectStatusEnum', null), dictLabel('collectStatusEnum', undefined)]).toEqual(['', '']);
});
