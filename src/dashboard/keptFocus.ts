import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Board } from './board.ts';
import { neighbourOf } from './document.ts';

/** Where the focus goes when what had it is gone from a dashboard. */

function takeFocus(root: HTMLElement | null, to = root): void {
  const page = root?.ownerDocument;
  if (page && page.activeElement === page.body && root.checkVisibility()) to?.focus();
}

/**
 * The strip changes with the mode, and what a dialog was opened from may have gone with the dashboard: where a button
 * that had the focus went, the dashboard itself takes it.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, editing: boolean, asked: boolean): void {
  const now = `${editing} ${asked}`;
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    takeFocus(root.current);
  }, [root, now]);
}

/** Removes a tile; the one next to it takes the focus, or the dashboard where it was the last. */
export function useRemove(root: RefObject<HTMLElement | null>, board: Board, remove: (id: string) => void) {
  const [neighbour, setNeighbour] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (!neighbour) return;
    const box = root.current;
    takeFocus(box, box?.querySelector<HTMLElement>(`[data-tile="${neighbour.id}"] .tile-more`) ?? box);
  }, [root, neighbour]);
  return useCallback(
    (id: string) => {
      const next = neighbourOf(board.state.document.tiles, id);
      remove(id);
      setNeighbour({ id: next });
    },
    [board, remove],
  );
}
