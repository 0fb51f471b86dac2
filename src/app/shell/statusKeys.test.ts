import { expect, test } from 'vitest';
import type { Command } from '../../kit/commands/registry.ts';
import { statusKeys } from './statusKeys.ts';

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  label: () => id,
  keys: ['x'],
  run: () => undefined,
  ...more,
});
const not = { when: () => 'not now' };
const list = [
  command('claim'),
  command('release', not),
  command('settle', not),
  command('notify'),
  command('export', { keys: [] }),
  command('peek', { shown: true }),
  command('filter', { shown: true }),
  command('copy'),
];
const ids = (most: number) => statusKeys(list, most).map(({ id }) => id);

test('what can run now goes before what cannot, in the order of the panel', () => {
  expect(ids(4)).toEqual(['claim', 'notify', 'peek', 'filter']);
  expect(ids(6)).toEqual(['claim', 'release', 'notify', 'peek', 'filter', 'copy']);
});

test('the general ones stay where little room is left', () => {
  expect(ids(2)).toEqual(['peek', 'filter']);
});
