import type { KeyboardEvent } from 'react';

/** The focus among the tiles of a dashboard: arrows go to the nearest one that way, Enter goes in, Escape back out. */

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const CONTROLS = 'button:not(:disabled,[tabindex="-1"]),a[href],input:not(:disabled),select,[tabindex="0"]';

const CLOSES_FIRST = '[role="menu"],[role="dialog"],[role="listbox"],[aria-expanded="true"],.tile-editing';

/** How far the middles of two stretches are apart. */
const apart = (a: number, b: number, c: number, d: number): number => Math.abs(a + b - c - d) / 2;

interface Way {
  /** How far the other box begins in this direction; negative: it is not that way. */
  ahead: (from: Box, to: Box) => number;
  aside: (from: Box, to: Box) => number;
}

const across = (from: Box, to: Box): number => apart(from.top, from.bottom, to.top, to.bottom);
const along = (from: Box, to: Box): number => apart(from.left, from.right, to.left, to.right);

const WAYS: Readonly<Record<string, Way>> = {
  ArrowRight: { ahead: (from, to) => to.left - from.right, aside: across },
  ArrowLeft: { ahead: (from, to) => from.left - to.right, aside: across },
  ArrowDown: { ahead: (from, to) => to.top - from.bottom, aside: along },
  ArrowUp: { ahead: (from, to) => from.top - to.bottom, aside: along },
};

/** Rounding lets neighbours overlap by less than a pixel. */
const OVERLAP = -1;

/** Index of the nearest box in the direction of an arrow; -1 where there is none, or the key is no arrow. */
export function nearest(boxes: readonly Box[], from: Box, key: string): number {
  const way = WAYS[key];
  if (!way) return -1;
  let [best, least] = [-1, Infinity];
  boxes.forEach((box, index) => {
    const ahead = way.ahead(from, box);
    const distance = ahead + way.aside(from, box);
    if (box === from || ahead < OVERLAP || distance >= least) return;
    [best, least] = [index, distance];
  });
  return best;
}

const tilesIn = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.tile')];

function neighbour(tile: HTMLElement, key: string): HTMLElement | undefined {
  const tiles = tilesIn(tile.closest('.dash') ?? tile);
  if (key === 'Home' || key === 'End') return tiles.at(key === 'Home' ? 0 : -1);
  const boxes = tiles.map((each) => each.getBoundingClientRect());
  const from = boxes[tiles.indexOf(tile)];
  return from && tiles[nearest(boxes, from, key)];
}

/** Where a key takes the focus from `at`: the dashboard itself, a tile, or something inside one. */
function destination(at: HTMLElement, root: HTMLElement, key: string): HTMLElement | null | undefined {
  if (at === root) return key.startsWith('Arrow') ? tilesIn(root)[0] : undefined;
  if (at.classList.contains('tile'))
    return key === 'Enter' ? at.querySelector<HTMLElement>(CONTROLS) : neighbour(at, key);
  // What is open inside closes first, and so does the mode in which tiles are arranged.
  return key === 'Escape' && !at.closest(CLOSES_FIRST) ? at.closest<HTMLElement>('.tile') : undefined;
}

/** Of the dashboard's own element. Tiles that are arranged by keys have taken theirs before. */
export function walkTiles(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = destination(event.target as HTMLElement, event.currentTarget, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
