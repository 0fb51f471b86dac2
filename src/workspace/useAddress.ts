import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { commands, menu, menuAtom } from '../kit/index.ts';
import { activeTabAtom, activity } from './core/activity.ts';
import { addressOf } from './core/address.ts';
import { argsAtom, panels, turnsAtom } from './core/panels.ts';

const HOME = '/dashboard/home';

function addressOfTab(tabId: string | undefined): string {
  const record = tabId === undefined ? undefined : panels.get(tabId);
  const entry = record && menu.byName(record.view);
  return entry?.path ? addressOf(entry.path, record!.args) : HOME;
}

/** The address shows the active tab, and going back or forth in the browser activates what it names. */
export function useAddress(ready: boolean): void {
  const active = useAtomValue(activeTabAtom);
  const entries = useAtomValue(menuAtom);
  const turns = useAtomValue(turnsAtom);
  const changes = useAtomValue(argsAtom);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!ready || active === undefined || entries.length === 0) return;
    const address = addressOfTab(active);
    if (address !== location.pathname + location.search)
      navigate(address, { replace: history.state?.paydesk !== true, state: { paydesk: true } });
  }, [active, entries, turns, changes, ready, navigate]);
  useEffect(() => {
    const back = (): void => {
      const found = menu.byPath(location.pathname);
      if (!found || location.pathname + location.search === addressOfTab(activity.active())) return;
      const args = { ...Object.fromEntries(new URLSearchParams(location.search)), ...found.params };
      void commands.execute('workspace.open', { view: found.entry.name, args, byAddress: true });
    };
    globalThis.addEventListener('popstate', back);
    return () => globalThis.removeEventListener('popstate', back);
  }, []);
}
