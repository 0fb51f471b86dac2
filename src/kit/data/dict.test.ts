// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { loadAllTexts, setLocale, startI18n } from '../i18n/i18n.ts';
import { keepLocale } from '../i18n/locale.ts';
import { dict, dictLabel, dictTone, setDicts } from './dict.ts';

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

it.each(['en', 'zh-cn', 'zh-tw'] as const)(
  'calls a renamed item as its administrator does (%s)',
  async (locale) => {
    await setLocale(locale);
    const sent = (more: object) =>
      setDicts({ collectStatusEnum: [{ value: 2, name: 'success', tagType: 'danger', ...more }] });
    sent({ label: '已创建', renamed: false });
    expect(dictLabel('collectStatusEnum', 2)).toBe(locale === 'en' ? 'Success' : '成功');
    sent({ label: 'Paid in full', renamed: true });
    expect([dictLabel('collectStatusEnum', 2), dictTone('collectStatusEnum', 2)]).toEqual([
      'Paid in full',
      'danger',
    ]);
  },
);

it('shows what is switched off, and offers it no more', () => {
  setDicts({ collectStatusEnum: [{ value: 3, label: '失败', name: 'failed', tagType: 'danger' }] });
  expect(dictLabel('collectStatusEnum', 2)).toBe('Success');
  expect(dict('collectStatusEnum').map(({ value }) => value)).toEqual([3]);
});
