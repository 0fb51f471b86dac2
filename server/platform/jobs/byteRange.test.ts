import { expect, it } from 'vitest';
import { byteRange } from './byteRange.ts';

it.each([
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=10-', { from: 10, to: 99 }],
  ['bytes=10-500', { from: 10, to: 99 }],
  ['bytes=-5', { from: 95, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['', undefined],
  [undefined, undefined],
])('of 100 bytes, %s is %o', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});

it('has no range of an empty body', () => {
  expect(byteRange('bytes=0-', 0)).toBe('none');
});
