/**
 * Pinned cells that stick are a layer of the compositor for each row, sorted out anew in every frame, so they stick
 * only while the list is moved sideways or about to be.
 */

const IDLE_MS = 400;

/** Marks `body` while its viewport is away from the left edge, from the first sign of it on. Returns its undo. */
export function watchAside(viewport: HTMLElement, body: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = viewport.scrollLeft;
  const settle = (): void => {
    timer = undefined;
    // In a list that is moved to another window it is none for a moment, and then what it was without a scroll.
    left = viewport.scrollLeft;
    body.classList.toggle('grid-aside', left > 0);
  };
  const begin = (): void => {
    body.classList.add('grid-aside');
    clearTimeout(timer);
    timer = setTimeout(settle, IDLE_MS);
  };
  const scroll = (): void => {
    if (viewport.scrollLeft === left) return;
    left = viewport.scrollLeft;
    begin();
  };
  // Before the compositor moves anything by itself.
  const wheel = ({ deltaX, shiftKey }: WheelEvent): void => {
    if (deltaX !== 0 || shiftKey) begin();
  };
  viewport.addEventListener('scroll', scroll, { passive: true });
  viewport.addEventListener('wheel', wheel, { passive: true });
  viewport.addEventListener('touchstart', begin, { passive: true });
  settle();
  return () => {
    clearTimeout(timer);
    viewport.removeEventListener('scroll', scroll);
    viewport.removeEventListener('wheel', wheel);
    viewport.removeEventListener('touchstart', begin);
  };
}
