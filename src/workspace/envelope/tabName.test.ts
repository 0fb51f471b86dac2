import { afterEach, expect, test } from 'vitest';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { LONGEST_NAME, readTabName, tabNameText, withTabName } from './tabName.ts';

afterEach(() => keepLocale('en'));

const nameIn = (locale: Parameters<typeof keepLocale>[0], name: string | undefined) => {
  keepLocale(locale);
  return tabNameText(name);
};

test('a name is a JSON map of locale to name, and one language is renamed without the others', () => {
  const english = withTabName(undefined, 'en', 'Night shift');
  expect(english).toBe('{"en":"Night shift"}');
  const both = withTabName(english, 'zh-cn', '夜班');
  expect(JSON.parse(both!)).toEqual({ en: 'Night shift', 'zh-cn': '夜班' });
  const again = withTabName(both, 'en', 'Late');
  expect([nameIn('en', again), nameIn('zh-cn', again)]).toEqual(['Late', '夜班']);
});

test('a language without a name of its own shows that of another', () => {
  const name = withTabName(undefined, 'en', 'Night shift');
  expect(nameIn('zh-tw', name)).toBe('Night shift');
  expect(nameIn('zh-tw', withTabName(name, 'zh-cn', '夜班'))).toBe('夜班');
});

test('an empty name is that of the view, in its language alone; with the last one the map goes', () => {
  const both = withTabName(withTabName(undefined, 'en', 'Late'), 'zh-cn', '夜班');
  const cleared = withTabName(both, 'en', '');
  expect([nameIn('en', cleared), nameIn('zh-cn', cleared)]).toEqual([undefined, '夜班']);
  expect(withTabName(cleared, 'zh-cn', '')).toBeUndefined();
});

test('a name that was stored before names had a language is the tab’s in every one', () => {
  const name = readTabName('  Night shift ');
  expect(JSON.parse(name!)).toEqual({ en: 'Night shift', 'zh-cn': 'Night shift', 'zh-tw': 'Night shift' });
  expect(nameIn('zh-cn', withTabName(name, 'en', 'Late'))).toBe('Night shift');
  expect(readTabName(name)).toBe(name);
});

test('what is stored is not trusted', () => {
  expect(readTabName({ en: 'Late', xx: 'no language', 'zh-cn': 7 })).toBe('{"en":"Late"}');
  for (const raw of [7, null, [], '', ' ', '{"en":""}', { en: 'x'.repeat(LONGEST_NAME + 1) }])
    expect(readTabName(raw)).toBeUndefined();
  expect(tabNameText(readTabName('{curly'))).toBe('{curly');
});
