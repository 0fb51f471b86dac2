import { focusPanel } from './core/focus.ts';
import { isTabLocked, setTabLocked } from './core/locks.ts';
import { workspace } from './core/workspace.ts';

/** What can be done with single tabs, by key, menu and palette alike. */

export const toggleLock = (tabId: string): void => setTabLocked(tabId, !isTabLocked(tabId));

/** Opens the panel that was closed last, or the one that is named. */
export function reopen(id?: string): void {
  const tabId = workspace.reopen(id);
  if (tabId !== undefined) focusPanel(tabId);
}
