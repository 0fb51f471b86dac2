import type { Row } from '../../../contract/calls.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { type Command, openView, translate, useCaller, useT } from '../../kit/index.ts';
import type { Actions } from '../../resource/actions/useActions.ts';
import type { Words } from '../../resource/actions/texts.ts';
import { followers } from '../../resource/link/followers.ts';

const ICONS: Readonly<Record<string, string>> = {
  claim: 'claim',
  unclaim: 'undo',
  settle: 'settle',
  batchSettle: 'settle',
  notify: 'notify',
  reverse: 'undo',
  cancel: 'close',
};

export const commandId = (action: string): string => `collectOrder.${action}`;

interface Ports {
  actions: Actions;
  words: Words;
  exportRows: () => Promise<void>;
  current: () => Row | undefined;
}

/** The verbs of the screen: one list for buttons, menu, palette and keys. */
export function useOrderCommands({ actions, words, exportRows, current }: Ports): Omit<Command, 'scope'>[] {
  const t = useT('orders');
  const { can } = useCaller();
  const open = (view: string, args: (row: Row) => Record<string, unknown>) => () => {
    const row = current();
    return row ? openView(view, args(row)) : undefined;
  };
  const standing = (): true | string => (current() ? true : t('collectOrder.select.one'));
  const verbs: Omit<Command, 'scope'>[] = actions.names.map((name) => ({
    id: commandId(name),
    label: () => words.action(name),
    icon: ICONS[name] ?? 'check',
    ...(collectOrder.actions[name as keyof typeof collectOrder.actions] &&
      actions.get(name).hotkey && { keys: [actions.get(name).hotkey!] }),
    when: () => actions.may(name),
    run: () => actions.start(name),
  }));
  const more: Omit<Command, 'scope'>[] = [];
  if (can('collectOrder:export')) {
    more.push({
      id: commandId('export'),
      label: () => words.action('export'),
      icon: 'download',
      run: exportRows,
    });
  }
  if (can('fundDetail:page')) {
    more.push({
      id: commandId('fundDetail'),
      label: () => translate('orders:collectOrder.intents.fundDetail'),
      icon: 'finance',
      keys: ['d'],
      when: standing,
      // The panel beside that follows this order shows them already.
      run: open('fundDetail', ({ orderNo }) => (followers.has('fundDetail', orderNo) ? {} : { orderNo })),
    });
  }
  if (can('callback:page')) {
    more.push({
      id: commandId('callback'),
      label: () => translate('orders:collectOrder.intents.callback'),
      icon: 'notify',
      when: standing,
      run: open('callback', (row) => ({ orderNo: row.orderNo })),
    });
  }
  return [...verbs, ...more];
}
