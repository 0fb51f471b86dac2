// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { loginAddress, returnAddress } from './signOut.ts';

test('the address asked for survives the sign-in', () => {
  const login = loginAddress('/orders/collect', '?merchantId=5&status=2');
  expect(login).toMatch(/^\/login\?redirect=%2Forders%2Fcollect&params=/);
  expect(returnAddress(login.slice('/login'.length))).toBe('/orders/collect?merchantId=5&status=2');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/login',
])('never leads to %j', (redirect) =>
  expect(returnAddress(`?${new URLSearchParams({ redirect })}`)).toBe('/'),
);

test('params that cannot be read are left out', () => {
  expect(returnAddress('?redirect=%2Fx&params=%7Bbroken')).toBe('/x');
});
