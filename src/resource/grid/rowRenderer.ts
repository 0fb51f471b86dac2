import type { RowClassRules } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { CellRange } from './cellRange.ts';
import type { GridContext } from './cells.ts';

/** A row as it is drawn. */
export interface DrawnRow {
  readonly element: HTMLElement;
  readonly index: number;
  readonly data: Row | undefined;
  cell(column: string): HTMLElement | undefined;
}

/** What decides how rows look, apart from their columns. */
export interface RowLook {
  context: GridContext;
  rules: RowClassRules<Row>;
}

/**
 * What draws the rows of a grid and holds the focus among them. AG Grid keeps the columns, the header, the scroll bars
 * and the blocks (docs/adr/grid-rows.md); nothing outside of `body/` knows how a row is made.
 */
export interface RowRenderer {
  /** Holds the rows. */
  readonly element: HTMLElement;
  /** The first row in view, not counting those drawn beyond the edge. */
  first(): number;
  /** Rows that fit whole, and those of the list. */
  view(): { fits: number; count: number };
  /** Ids of the rows drawn. */
  visible(): Set<string>;
  rowOf(id: string): DrawnRow | undefined;
  /** The row an element lies in. */
  rowAt(element: Element): DrawnRow | undefined;
  /** A newer version of a row that is drawn or waits in a block. */
  put(row: Row, index: number): void;
  /** Draws once more what rows look like: choice, focus, claims. */
  paint(): void;
  /** Other words or another look for the same rows. */
  again(look: RowLook): void;
  /** Rows of another height, in px. */
  resize(rowHeight: number): void;
  /** Where the keyboard is; undefined before anybody moved it. */
  at(): { row: Row | undefined; index: number; column: string | undefined } | undefined;
  /** Puts the keyboard on a row, and the row into view unless it was pointed at. */
  focus(index: number, column?: string, pointed?: boolean): void;
  /** Another row is the focused one. It takes the keyboard's focus where that is in the grid and the row is in view. */
  place(index: number, reveal: boolean): void;
  /** Puts the keyboard on the focused row where that is in view, else into the list without moving it. */
  enter(): void;
  /** Another list: which of its rows is the focused one is decided when they are there. */
  restart(): void;
  /** Draws the range of cells that is chosen, if any. */
  mark(cells: CellRange | undefined): void;
  /** Draws what a scroll has brought into view whose event is still to come. */
  readScroll(): void;
  /** True where the row of that place can be read without scrolling. */
  sees(index: number): boolean;
}
