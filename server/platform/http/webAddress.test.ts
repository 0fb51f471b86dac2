import { expect, it } from 'vitest';
import { isWebAddress } from './webAddress.ts';

it.each(['https://pay.example/1', 'http://127.0.0.1:8080/pay', 'HTTPS://pay.example'])('opens %s', (text) =>
  expect(isWebAddress(text)).toBe(true),
);

it.each([
  'javascript:alert(1)',
  'JavaScript://x/%0aalert(1)',
  'data:text/html,x',
  '/pay/1',
  '//pay.example',
  '',
])('does not open %s', (text) => expect(isWebAddress(text)).toBe(false));
