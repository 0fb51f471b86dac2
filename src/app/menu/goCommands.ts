import { getDefaultStore } from 'jotai';
import { commands } from '../../kit/commands/registry.ts';
import { type MenuEntry, menu, menuAtom } from '../../kit/data/menu.ts';
import { iconOf } from './icons.ts';
import { openEntry } from './openAddress.ts';

/** Letters after `g` that open a view: those of its English name where they were free. */
const LETTERS: Readonly<Record<string, string>> = {
  dashboard: 'h',
  collectOrder: 'o',
  payOrder: 'p',
  callback: 'c',
  bankBill: 'b',
  payment: 'y',
  fundDetail: 'f',
  merchantAsset: 'a',
  approval: 'v',
  reviewItem: 'r',
  withdrawal: 'w',
  merchant: 'm',
  upstream: 'u',
  channel: 'n',
  orderLog: 'l',
  dailyReport: 'd',
};

/** The id of the command that opens a view of the menu. */
export const goCommand = (name: string): string => `go.${name}`;

function register(entry: MenuEntry): () => void {
  const letter = LETTERS[entry.name];
  return commands.register({
    id: goCommand(entry.name),
    label: () => menu.title(entry),
    icon: iconOf(entry),
    ...(letter !== undefined && { keys: [`g ${letter}`] }),
    // The palette lists the views themselves.
    hidden: true,
    guard: 0,
    run: () => openEntry(entry),
  });
}

/** A command for every view of the menu, so that any of them can have keys. Returns its undo. */
export function offerViews(): () => void {
  let undos: (() => void)[] = [];
  const clear = (): void => {
    for (const undo of undos) undo();
  };
  const offer = (): void => {
    clear();
    undos = menu
      .leaves()
      .filter((entry) => !entry.hidden)
      .map(register);
  };
  offer();
  const stop = getDefaultStore().sub(menuAtom, offer);
  return () => {
    stop();
    clear();
  };
}
