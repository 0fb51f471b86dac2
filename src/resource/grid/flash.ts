import type { Direction } from './changes.ts';

const FLASH_MS = 600;
const running = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** The cell of a row on screen; pinned and scrolling columns lie in parents of their own. */
export function cellOf(root: ParentNode, id: string, column: string): HTMLElement | null {
  return root.querySelector(`.ag-row[row-id="${CSS.escape(id)}"] [col-id="${CSS.escape(column)}"]`);
}

/** Marks changed cells for 600 ms: a ground and an arrow, or an underline where motion is not wanted. */
export function flash(root: ParentNode, id: string, changes: ReadonlyMap<string, Direction>): void {
  for (const [column, direction] of changes) {
    const cell = cellOf(root, id, column);
    if (!cell) continue;
    clearTimeout(running.get(cell));
    cell.classList.remove('grid-flash-up', 'grid-flash-down', 'grid-flash-other');
    cell.classList.add(`grid-flash-${direction}`);
    running.set(
      cell,
      setTimeout(() => cell.classList.remove(`grid-flash-${direction}`), FLASH_MS),
    );
  }
}
