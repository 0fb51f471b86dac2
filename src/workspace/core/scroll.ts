import { type Action, Actions } from 'flexlayout-react';

/** A panel that moves to another document keeps its React state but loses its scroll positions; they are put back. */

const MOVES: ReadonlySet<string> = new Set([
  Actions.POPOUT_TAB,
  Actions.POPOUT_TABSET,
  Actions.POPOUT_FLOAT,
  Actions.CLOSE_POPOUT,
  Actions.MOVE_NODE,
  Actions.DOCK_FLOAT_TO_LAYOUT,
  Actions.MAXIMIZE_TOGGLE,
]);
const EVERY_MS = 120;
/** A window of its own needs time to open and to get its styles. */
const LONGEST_MS = 8_000;
const SETTLED_MS = 900;

interface Place {
  element: Element;
  top: number;
  left: number;
  home: Document;
}

function places(documents: ReadonlySet<Document>): Place[] {
  return [...documents].flatMap((owner) =>
    [...owner.querySelectorAll('[data-scope] *')]
      .filter((element) => element.scrollTop > 0 || element.scrollLeft > 0)
      .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft, home: owner })),
  );
}

/**
 * Puts one place back where it was thrown to the start. First one pixel next to it: a grid that remembers the old
 * position would take the exact one for no scroll at all and show nothing there.
 */
function restore({ element, top, left }: Place): boolean {
  if (!element.isConnected || element.clientHeight === 0) return false;
  const lost = (element.scrollTop === 0 && top > 0) || (element.scrollLeft === 0 && left > 0);
  if (!lost) return false;
  if (element.scrollTop === 0 && top > 0) element.scrollTop = Math.max(1, top - 1);
  if (element.scrollLeft === 0) element.scrollLeft = left;
  return true;
}

/** Called before an action; what it moves is scrolled back afterwards. */
export function keepScroll(action: Action, documents: () => ReadonlySet<Document>): void {
  if (!MOVES.has(action.type)) return;
  const kept = places(documents());
  if (kept.length === 0) return;
  const began = performance.now();
  const leaves = action.type !== Actions.MOVE_NODE && action.type !== Actions.MAXIMIZE_TOGGLE;
  let corrected: Place[] = [];
  let quietSince = began;
  const look = (): void => {
    for (const { element, top } of corrected) if (top > 0) element.scrollTop = top;
    corrected = kept.filter(restore);
    const now = performance.now();
    if (corrected.length > 0) quietSince = now;
    const arrived =
      !leaves || kept.some(({ element, home }) => element.isConnected && element.ownerDocument !== home);
    if (!arrived) quietSince = now;
    if (now - began < LONGEST_MS && now - quietSince < SETTLED_MS) setTimeout(look, EVERY_MS);
  };
  setTimeout(look, EVERY_MS);
}
