import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type Command, openView, serverNow, translate, useCaller, useT } from '../../kit/index.ts';
import { iconOf } from '../actions/icons.ts';
import type { Words } from '../actions/texts.ts';
import type { Actions } from '../actions/useActions.ts';
import { claimLeft } from '../grid/cells.ts';
import { followers } from '../link/followers.ts';

interface Ports {
  resource: Resource;
  actions: Actions;
  words: Words;
  exportRows: () => Promise<void>;
  current: () => Row | undefined;
  /** The rows a verb means now. */
  chosen: () => readonly Row[];
  /** Those are all of them, as the server has them. */
  areCurrent: () => boolean;
  /** The peek opens: what the upstream answers shows up in its timeline. */
  look: () => void;
}

/** True where one of the rows may be claimed, else who holds them; a claim that lapsed holds nothing. */
export function whoHolds(rows: readonly Row[], me: string): true | string {
  const now = serverNow();
  const held = rows.filter(({ claimedBy, claimedAt }) => claimedBy && claimLeft(claimedAt, now) !== '');
  const [first] = held;
  if (!first || held.length < rows.length) return true;
  const other = held.find(({ claimedBy }) => claimedBy !== me);
  if (!other) return translate('orders:mine');
  return translate('orders:held', {
    name: String(other.claimedByName ?? ''),
    left: claimLeft(other.claimedAt, now),
  });
}

/** The verbs of an order screen: one list for buttons, menu, palette and keys. */
export function useOrderCommands(ports: Ports): Omit<Command, 'scope'>[] {
  const { resource, actions, words, exportRows, current, chosen, areCurrent, look } = ports;
  const t = useT('orders');
  const { can, profile } = useCaller();
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
      when() {
        const may = actions.may(name);
        if (may !== true || name !== 'claim' || !areCurrent()) return may;
        return whoHolds(chosen(), profile.id);
      },
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
