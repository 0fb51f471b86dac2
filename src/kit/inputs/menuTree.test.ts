import { expect, it } from 'vitest';
import {
  grantable,
  isUnfit,
  type MenuNode,
  parseMenuNodes,
  pickedState,
  tenantMenus,
  togglePicked,
} from './menuTree.ts';

const node = (id: string, type: number, ...children: MenuNode[]): MenuNode => ({
  id,
  title: id,
  type,
  name: null,
  permission: '',
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
    {
      id: '1',
      title: 'a',
      type: 2,
      name: null,
      permission: '',
      children: [{ id: '2', title: '', type: Number.NaN, name: null, permission: '', children: [] }],
    },
  ]);
});

it('keeps from the holders of a role what is not for them, and takes away what they have of it', () => {
  const button = (id: string, permission: string) => ({ ...node(id, 3), permission });
  const [own, staff] = [button('11', 'collectOrder:notify'), button('12', 'collectOrder:settle')];
  const [orders, bills] = [node('10', 2, own, staff), node('20', 2, button('21', 'bankBill:page'))];
  const menu = [node('1', 1, orders, bills)];
  const unfit = (holders: Parameters<typeof isUnfit>[1]) =>
    [own, staff, orders, bills].map((each) => isUnfit(each, holders));
  expect(unfit([])).toEqual([false, false, false, false]);
  expect(unfit(['staff'])).toEqual([false, false, false, false]);
  expect(unfit(['staff', 'merchant'])).toEqual([false, true, false, true]);
  expect(togglePicked(menu, new Set(), menu[0]!, true, ['merchant'])).toEqual(['1', '10', '11']);
  expect(grantable(menu, ['agent'])).toEqual(['1', '10', '11']);
  // All that they may have is all, so that it can be taken away at once; what they have beyond it shows.
  const state = (picked: string[]) =>
    [menu[0]!, orders].map((each) => pickedState(each, new Set(picked), ['merchant']));
  expect(state(['1', '10', '11'])).toEqual(['all', 'all']);
  expect(state(['1', '10', '12'])).toEqual(['some', 'some']);
  expect(state([])).toEqual(['none', 'none']);
  expect(togglePicked(menu, new Set(['1', '10', '11', '12']), staff, false, ['merchant'])).toEqual([
    '1',
    '10',
    '11',
  ]);
});

it('offers a tenant nothing that the platform decides', () => {
  const button = (id: string, permission: string): MenuNode => ({ ...node(id, 3), permission });
  const settle = button('31', 'collectOrder:settle');
  const confirm = button('32', 'collectOrder:forceConfirm');
  const orders = { ...node('30', 2, settle, confirm), name: 'collectOrder' };
  const channels = { ...node('40', 2, button('41', 'channel:add')), name: 'channel' };
  const offered = tenantMenus([node('1', 1, orders), node('2', 1, channels)]);
  expect(offered).toEqual([node('1', 1, { ...orders, children: [settle] })]);
});
