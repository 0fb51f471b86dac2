import { expect, test } from 'vitest';
import { conflictsOf, refusalOf } from './conflicts.ts';

const ALL = [
  { id: 'orders.claim', scope: 'a', keys: ['c'] },
  { id: 'orders.settle', scope: 'a', keys: ['shift+s'] },
  { id: 'payouts.claim', scope: 'b', keys: ['c'] },
  { id: 'grid.refresh', scope: 'a', keys: ['r'] },
  { id: 'grid.refresh', scope: 'b', keys: ['r'] },
  { id: 'app.keys', keys: ['?'] },
  { id: 'go.orders', keys: ['g o'] },
];
const ids = (id: string, keys: string) => {
  const { same, hidden } = conflictsOf(ALL, id, keys);
  return [same.map((each) => each.id), hidden.map((each) => each.id)];
};

test.each<[string, string, string, string[], string[]]>([
  ['a key that is free', 'orders.claim', 'k', [], []],
  ['the own key', 'orders.claim', 'c', [], []],
  ['a key of the same panel', 'orders.settle', 'C', ['orders.claim'], []],
  ['the same key of another panel', 'orders.claim', 'shift+s', ['orders.settle'], []],
  ['a command of several panels', 'payouts.claim', 'r', ['grid.refresh'], []],
  [
    'a key of panels, given to what is heard everywhere',
    'app.keys',
    'c',
    [],
    ['orders.claim', 'payouts.claim'],
  ],
  ['a key heard everywhere, given to a panel', 'orders.claim', '?', [], ['app.keys']],
  ['what begins keys pressed in turn', 'app.keys', 'g', ['go.orders'], []],
  ['keys that begin with a key', 'app.keys', 'g p', [], []],
  ['keys in turn whose first is a key of panels', 'app.keys', 'c o', [], ['orders.claim', 'payouts.claim']],
])('%s', (_name, id, keys, same, hidden) => expect(ids(id, keys)).toEqual([same, hidden]));

test.each([
  ['mod+t', 'browser'],
  ['mod+w', 'browser'],
  ['shift+arrowdown', 'moving'],
  ['tab', 'moving'],
  ['alt+arrowdown', undefined],
  ['g t', undefined],
])('%s: %s', (keys, refusal) => expect(refusalOf(keys)).toBe(refusal));
