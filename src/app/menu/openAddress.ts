import { commands } from '../../kit/commands/registry.ts';
import { type MenuEntry, menu } from '../../kit/data/menu.ts';
import { openView } from '../../kit/view.ts';
import { HOME } from '../home.ts';

/** Opens what a menu entry stands for: a view as a tab, an embedded page as a tab, a link in a new window. */
export function openEntry(entry: MenuEntry, args: Record<string, unknown> = {}): void {
  if (entry.link && !entry.link.embedded) {
    window.open(entry.link.url, '_blank', 'noopener,noreferrer');
    return;
  }
  const [view, given] = entry.link
    ? (['embed', { url: entry.link.url, title: entry.title }] as const)
    : ([entry.name, args] as const);
  openView(view, given).catch(reportError);
}

/**
 * Opens the view a deep link names, as soon as the workspace can; the home address opens nothing, since the restored
 * layout is home. Returns its undo.
 */
export function openAddress(path: string, query: string): () => void {
  const found = path === HOME ? undefined : menu.byPath(path);
  if (!found) return () => undefined;
  const args = { ...Object.fromEntries(new URLSearchParams(query)), ...found.params };
  const tryNow = (): boolean => {
    if (!commands.find('workspace.open')) return false;
    openEntry(found.entry, args);
    return true;
  };
  if (tryNow()) return () => undefined;
  const stop = commands.subscribe(() => {
    if (commands.find('workspace.open')) {
      stop();
      tryNow();
    }
  });
  return stop;
}
