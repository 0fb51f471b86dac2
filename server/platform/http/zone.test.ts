import { expect, it } from 'vitest';
import { localeFrom } from './locales.ts';
import { timeText, zoneFrom } from './zone.ts';

it('writes an instant as the caller’s wall clock reads it', () => {
  const at = new Date('2026-03-31T23:05:09.123Z');
  expect(timeText(at, 'Asia/Kolkata')).toBe('2026-04-01 04:35:09');
  expect(timeText(at, 'America/Sao_Paulo')).toBe('2026-03-31 20:05:09');
  expect(timeText(new Date('2026-04-01T00:00:00Z'), 'UTC')).toBe('2026-04-01 00:00:00');
});

it('takes IANA names only, else the report zone', () => {
  expect(zoneFrom('Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(zoneFrom('Mars/Base', 'Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(zoneFrom(undefined, 'nonsense')).toBe('Asia/Kolkata');
});

it('understands the language a client names', () => {
  expect(localeFrom('zh-CN,zh;q=0.9')).toBe('zh-cn');
  expect(localeFrom('zh-Hant-HK')).toBe('zh-tw');
  expect(localeFrom('en-US')).toBe('en');
  expect(localeFrom('fr, en;q=0.5')).toBe('en');
  expect(localeFrom(undefined)).toBe('zh-cn');
});
