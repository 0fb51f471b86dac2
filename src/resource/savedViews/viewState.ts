import type { KeptColumn } from '../grid/columnState.ts';
import { createListeners } from '../grid/listeners.ts';
import type { Start } from '../grid/modelState.ts';

const NO_GROUP: Readonly<Record<string, unknown>> = {};

/** Which saved view a panel shows, with the columns and groups it has by it: those are the panel's and not the person's. */
export class ViewState {
  #id: string | undefined;
  #columns: readonly KeptColumn[] | null;
  #by: readonly string[];
  #group = NO_GROUP;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;

  constructor({ view, columns, by = [] }: Pick<Start, 'view' | 'columns' | 'by'>) {
    this.#id = view;
    this.#columns = columns ?? null;
    this.#by = by;
  }

  id = (): string | undefined => this.#id;

  /** Null: the person's usual columns. */
  columns = (): readonly KeptColumn[] | null => this.#columns;

  /** Fields that the list is grouped by, at most two. */
  by = (): readonly string[] => this.#by;

  /** The filters of the group whose rows the list shows, as the server takes them; none while it shows all. */
  group = (): Readonly<Record<string, unknown>> => this.#group;

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

  /** The list is to be read again where a group was open. */
  groupBy(by: readonly string[]): void {
    this.#by = by;
    this.openGroup(NO_GROUP);
  }

  /** The list is to be read again. */
  openGroup(group: Readonly<Record<string, unknown>>): void {
    this.#group = group;
    this.#listeners.notify();
  }
}
