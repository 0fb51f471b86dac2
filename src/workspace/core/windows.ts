import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { menuAtom, useT } from '../../kit/index.ts';
import { panelTitle } from '../panelTitle.ts';
import { activity } from './activity.ts';
import { workspace } from './workspace.ts';
import { titlesAtom } from './panels.ts';

/** The documents of the windows that panels are in, by layout. */
const windowsAtom = atom<ReadonlyMap<string, Document>>(new Map<string, Document>());

/** A window opened, or (without a document) closed. */
export function noteWindow(layoutId: string, target?: Document): void {
  const store = getDefaultStore();
  const next = new Map(store.get(windowsAtom));
  if (target) next.set(layoutId, target);
  else next.delete(layoutId);
  store.set(windowsAtom, next);
}

/** The panel a window is about: the one with the keys, else the first that can be seen in it. */
function panelIn(layoutId: string): string | undefined {
  const inside = workspace.ring().filter((id) => workspace.node(id)?.getLayoutId() === layoutId);
  const active = activity.active();
  return inside.find((id) => id === active) ?? inside[0];
}

/** `{title} - {global title}` in every window of its own, as in the page, in the language of the page. */
export function useWindowTitles(global: string): void {
  const windows = useAtomValue(windowsAtom);
  const titles = useAtomValue(titlesAtom);
  // A new one comes with every language.
  const t = useT('workspace');
  const entries = useAtomValue(menuAtom);
  useEffect(() => {
    const name = (): void => {
      for (const [layoutId, target] of windows) {
        const tabId = panelIn(layoutId);
        if (tabId !== undefined) target.title = `${panelTitle(tabId)} - ${global}`;
      }
    };
    name();
    return workspace.subscribe(name);
    // The last three are what a panel's name is made of.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [windows, global, titles, t, entries]);
}
