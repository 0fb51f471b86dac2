import type { RefObject } from 'react';
import type { GridModel } from './model.ts';
import type { GridHandle } from './ResourceGrid.tsx';

/** Who comes back from the box is not left waiting longer. */
const WAIT_MS = 10_000;
const LOOK_MS = 40;
const ROWS = '.grid-root';
const FIRST_ROW = '[row-index="0"][row-id]:not([row-id^="gap:"])';

/** How the keyboard came to a row, if a person brought it there. */
export type Moved = KeyboardEvent | 'pointer' | 'secondary' | 'box' | undefined;

interface Ports {
  model: GridModel;
  handle: RefObject<GridHandle | null>;
  area: RefObject<HTMLElement | null>;
  box: RefObject<HTMLElement | null>;
  moved: RefObject<Moved>;
}

/**
 * From the box above the list into it, as soon as what the box asked for is there: to the first row, which is then
 * stood on like one that an arrow led to, or back to the row of before. Where nothing was found the box has it again.
 */
export function enterGrid(ports: Ports, first: boolean): void {
  const rows = ports.area.current?.querySelector<HTMLElement>(ROWS);
  // At once: a verb typed next is no text of the box.
  rows?.focus({ preventScroll: true });
  settle(ports, first, performance.now());
}

function settle(ports: Ports, first: boolean, began: number): void {
  const { model, area, box, handle } = ports;
  const root = area.current;
  const rows = root?.querySelector<HTMLElement>(ROWS);
  // Whoever chose another place meanwhile keeps it.
  const active = root?.ownerDocument.activeElement;
  if (!root || !rows?.contains(active ?? null) || !(active === rows || active?.closest('.grid-body'))) return;
  const { loading, total, refusal } = model.state();
  if (refusal || (!loading && total === 0)) {
    if (first) box.current?.focus();
    return;
  }
  const row = loading ? null : root.querySelector<HTMLElement>(FIRST_ROW);
  if (row && first) {
    ports.moved.current = 'box';
    handle.current?.focusAt(0);
  } else if (row) handle.current?.focus();
  else if (performance.now() - began < WAIT_MS) setTimeout(settle, LOOK_MS, ports, first, began);
}
