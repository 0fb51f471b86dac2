import type { Direction } from './changes.ts';
import type { DrawnRow } from './rowRenderer.ts';

const FLASH_MS = 600;
/** A fading cell is painted in each frame: above this many the ground comes and goes without fading. */
const FADING = 24;
const running = new Map<Element, ReturnType<typeof setTimeout>>();

const CLASSES = ['grid-flash-up', 'grid-flash-down', 'grid-flash-other', 'grid-flash-plain'];

function end(cell: Element): void {
  running.delete(cell);
  cell.classList.remove(...CLASSES);
}

/** Marks changed values for 600 ms: a ground and an arrow, or an underline where motion is not wanted. */
export function flash(row: DrawnRow, changes: ReadonlyMap<string, Direction>): void {
  for (const [column, direction] of changes) {
    const cell = row.cell(column);
    if (!cell || direction === 'words') continue;
    clearTimeout(running.get(cell));
    cell.classList.remove(...CLASSES);
    cell.classList.add(`grid-flash-${direction}`);
    // A fade that runs on does not begin again with the next change.
    if (running.size >= FADING || running.has(cell)) cell.classList.add('grid-flash-plain');
    running.set(
      cell,
      setTimeout(() => end(cell), FLASH_MS),
    );
  }
}
