import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type Command, openView, translate, useCaller, useT } from '../../kit/index.ts';
import { iconOf } from '../actions/icons.ts';
import type { Words } from '../actions/texts.ts';
import type { Actions } from '../actions/useActions.ts';
import { followers } from '../link/followers.ts';

interface Ports {
  resource: Resource;
  actions: Actions;
  words: Words;
  exportRows: () => Promise<void>;
  current: () => Row | undefined;
  /** The peek opens: what the upstream answers shows up in its timeline. */
  look: () => void;
}

/** The verbs of an order screen: one list for buttons, menu, palette and keys. */
export function useOrderCommands(ports: Ports): Omit<Command, 'scope'>[] {
  const { resource, actions, words, exportRows, current, look } = ports;
  const t = useT('orders');
  const { can } = useCaller();
  const id = (name: string) => `${resource.id}.${name}`;
  const open = (view: string, args: (row: Row) => Record<string, unknown>) => () => {
    const row = current();
    return row ? openView(view, args(row)) : undefined;
  };
  const standing = (): true | string => (current() ? true : words.select('one'));
  const verbs: Omit<Command, 'scope'>[] = actions.names.map((name) => {
    const { hotkey, begins } = actions.get(name);
    return {
      id: id(name),
      label: () => words.action(name),
      icon: iconOf(name, actions.get(name)),
      ...(hotkey && { keys: [hotkey] }),
      when: () => actions.may(name),
      ready: () => actions.ready(name),
      async run() {
        if (begins === 'answer') look();
        await actions.start(name);
      },
    };
  });
  const more: Omit<Command, 'scope'>[] = [];
  if (can(`${resource.id}:export`)) {
    more.push({ id: id('export'), label: () => words.action('export'), icon: 'download', run: exportRows });
  }
  if (can('fundDetail:page')) {
    more.push({
      id: id('fundDetail'),
      label: () => translate('orders:intents.fundDetail'),
      icon: 'finance',
      keys: ['d'],
      when: standing,
      // The panel beside that follows this order shows them already.
      run: open('fundDetail', ({ orderNo }) => (followers.has('fundDetail', orderNo) ? {} : { orderNo })),
    });
  }
  if (can('callback:page')) {
    more.push({
      id: id('callback'),
      label: () => t('intents.callback'),
      icon: 'notify',
      when: standing,
      run: open('callback', (row) => ({ orderNo: row.orderNo })),
    });
  }
  if (can('orderLog:page')) {
    more.push({
      id: id('orderLog'),
      label: () => t('intents.orderLog'),
      icon: 'log',
      when: standing,
      run: open('orderLog', (row) => ({ orderNo: row.orderNo })),
    });
  }
  return [...verbs, ...more];
}
