import { expect, it } from 'vitest';
import { parseEnv } from './env.ts';

it.each([
  ['https://pay.example.com', 'https://pay.example.com'],
  ['http://10.0.0.7:7300/', 'http://10.0.0.7:7300'],
  ['https://Example.com/desk/', 'https://example.com/desk'],
])('takes PUBLIC_URL %s', (given, kept) => {
  expect(parseEnv({ PUBLIC_URL: given }).publicUrl).toBe(kept);
});

it.each([
  'pay.example.com',
  'ftp://pay.example.com',
  'javascript:alert(1)',
  'https://user@pay.example.com',
  'https://pay.example.com?x=1',
  'https://pay.example.com/#',
  'https://',
])('refuses PUBLIC_URL %s by name', (given) => {
  expect(() => parseEnv({ PUBLIC_URL: given })).toThrow(/^PUBLIC_URL must be/);
});

it('has no PUBLIC_URL unless one is set', () => {
  expect(parseEnv({ PUBLIC_URL: '' }).publicUrl).toBeUndefined();
});
