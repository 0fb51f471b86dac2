import type { Row } from '../../../contract/calls.ts';
import { isGap, type Loaded } from './loaded.ts';
import type { Selection } from './selection.ts';

/** `start`: a panel opens; `top`: the list is read from its first row; `inPlace`: under what is drawn. */
type ReadKind = 'start' | 'top' | 'inPlace';

/** A read of the list after which the focus is not decided yet. */
export interface PendingRead {
  kind: ReadKind;
  /** Neither the filter nor the order of the list changes. */
  sameList: boolean;
  /** Where the focused row was; at the start the first row in view. */
  index: number | undefined;
  /** Ids of the rows that take over the focus, the best first. */
  successors: readonly string[];
}

/** The focused row while its list is read again. */
export interface FocusedRow {
  /** Data of a row that a block holds, or of the focused one while none does. */
  rowOf(id: string): Row | undefined;
  /** No block holds the row, but it is known by its id. */
  hold(row: Row): void;
  /** A newer version of the row that is held; false where that is another one. */
  put(row: Row): boolean;
  /** The blocks are about to be forgotten. */
  beforeRead(kind: 'top' | 'inPlace', sameList: boolean): void;
  pending(): PendingRead | undefined;
  settle(): void;
}

/** The others of its block. Those after the row come first: what moves up into its place. */
function successorsOf(block: readonly string[], id: string): string[] {
  const at = block.indexOf(id);
  return at < 0 ? [] : [...block.slice(at + 1), ...block.slice(0, at).reverse()];
}

export function createFocusedRow(selection: Selection, blocks: Loaded, startAt: number): FocusedRow {
  let held: Row | undefined;
  let pending: PendingRead | undefined = { kind: 'start', sameList: true, index: startAt, successors: [] };
  const rowOf = (id: string): Row | undefined => {
    const row = blocks.get(id);
    if (row) return isGap(row) ? undefined : row;
    return held?.id === id && selection.cursor() === id ? held : undefined;
  };
  return {
    rowOf,
    hold(row) {
      held = row;
    },
    put(row) {
      if (held?.id !== row.id) return false;
      held = row;
      return true;
    },
    beforeRead(kind, sameList) {
      const id = selection.cursor();
      const at = id === undefined ? undefined : blocks.indexOf(id);
      const index = id === undefined ? undefined : (at ?? pending?.index);
      const known = id !== undefined && at !== undefined ? successorsOf(blocks.around(at), id) : undefined;
      // Read again before the last read came to an end: nothing was loaded meanwhile.
      const successors = sameList ? (known ?? pending?.successors ?? []) : [];
      // What is hidden by another list is not acted on.
      held = kind === 'inPlace' && id !== undefined ? rowOf(id) : undefined;
      pending = { kind, sameList, index, successors };
    },
    pending: () => pending,
    settle() {
      pending = undefined;
    },
  };
}
