import { expect, it } from 'vitest';
import { type MenuNode, parseMenuNodes, pickedState, togglePicked } from './menuTree.ts';

const node = (id: string, type: number, ...children: MenuNode[]): MenuNode => ({
  id,
  title: id,
  type,
  children,
});
const add = node('4', 3);
const edit = node('5', 3);
const view = node('3', 2, add, edit);
const area = node('2', 1, view, node('6', 2));
const tree = [area, node('7', 1, node('8', 2))];
const toggle = (picked: string[], entry: MenuNode, on: boolean) =>
  togglePicked(tree, new Set(picked), entry, on);

it('takes a button with the view and the area it lives in', () => {
  expect(toggle([], add, true)).toEqual(['2', '3', '4']);
  expect(pickedState(view, new Set(['2', '3', '4']))).toBe('some');
  expect(pickedState(area, new Set(['2', '3', '4']))).toBe('some');
});

it('takes an area with everything below it, and nothing of its neighbours', () => {
  const all = toggle([], area, true);
  expect(all).toEqual(['2', '3', '4', '5', '6']);
  expect(pickedState(area, new Set(all))).toBe('all');
  expect(pickedState(tree[1]!, new Set(all))).toBe('none');
});

it('lets parents go with the last thing below them', () => {
  expect(toggle(['2', '3', '4', '5'], add, false)).toEqual(['2', '3', '5']);
  expect(toggle(['2', '3', '5', '8'], edit, false)).toEqual(['8']);
});

it('reads the list of the server and drops what is no entry', () => {
  expect(parseMenuNodes([{ id: 1, title: 'a', type: '2', children: [null, { id: '2' }] }, 'x'])).toEqual([
    { id: '1', title: 'a', type: 2, children: [{ id: '2', title: '', type: Number.NaN, children: [] }] },
  ]);
});
