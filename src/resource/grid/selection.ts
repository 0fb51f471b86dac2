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
  /** Nothing is checked, and nobody holds the focused row. */
  clear(): void;
  /**
   * A command that was given while `meant` was chosen is done: what it did is no longer chosen, what it refused still is.
   * Of all that match only the refused rows stay, unless something else has been chosen since.
   */
  spend(done: readonly string[], refused: readonly string[], meant?: SelectionState): void;
  /** Where a range starts. */
  anchor(): string | undefined;
  /** A person moved to the focused row and has not let go of it since. */
  isHeld(): boolean;
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

/** What is chosen once a command is done, given what was chosen when it began. */
function spent(
  state: SelectionState,
  done: readonly string[],
  refused: readonly string[],
  meant: SelectionState | undefined,
): SelectionState {
  if (state.mode === 'some') {
    const { ids } = state;
    return done.some((id) => ids.has(id)) ? changed(state, done, false) : state;
  }
  if (state !== meant) return state;
  return refused.length > 0 ? { mode: 'some', ids: new Set(refused) } : NONE;
}

class RowSelection implements Selection {
  #state: SelectionState;
  #anchor: string | undefined;
  #cursor: string | undefined;
  #isHeld = false;
  readonly #listeners = new Set<() => void>();

  constructor(start: readonly string[], focused: string | undefined) {
    this.#state = start.length > 0 ? { mode: 'some', ids: new Set(start) } : NONE;
    this.#anchor = focused;
    this.#cursor = focused;
  }

  readonly state = (): SelectionState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly has = (id: string): boolean => {
    const state = this.#state;
    return state.mode === 'some' ? state.ids.has(id) : !state.except.has(id);
  };

  count(total: number): number {
    const state = this.#state;
    return state.mode === 'some' ? state.ids.size : Math.max(0, total - state.except.size);
  }

  ids(): string[] | undefined {
    return this.#state.mode === 'some' ? [...this.#state.ids] : undefined;
  }

  cursor(): string | undefined {
    return this.#cursor;
  }

  anchor(): string | undefined {
    return this.#anchor;
  }

  isHeld(): boolean {
    return this.#isHeld;
  }

  moveTo(id: string): void {
    this.#focus(id, id);
    this.#put(this.#state);
  }

  point(id: string): void {
    this.#focus(id, id);
    this.#put(NONE);
  }

  press(id: string): void {
    this.#cursor = id;
    this.#isHeld = true;
    this.#put(this.#state);
  }

  adopt(id: string): void {
    this.#focus(id, undefined);
    this.#put(this.#state);
  }

  leave(): void {
    const before = this.#cursor;
    this.#focus(undefined, undefined);
    if (before !== undefined) this.#put(this.#state);
  }

  toggle(id: string): void {
    this.#focus(id, id);
    this.#put(changed(this.#state, [id], !this.has(id)));
  }

  add(id: string): void {
    const [state, anchor] = [this.#state, this.#anchor];
    const none = state.mode === 'some' && state.ids.size === 0;
    const before = none && anchor !== undefined && anchor !== id ? [anchor] : [];
    this.#focus(id, id);
    this.#put(changed(changed(state, before, true), [id], !this.has(id)));
  }

  set(ids: readonly string[], chosen: boolean): void {
    this.#put(changed(this.#state, ids, chosen));
  }

  range(id: string, order: readonly string[]): void {
    this.#cursor = id;
    const [a, b] = [order.indexOf(this.#anchor ?? id), order.indexOf(id)];
    if (a < 0 || b < 0) {
      this.#anchor = id;
      return this.set([id], true);
    }
    this.set(order.slice(Math.min(a, b), Math.max(a, b) + 1), true);
  }

  all(): void {
    this.#put({ mode: 'all', except: new Set() });
  }

  clear(): void {
    if (this.#anchor !== undefined) this.#anchor = this.#cursor;
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    if (wasHeld || this.#state !== NONE) this.#put(NONE);
  }

  spend(done: readonly string[], refused: readonly string[], meant?: SelectionState): void {
    const next = spent(this.#state, done, refused, meant);
    if (next !== this.#state) this.#put(next);
  }

  #focus(cursor: string | undefined, anchor: string | undefined): void {
    this.#cursor = cursor;
    this.#anchor = anchor;
    // No range starts where the program put the focus.
    this.#isHeld = anchor !== undefined;
  }

  #put(next: SelectionState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

export const createSelection = (start: readonly string[] = [], focused?: string): Selection =>
  new RowSelection(start, focused);
