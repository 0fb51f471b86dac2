// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDefaultStore } from 'jotai';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { loadPinyin, pinyinAtom } from '../../kit/i18n/pinyin.ts';
import { matches, score } from './rank.ts';

beforeAll(async () => {
  keepLocale('en');
  await loadPinyin();
  expect(getDefaultStore().get(pinyinAtom)).toBe(false);
  keepLocale('zh-tw');
  await loadPinyin();
});
afterAll(() => keepLocale('en'));

test.each([
  ['代收订单', 'dsdd', true],
  ['代收订单', 'daishou', true],
  ['代收訂單', 'dsdd', true],
  ['商戶資產', 'shzc', true],
  ['商户资产', 'zichan', true],
  ['商户资产', 'dsdd', false],
])('%s by %s', (label, text, meant) => expect(matches(label, 'x', text)).toBe(meant));

test('what the text begins is before what it is within', () =>
  expect(score('订单日志', 'x', 'dd')).toBeGreaterThan(score('代收订单', 'x', 'dd')));
