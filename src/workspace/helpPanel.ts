import type { TabSetNode } from 'flexlayout-react';
import { activity } from './core/activity.ts';
import { focusPanel } from './core/focus.ts';
import { isLocked } from './core/locks.ts';
import { tabsetOf } from './core/model.ts';
import { retarget } from './core/opening.ts';
import { panels } from './core/panels.ts';
import { workspace } from './core/workspace.ts';

const HELP = 'help';
/** Below this width in px a pane for each of two panels is too little. */
const ROOM = 900;

const hasRoom = (): boolean => globalThis.innerWidth >= ROOM;

const areaOf = (pane: TabSetNode): number => pane.getRect().width * pane.getRect().height;

/** In the largest of the other panes, else in a pane of its own at the right of the panel, or a tab where panes may not be made. */
function openNextTo(tabId: string, args: Record<string, unknown>): string {
  const pane = tabsetOf(workspace.node(tabId));
  if (!pane || isLocked() || workspace.isOut(tabId) || !hasRoom()) return workspace.open(HELP, args);
  const [other] = workspace
    .tabsets()
    .filter((each) => each !== pane && each.getLayoutId() === pane.getLayoutId())
    .toSorted((a, b) => areaOf(b) - areaOf(a));
  if (other && !pane.isMaximized()) return workspace.openIn(other.getId(), HELP, args);
  const opened = workspace.openIn(pane.getId(), HELP, args);
  workspace.split(opened, 'right');
  return opened;
}

/** Shows the chapter of a panel's view, the active one's where none is named: in the help that is open, else next to it. */
export function openHelp(tabId = activity.active()): void {
  const view = tabId === undefined ? undefined : panels.get(tabId)?.view;
  const args = view === undefined || view === HELP ? {} : { chapter: view };
  const there = workspace.tabs().filter((id) => panels.get(id)?.view === HELP);
  const known = activity.latest(there) ?? there[0];
  if (known !== undefined) {
    if (known !== tabId) retarget(known, args);
    workspace.select(known);
    return focusPanel(known);
  }
  focusPanel(tabId === undefined ? workspace.open(HELP, args) : openNextTo(tabId, args));
}
