import type { KeptColumn } from '../grid/columnState.ts';
import { createListeners } from '../grid/listeners.ts';

/** Which saved view a panel shows, and the columns it has by it: those are the panel's and not the person's. */
export class ViewState {
  #id: string | undefined;
  #columns: readonly KeptColumn[] | null;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;

  constructor(id?: string, columns: readonly KeptColumn[] | null = null) {
    this.#id = id;
    this.#columns = columns;
  }

  id = (): string | undefined => this.#id;

  /** Null: the person's usual columns. */
  columns = (): readonly KeptColumn[] | null => this.#columns;

  open(id: string | undefined, columns: readonly KeptColumn[] | null): void {
    this.#id = id;
    this.#columns = columns;
    this.#listeners.notify();
  }

  /** What the person did to the columns while a view is shown. */
  setColumns(columns: readonly KeptColumn[]): void {
    this.#columns = columns;
    this.#listeners.notify();
  }
}
