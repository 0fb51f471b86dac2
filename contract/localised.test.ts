import { expect, it } from 'vitest';
import { isLocalText, localText, withText } from './localised.ts';

it('reads a map of locale to text in the asked language, else in Chinese, and leaves plain text alone', () => {
  const both = '{"zh-cn":"总部","en":"Head office"}';
  expect(localText(both, 'en')).toBe('Head office');
  expect(localText(both, 'zh-tw')).toBe('总部');
  expect(localText('{"en":"Only"}', 'zh-cn')).toBe('Only');
  for (const plain of ['总部', '{not json', '{"en":7}', '']) expect(localText(plain, 'en')).toBe(plain);
});

it('takes maps of known languages only', () => {
  for (const good of ['plain', '{"zh-cn":"总部"}', '{"en":"a","zh-tw":"b"}'])
    expect(isLocalText(good)).toBe(true);
  for (const bad of ['{', '{}', '{"fr":"a"}', '{"en":7}', '{"__proto__":"a"}'])
    expect(isLocalText(bad)).toBe(false);
});

it('writes one language of a stored text and leaves the others', () => {
  const map = JSON.stringify({ 'zh-cn': '总部', en: 'Head office' });
  expect(JSON.parse(withText(map, 'en', 'HQ'))).toEqual({ 'zh-cn': '总部', en: 'HQ' });
  expect(withText('area.business', 'en', 'Business')).toBe('Business');
  expect(withText('{ broken', 'en', 'x')).toBe('x');
});
