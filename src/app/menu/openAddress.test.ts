import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commands } from '../../kit/commands/registry.ts';
import { setMenu } from '../../kit/data/menu.ts';
import { entryState } from '../../kit/address.ts';
import { AS_LEFT, HOME } from '../home.ts';
import { openAddress } from './openAddress.ts';

const open = vi.fn();
let undo = () => {};
beforeEach(() => {
  vi.stubGlobal('reportError', vi.fn());
  setMenu(
    [
      { name: 'dashboard', path: HOME, type: 2 },
      { name: 'collectOrder', path: '/order/collectOrder', type: 2 },
    ],
    [],
  );
  undo = commands.register({ id: 'workspace.open', label: () => '', run: open, guard: 0 });
});
afterEach(() => {
  undo();
  open.mockReset();
  vi.unstubAllGlobals();
});

it('opens Home where somebody asked for it', () => {
  openAddress(HOME, '', null);
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ view: 'dashboard', byAddress: true }));
});

it('opens nothing where nobody did: at the start, and on a tab that has no address', () => {
  openAddress(HOME, '', AS_LEFT);
  openAddress(HOME, '', entryState('page', 0));
  expect(open).not.toHaveBeenCalled();
});

it('names the tab that wrote the address', () => {
  openAddress('/order/collectOrder', '?status=[7]', entryState('orders', 0));
  expect(open).toHaveBeenCalledWith(
    expect.objectContaining({ view: 'collectOrder', args: { status: '[7]' }, tab: 'orders' }),
  );
});
