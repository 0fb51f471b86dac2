import { expect, it } from 'vitest';
import { withText } from './localisedText.ts';

it('writes the language on screen and leaves the others', () => {
  const map = JSON.stringify({ 'zh-cn': '总部', en: 'Head office' });
  expect(JSON.parse(withText(map, 'en', 'HQ'))).toEqual({ 'zh-cn': '总部', en: 'HQ' });
  expect(withText('area.business', 'en', 'Business')).toBe('Business');
  expect(withText('{ broken', 'en', 'x')).toBe('x');
});
