import { type Action, Actions } from 'flexlayout-react';
import { atom, getDefaultStore } from 'jotai';

/** Undo and redo of layout changes: whole moments as text, which is small and cannot be half applied. */

const KEPT = 60;
const IGNORED: ReadonlySet<string> = new Set([
  Actions.SET_ACTIVE_TABSET,
  Actions.SELECT_TAB,
  Actions.RENAME_TAB,
  Actions.UPDATE_NODE_ATTRIBUTES,
  Actions.UPDATE_MODEL_ATTRIBUTES,
  Actions.MOVE_FLOAT_TO_FRONT,
]);

export const historyAtom = atom<{ undo: number; redo: number }>({ undo: 0, redo: 0 });

let past: string[] = [];
let future: string[] = [];
/** The tree before a drag: the whole gesture is one step. */
let beforeGesture: string | undefined;

const publish = (): void => getDefaultStore().set(historyAtom, { undo: past.length, redo: future.length });

export const history = Object.freeze({
  clear(): void {
    past = [];
    future = [];
    beforeGesture = undefined;
    publish();
  },
  /** Called before the library applies an action; `now` gives the tree of this moment. */
  record(action: Action, now: () => string): void {
    if (action.isAdjusting()) {
      beforeGesture ??= now();
      return;
    }
    if (!IGNORED.has(action.type)) {
      past = [...past, beforeGesture ?? now()].slice(-KEPT);
      future = [];
      publish();
    }
    beforeGesture = undefined;
  },
  /** One step more, from a moment that no action of the library reports. */
  remember(moment: string): void {
    past = [...past, moment].slice(-KEPT);
    future = [];
    publish();
  },
  /** The moment to go back to; `now` gives this one, which goes to the other side. */
  back(now: (to: string) => string): string | undefined {
    const moment = past.at(-1);
    if (moment === undefined) return undefined;
    past = past.slice(0, -1);
    future = [...future, now(moment)];
    publish();
    return moment;
  },
  forth(now: (to: string) => string): string | undefined {
    const moment = future.at(-1);
    if (moment === undefined) return undefined;
    future = future.slice(0, -1);
    past = [...past, now(moment)];
    publish();
    return moment;
  },
});
