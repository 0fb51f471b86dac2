import { type Action, Actions, type IGlobalAttributes } from 'flexlayout-react';
import { atom, getDefaultStore } from 'jotai';
import { act, model, node } from './current.ts';
import { changed } from './panels.ts';
import { TAB_LOCKED } from '../envelope/tree.ts';

/** What may not be moved or closed: single tabs, or a layout as a whole. */

const store = getDefaultStore();
/** The layout on screen is locked: no panel of it is moved, resized or closed. */
export const lockedAtom = atom(false);

export const isLocked = (): boolean => store.get(lockedAtom);

/** Attributes of a model whose layout is locked or not; a tab opened since says of itself that it may be closed. */
export const lockedAttributes = (locked: boolean): IGlobalAttributes => ({
  tabEnableClose: !locked,
  tabEnableDrag: !locked,
  tabEnableFloat: !locked,
  tabEnablePopout: !locked,
  tabSetEnableDrop: !locked,
  tabSetEnableDrag: !locked,
  tabSetEnableDivide: !locked,
  enableEdgeDock: !locked,
});

/** Actions that a locked layout refuses whatever they act on. */
const REFUSED = new Set<string>([
  Actions.MOVE_NODE,
  Actions.ADJUST_WEIGHTS,
  Actions.DELETE_TABSET,
  Actions.POPOUT_TAB,
  Actions.POPOUT_TABSET,
  Actions.SET_TAB_PINNED,
  Actions.ADD_TAB_TO_NEW_GROUP,
  Actions.UNGROUP,
  Actions.REMOVE_TAB_FROM_GROUP,
]);

export const isRefused = (action: Action): boolean => isLocked() && REFUSED.has(action.type);

export function setLayoutLocked(locked: boolean): void {
  if (isLocked() === locked) return;
  store.set(lockedAtom, locked);
  act(Actions.updateModelAttributes(lockedAttributes(locked)));
  changed();
}

/** The tab itself is locked, whatever the layout is. */
export const isTabLocked = (tabId: string): boolean => {
  const json = node(tabId)?.toJson();
  return json?.enableClose === false && json.enableDrag === false;
};

export function setTabLocked(tabId: string, locked: boolean): void {
  if (!model()) return;
  // The library takes undefined as "like the layout", which its types do not say.
  const own = locked ? TAB_LOCKED.enableClose : (undefined as unknown as boolean);
  act(Actions.updateNodeAttributes(tabId, { enableClose: own, enableDrag: own, enableFloat: own }));
}
