import { getDefaultStore } from 'jotai';
import { commands } from '../../kit/commands/registry.ts';
import { type MenuEntry, menu, menuAtom } from '../../kit/data/menu.ts';
import { chooseMenuApp, menuAppsAtom } from '../../kit/data/menuApps.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { localised } from '../../kit/i18n/locale.ts';
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

/** The palette switches applications where the person has several. */
function registerApps(): (() => void)[] {
  const apps = getDefaultStore().get(menuAppsAtom);
  if (apps.length < 2) return [];
  return apps.map(({ id, title, icon }) =>
    commands.register({
      id: `menu.app.${id}`,
      label: () => translate('app:apps.switch', { name: localised(title) }),
      icon: icon ?? 'layout',
      guard: 0,
      run: () => chooseMenuApp(id),
    }),
  );
}

/** A command for every view of the menu, so that any of them can have keys. Returns its undo. */
export function offerViews(): () => void {
  let undos: (() => void)[] = [];
  const clear = (): void => {
    for (const undo of undos) undo();
  };
  const offer = (): void => {
    clear();
    const views = menu.leaves().filter((entry) => !entry.hidden);
    undos = [...views.map(register), ...registerApps()];
  };
  offer();
  const stop = getDefaultStore().sub(menuAtom, offer);
  return () => {
    stop();
    clear();
  };
}
