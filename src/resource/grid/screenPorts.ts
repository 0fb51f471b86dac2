import type { Row } from '../../../contract/calls.ts';
import type { Direction } from './changes.ts';

/** What the screen does with news; set by the grid while it is mounted. */
export interface Screen {
  visible(): ReadonlySet<string>;
  show(row: Row, changes: ReadonlyMap<string, Direction>): void;
  mark(ids: readonly string[]): void;
  /** The first row is in view. */
  atTop(): boolean;
  /** The row of that place can be read without scrolling. */
  sees(index: number): boolean;
  reveal(index: number): void;
  /** The row is drawn, in view, and nothing lies over it. */
  shows(id: string): boolean;
  /** Gives the focus to a row in view where none has it. */
  focusFirst(): void;
  /** Makes room for the largest amounts that the sums of the list allow. */
  sums(): void;
  /** Asks for the blocks again; what is drawn stays until they are there. */
  reread(): void;
  /** Ids of the columns shown, from left to right, without that of the boxes. */
  columns(): readonly string[];
}

export const BLIND: Screen = {
  visible: () => new Set(),
  show: () => undefined,
  mark: () => undefined,
  atTop: () => false,
  sees: () => true,
  reveal: () => undefined,
  shows: () => true,
  focusFirst: () => undefined,
  sums: () => undefined,
  reread: () => undefined,
  columns: () => [],
};
