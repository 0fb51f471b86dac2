import { expect, it } from 'vitest';
import { isOwnPath, isPageLink, isWebLink } from './pageLink.ts';

it.each([
  'https://beian.example.cn/',
  'http://example.com:8080/a?b=c#d',
  'https://例子.cn/x@y',
  'http://[2001:db8::1]/x',
  'https://example.com?a@b',
])('%s is a page of the web', (text) => expect(isWebLink(text)).toBe(true));

it.each(['/icon.svg', '/upload/2026/1.png?x=//y', '/'])('%s is a path of our own', (text) => {
  expect([isOwnPath(text), isWebLink(text)]).toEqual([true, false]);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\\\\host\\share',
  'https:evil.example',
  'https:/evil.example',
  'https://',
  'https://user:word@example.com/',
  'https://bank.example@evil.example/',
  ' https://example.com',
  'https://example.com/\u202e',
  'mailto:a@b.c',
  'icon.svg',
  '',
])('%j is neither', (text) => expect(isPageLink(text)).toBe(false));
