import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useCommands } from '../../kit/commands/useCommands.ts';
import { isLeaf, menu, menuAtom } from '../../kit/data/menu.ts';
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

export const goCommand = (name: string): string => `go.${name}`;

/** A command for every view of the menu, so that any of them can have keys. The palette lists the views themselves. */
export function useGoCommands(): void {
  const tree = useAtomValue(menuAtom);
  const list = useMemo(
    () =>
      // The menu as it is now.
      (tree.length > 0 ? menu.leaves() : [])
        .filter((entry) => isLeaf(entry) && !entry.hidden)
        .map((entry) => {
          const letter = LETTERS[entry.name];
          return {
            id: goCommand(entry.name),
            label: () => menu.title(entry),
            icon: iconOf(entry),
            ...(letter !== undefined && { keys: [`g ${letter}`] }),
            hidden: true,
            guard: 0,
            run: () => openEntry(entry),
          };
        }),
    [tree],
  );
  useCommands(undefined, list);
}
