import { getDefaultStore } from 'jotai';
import { passPageAt } from '../../../contract/passPages.ts';
import { commands, commandsAtom } from '../../kit/commands/registry.ts';
import { issuePass } from '../../kit/data/issuePass.ts';
import { JOB } from '../../kit/data/jobs.ts';
import { type MenuEntry, menu } from '../../kit/data/menu.ts';
import { writtenBy } from '../../kit/address.ts';
import type { OpenHow } from '../../workspace/core/opening.ts';
import { HOME, isAsLeft } from '../home.ts';
import { noteOpened } from './opened.ts';

/** A new window; a page of our own that takes a cookie gets it first. */
async function openOutside(url: string): Promise<void> {
  const page = passPageAt(url);
  // Without the right the page says so itself.
  if (page) await issuePass(page).catch(() => undefined);
  window.open(url, '_blank', 'noopener,noreferrer');
}

/** Opens what a menu entry represents: a view as a tab, an embedded page as a tab, a link in a new window. */
export function openEntry(
  entry: MenuEntry,
  args: Record<string, unknown> = {},
  how: Pick<OpenHow, 'byAddress' | 'tab'> = {},
): void {
  if (!how.byAddress) noteOpened(entry.name);
  if (entry.link && !entry.link.embedded) {
    openOutside(entry.link.url).catch(reportError);
    return;
  }
  commands.execute('workspace.open', { view: entry.name, args, ...how }).catch(reportError);
}

/** Runs once a command of that name is there, at once if it is. Returns its undo. */
export function whenOffered(id: string, run: () => void): () => void {
  if (commands.find(id)) {
    run();
    return () => undefined;
  }
  const stop = getDefaultStore().sub(commandsAtom, () => {
    if (!commands.find(id)) return;
    stop();
    run();
  });
  return stop;
}

/**
 * Opens the view a deep link names, as soon as the workspace can; an address that the workspace itself wrote represents
 * the tab it is of. That of Home represents any tab without one, and the layout as it was left where `/` led to it:
 * then nothing opens, nor where it names a job, which the status bar shows. Returns its undo.
 */
export function openAddress(path: string, query: string, state: unknown): () => void {
  const { tab } = writtenBy(state);
  const shown = new URLSearchParams(query);
  const found =
    path === HOME && (tab !== undefined || isAsLeft(state) || shown.has(JOB)) ? undefined : menu.byPath(path);
  if (!found) return () => undefined;
  const args = { ...Object.fromEntries(shown), ...found.params };
  return whenOffered('workspace.open', () => openEntry(found.entry, args, { byAddress: true, tab }));
}
