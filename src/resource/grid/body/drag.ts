import type { CellPlace, ChosenCells } from '../cellRange.ts';
import { isCellColumn } from '../columns.ts';
import type { RowRenderer } from '../rowRenderer.ts';

/** Px a frame that the list moves for each px that the pointer is beyond an edge, and the most of it. */
const PULL = 0.3;
const MOST_PULL = 40;

/** The column of figures and texts that an element lies in; the boxes choose rows. */
export function cellColumnAt(target: Element): string | undefined {
  const column = target.closest('[col-id]')?.getAttribute('col-id');
  return isCellColumn(column) ? column : undefined;
}

interface Point {
  x: number;
  y: number;
}

/** How far a point is beyond the ends of a stretch. */
const beyond = (at: number, from: number, to: number): number =>
  at < from ? at - from : at > to ? at - to : 0;

const pull = (px: number): number => Math.sign(px) * Math.min(MOST_PULL, Math.abs(px) * PULL);

export interface Drag {
  /**
   * The mouse was pressed: a range grows from this cell, if any, while it moves, and the list with it beyond an edge.
   * `isDrawn`: there is one already.
   */
  press(from: CellPlace | undefined, isDrawn?: boolean): void;
  /** A range has been drawn by the last press, so the click that ends it is none on a row. */
  hasDrawn(): boolean;
  stop(): void;
}

export function createDrag(root: HTMLElement, body: RowRenderer, cells: ChosenCells): Drag {
  let undo: (() => void) | undefined;
  let drawn = false;

  function cellAt({ x, y }: Point): CellPlace | undefined {
    const element = body.element.ownerDocument.elementFromPoint(x, y);
    const row = element && body.element.contains(element) ? body.rowAt(element) : undefined;
    const column = element ? cellColumnAt(element) : undefined;
    return row && column !== undefined ? { index: row.index, column } : undefined;
  }

  function begin(from: CellPlace): void {
    const page = root.ownerDocument;
    const view = page.defaultView ?? window;
    const viewport = root.querySelector<HTMLElement>('.ag-grid-viewport')!;
    let pointer: Point | undefined;
    let frame = 0;
    const grow = (): void => {
      if (!pointer) return;
      const edge = viewport.getBoundingClientRect();
      // Beyond an edge the cell next to it is meant.
      const x = Math.max(edge.left + 2, Math.min(pointer.x, edge.left + viewport.clientWidth - 2));
      const y = Math.max(edge.top + 2, Math.min(pointer.y, edge.top + viewport.clientHeight - 2));
      const to = cellAt({ x, y });
      if (!to || (!drawn && to.index === from.index && to.column === from.column)) return;
      if (!drawn) page.getSelection()?.removeAllRanges();
      drawn = true;
      root.classList.add('grid-ranging');
      cells.set({ from, to });
    };
    const follow = (): void => {
      frame = 0;
      if (!pointer || !drawn) return;
      const edge = viewport.getBoundingClientRect();
      const left = pull(beyond(pointer.x, edge.left, edge.left + viewport.clientWidth));
      const top = pull(beyond(pointer.y, edge.top, edge.top + viewport.clientHeight));
      if (left === 0 && top === 0) return;
      viewport.scrollBy({ left, top });
      body.readScroll();
      grow();
      frame = view.requestAnimationFrame(follow);
    };
    const move = (event: MouseEvent): void => {
      // Released outside of the window, where nobody heard of it.
      if ((event.buttons & 1) === 0) return undo?.();
      pointer = { x: event.clientX, y: event.clientY };
      grow();
      if (frame === 0) frame = view.requestAnimationFrame(follow);
    };
    const end = (): void => undo?.();
    page.addEventListener('mousemove', move);
    page.addEventListener('mouseup', end);
    undo = () => {
      undo = undefined;
      view.cancelAnimationFrame(frame);
      page.removeEventListener('mousemove', move);
      page.removeEventListener('mouseup', end);
      root.classList.remove('grid-ranging');
    };
  }

  return {
    press(from, isDrawn = false) {
      undo?.();
      drawn = isDrawn;
      if (from) begin(from);
    },
    hasDrawn: () => drawn,
    stop: () => undo?.(),
  };
}
