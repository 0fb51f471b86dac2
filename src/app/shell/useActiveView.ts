import { getDefaultStore, useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { keyDocumentsAtom } from '../../kit/commands/keys.ts';
import { activeScopeAtom, commands, commandsAtom } from '../../kit/commands/registry.ts';
import { menu, menuAtom } from '../../kit/data/menu.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { titlesAtom } from '../../workspace/core/panels.ts';

export interface ActiveView {
  view: string;
  title: string;
}

/** A panel that has just opened is drawn a little after it became the active one. */
const DRAWN_BY_MS = 300;

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    listener();
    clearTimeout(timer);
    timer = setTimeout(listener, DRAWN_BY_MS);
  };
  // A view may name its panel long after that was drawn, once what it shows is there.
  const sources = [commandsAtom, activeScopeAtom, titlesAtom] as const;
  const stops = sources.map((each) => getDefaultStore().sub(each, changed));
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/** View, own name and number of a panel, as one text so that React can compare it. */
function read(documents: readonly Document[], scope: string | undefined): string {
  if (scope === undefined) return '';
  for (const each of documents) {
    const panels = [...each.querySelectorAll<HTMLElement>('[data-scope][data-view]')];
    const panel = panels.find((found) => found.dataset.scope === scope);
    const { view, named, nth = '' } = panel?.dataset ?? {};
    // The menu's word follows the language at once; what is outside of it is called what its panel says.
    const label =
      named === undefined && view && menu.byName(view) ? '' : (panel?.getAttribute('aria-label') ?? '');
    if (view) return [view, label, nth].join('\n');
  }
  return '';
}

/** Which view a panel shows, the active one where none is named, read from the panel itself; undefined while there is none. */
export function useActiveView(of?: string): ActiveView | undefined {
  const documents = useAtomValue(keyDocumentsAtom);
  useAtomValue(menuAtom);
  useAtomValue(localeAtom);
  return named(useSyncExternalStore(subscribe, () => read(documents, of ?? commands.activeScope())));
}

/** Which view a panel shows now. */
export const viewOfPanel = (scope: string): ActiveView | undefined =>
  named(read(getDefaultStore().get(keyDocumentsAtom), scope));

function named(text: string): ActiveView | undefined {
  const [view = '', label = '', nth = ''] = text.split('\n');
  if (!view) return undefined;
  const entry = menu.byName(view);
  // The second of a view is called so, as its tab is.
  const title = [entry ? menu.title(entry) : view, nth].filter(Boolean).join(' ');
  return { view, title: label || title };
}
