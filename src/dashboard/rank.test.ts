import { expect, test } from 'vitest';
import { rankOf } from './rank.ts';

test('the name that was typed comes first, then those that begin so', () => {
  const names = ['Daily report', 'Reports of the week', 'Report'];
  const ranked = names.toSorted((a, b) => rankOf(a, 'report') - rankOf(b, 'report'));
  expect(ranked).toEqual(['Report', 'Reports of the week', 'Daily report']);
});
