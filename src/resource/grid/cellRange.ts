import { createListeners } from './listeners.ts';

/** A cell by its place in the list and its column. */
export interface CellPlace {
  index: number;
  column: string;
}

/** Cells from one corner to the opposite one; `from` stays while the range grows and shrinks. */
export interface CellRange {
  from: CellPlace;
  to: CellPlace;
}

/** What a range holds: places of the list, both included, and columns as they stand on screen. */
export interface Span {
  first: number;
  last: number;
  columns: readonly string[];
}

/** A range in the columns that are shown; undefined where one of its corners is not. */
export function spanOf({ from, to }: CellRange, shown: readonly string[]): Span | undefined {
  const [a, b] = [shown.indexOf(from.column), shown.indexOf(to.column)];
  if (a < 0 || b < 0) return undefined;
  return {
    first: Math.min(from.index, to.index),
    last: Math.max(from.index, to.index),
    columns: shown.slice(Math.min(a, b), Math.max(a, b) + 1),
  };
}

/** True for more than one cell: one alone is what the keyboard stands in. */
export const isRange = ({ first, last, columns }: Span): boolean => last > first || columns.length > 1;

/** Which edges of the span a cell lies at: `t`, `b`, `l` and `r`; undefined outside of it. */
export function edgesOf({ first, last, columns }: Span, index: number, column: string): string | undefined {
  if (index < first || index > last || !columns.includes(column)) return undefined;
  const [left, right] = [columns[0], columns.at(-1)];
  return `${index === first ? 't' : ''}${index === last ? 'b' : ''}${column === left ? 'l' : ''}${column === right ? 'r' : ''}`;
}

/** The range of cells that is chosen in a grid, if any. Places are those of the list as it was read last. */
export interface ChosenCells {
  state(): CellRange | undefined;
  set(range: CellRange): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

export function createChosenCells(): ChosenCells {
  let range: CellRange | undefined;
  const listeners = createListeners();
  const put = (next: CellRange | undefined): void => {
    range = next;
    listeners.notify();
  };
  const isSame = (a: CellPlace, b: CellPlace): boolean => a.index === b.index && a.column === b.column;
  return {
    state: () => range,
    set(next) {
      if (!range || !isSame(range.from, next.from) || !isSame(range.to, next.to)) put(next);
    },
    clear() {
      if (range) put(undefined);
    },
    subscribe: listeners.subscribe,
  };
}
