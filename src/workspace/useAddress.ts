import { getDefaultStore, useAtomValue } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { commands, menu, menuAtom } from '../kit/index.ts';
import { activeTabAtom, activity } from './core/activity.ts';
import { addressOf, entryState, writtenBy } from '../kit/address.ts';
import { argsAtom, panels, turnsAtom } from './core/panels.ts';

const turnOf = (tabId: string): number => getDefaultStore().get(turnsAtom)[tabId] ?? 0;

const HOME = '/dashboard/home';

function addressOfTab(tabId: string): string {
  const record = panels.get(tabId);
  const entry = record && menu.of(record.view, record.args);
  if (!entry?.path) return HOME;
  // Which page it is says the path.
  return entry.link ? entry.path : addressOf(entry.path, record!.shown ?? record!.args);
}

/**
 * The address shows the active tab with its filters, and going back or forth in the browser activates the tab that the
 * entry is of, showing what a link had given it by then. A tab that is narrowed makes no entry of its own: the way back
 * leads to the tab before.
 */
export function useAddress(ready: boolean): void {
  const active = useAtomValue(activeTabAtom);
  const entries = useAtomValue(menuAtom);
  const turns = useAtomValue(turnsAtom);
  const changes = useAtomValue(argsAtom);
  const [, navigate] = useLocation();
  const write = useCallback(
    (tabId: string) => {
      const address = addressOfTab(tabId);
      const turn = turnOf(tabId);
      const here = address === location.pathname + location.search;
      const writer = writtenBy(history.state);
      const same = writer.tab === tabId && writer.turn === turn;
      if (here && same) return;
      navigate(address, {
        replace: here || writer.tab === undefined || same,
        state: entryState(tabId, turn),
      });
    },
    [navigate],
  );
  useEffect(() => {
    if (ready && active !== undefined && entries.length > 0) write(active);
  }, [active, entries, turns, changes, ready, write]);
  useEffect(() => {
    const back = (): void => {
      const found = menu.byPath(location.pathname);
      const { tab, turn } = writtenBy(history.state);
      const now = activity.active();
      if (!found) return;
      // What it shows may be another part of it by now.
      if (now !== undefined && tab === now && turn === turnOf(now)) return write(now);
      if (tab === undefined && now !== undefined && location.pathname + location.search === addressOfTab(now))
        return;
      const args = { ...Object.fromEntries(new URLSearchParams(location.search)), ...found.params };
      void commands.execute('workspace.open', { view: found.entry.name, args, byAddress: true, tab, turn });
    };
    globalThis.addEventListener('popstate', back);
    return () => globalThis.removeEventListener('popstate', back);
  }, [write]);
}
