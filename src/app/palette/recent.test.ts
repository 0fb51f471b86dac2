import { expect, test } from 'vitest';
import { parseRecent } from './recent.ts';

const row = { resource: 'collectOrder', id: '1', label: 'C1', hint: '' };

test.each([
  [undefined, []],
  [{}, []],
  [[null, 3, { key: 4 }], []],
  [[{ key: 'view:home' }], [{ key: 'view:home' }]],
  [[{ key: 'found:x', found: row }], [{ key: 'found:x', found: row }]],
  [[{ key: 'found:x', found: { ...row, id: 7 } }], [{ key: 'found:x' }]],
])('reads %j', (raw, expected) => expect(parseRecent(raw)).toEqual(expected));

test('keeps the last eight', () =>
  expect(parseRecent(Array.from({ length: 20 }, (_, at) => ({ key: `view:${at}` })))).toHaveLength(8));
