import type { Direction } from './changes.ts';
import type { DrawnRow } from './rowRenderer.ts';

const FLASH_MS = 600;
const running = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Marks changed values for 600 ms: a ground and an arrow, or an underline where motion is not wanted. */
export function flash(row: DrawnRow, changes: ReadonlyMap<string, Direction>): void {
  for (const [column, direction] of changes) {
    const cell = row.cell(column);
    if (!cell || direction === 'words') continue;
    clearTimeout(running.get(cell));
    cell.classList.remove('grid-flash-up', 'grid-flash-down', 'grid-flash-other');
    cell.classList.add(`grid-flash-${direction}`);
    running.set(
      cell,
      setTimeout(() => cell.classList.remove(`grid-flash-${direction}`), FLASH_MS),
    );
  }
}
