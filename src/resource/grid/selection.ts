/**
 * Which rows are chosen, across pages: the free grid keeps none in its infinite model, so this store is ours. Beside
 * the checked rows there is the focused one, the cursor; a verb acts on it while nothing is checked.
 */

export type SelectionState =
  | { readonly mode: 'some'; readonly ids: ReadonlySet<string> }
  /** Every row of the filter but these. */
  | { readonly mode: 'all'; readonly except: ReadonlySet<string> };

export interface Selection {
  state(): SelectionState;
  has(id: string): boolean;
  /** How many rows that is when `total` match. */
  count(total: number): number;
  /** Chosen ids where they are named; undefined while all that match are meant. */
  ids(): string[] | undefined;
  /** The focused row. */
  cursor(): string | undefined;
  /** A person moves to a row; what is checked stays checked. */
  moveTo(id: string): void;
  /** The same by a press, of which the range and the added rows that a click may ask for know nothing yet. */
  press(id: string): void;
  /** The program moves the focus: no range starts there, and nobody adds that row to others. */
  adopt(id: string): void;
  /** Means this row alone: what was ticked no longer is. */
  point(id: string): void;
  /** Nobody stands anywhere: the rows are about to be others. */
  leave(): void;
  toggle(id: string): void;
  /** Checks one more, and with the first one the row a person had moved to. */
  add(id: string): void;
  set(ids: readonly string[], chosen: boolean): void;
  /** From the last touched row to this one, both included; the loaded rows between are given in order. */
  range(id: string, order: readonly string[]): void;
  all(): void;
  clear(): void;
  /**
   * A command that was given while `meant` was chosen is done: what it did is no longer chosen, what it refused still is.
   * Of all that match only the refused rows stay, unless something else has been chosen since.
   */
  spend(done: readonly string[], refused: readonly string[], meant?: SelectionState): void;
  /** Where a range starts. */
  anchor(): string | undefined;
  subscribe(listener: () => void): () => void;
}

const NONE: SelectionState = Object.freeze({ mode: 'some', ids: new Set<string>() });

function changed(state: SelectionState, ids: readonly string[], chosen: boolean): SelectionState {
  const held = new Set(state.mode === 'some' ? state.ids : state.except);
  const keep = state.mode === 'some' ? chosen : !chosen;
  for (const id of ids) {
    if (keep) held.add(id);
    else held.delete(id);
  }
  return state.mode === 'some' ? { mode: 'some', ids: held } : { mode: 'all', except: held };
}

export function createSelection(start: readonly string[] = [], focused?: string): Selection {
  let state: SelectionState = start.length > 0 ? { mode: 'some', ids: new Set(start) } : NONE;
  let anchor = focused;
  let cursor = focused;
  const listeners = new Set<() => void>();
  const put = (next: SelectionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const has = (id: string): boolean => (state.mode === 'some' ? state.ids.has(id) : !state.except.has(id));
  return {
    state: () => state,
    has,
    count: (total) => (state.mode === 'some' ? state.ids.size : Math.max(0, total - state.except.size)),
    ids: () => (state.mode === 'some' ? [...state.ids] : undefined),
    cursor: () => cursor,
    moveTo(id) {
      anchor = id;
      cursor = id;
      put(state);
    },
    point(id) {
      anchor = id;
      cursor = id;
      put(NONE);
    },
    press(id) {
      cursor = id;
      put(state);
    },
    adopt(id) {
      anchor = undefined;
      cursor = id;
      put(state);
    },
    leave() {
      anchor = undefined;
      if (cursor === undefined) return;
      cursor = undefined;
      put(state);
    },
    toggle(id) {
      anchor = id;
      cursor = id;
      put(changed(state, [id], !has(id)));
    },
    add(id) {
      const none = state.mode === 'some' && state.ids.size === 0;
      const before = none && anchor !== undefined && anchor !== id ? [anchor] : [];
      anchor = id;
      cursor = id;
      put(changed(changed(state, before, true), [id], !has(id)));
    },
    set: (ids, chosen) => put(changed(state, ids, chosen)),
    range(id, order) {
      cursor = id;
      const [a, b] = [order.indexOf(anchor ?? id), order.indexOf(id)];
      if (a < 0 || b < 0) {
        anchor = id;
        return put(changed(state, [id], true));
      }
      put(changed(state, order.slice(Math.min(a, b), Math.max(a, b) + 1), true));
    },
    all: () => put({ mode: 'all', except: new Set() }),
    clear() {
      if (anchor !== undefined) anchor = cursor;
      if (state !== NONE) put(NONE);
    },
    spend(done, refused, meant) {
      if (state.mode === 'some') {
        const { ids } = state;
        if (done.some((id) => ids.has(id))) put(changed(state, done, false));
      } else if (state === meant) {
        put(refused.length > 0 ? { mode: 'some', ids: new Set(refused) } : NONE);
      }
    },
    anchor: () => anchor,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
