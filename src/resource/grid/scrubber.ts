import { formatCount } from '../../kit/index.ts';
import type { GridModel } from './model.ts';
import { createSamples } from './samples.ts';

/**
 * While the thumb is dragged a label beside it says which row is under it and when that was (or what the sort key is
 * there), before the rows themselves arrive; `fits` is the number of rows in view. Written straight to the DOM: it
 * moves every frame.
 */
export function attachScrubber(
  root: HTMLElement,
  label: HTMLElement,
  fits: () => number,
  model: GridModel,
  of: () => string,
): () => void {
  const bar = root.querySelector<HTMLElement>('.ag-body-vertical-scroll');
  const scrolling = root.querySelector<HTMLElement>('.ag-grid-viewport');
  if (!bar || !scrolling) return () => undefined;
  let dragging = false;
  const samples = createSamples(model, () => {
    if (dragging) draw();
  });

  function draw(): void {
    const { total } = model.state();
    const share = scrolling!.scrollTop / Math.max(1, scrolling!.scrollHeight - scrolling!.clientHeight);
    const index = Math.round(share * Math.max(0, total - fits()));
    label.hidden = false;
    label.style.top = `${Math.round(28 + share * Math.max(0, root.clientHeight - 64))}px`;
    const text = samples.textAt(index);
    label.replaceChildren(
      Object.assign(document.createElement('b'), { textContent: formatCount(index + 1) }),
    );
    label.append(` ${of()} ${formatCount(total)}${text && ` · ${text}`}`);
    void samples.ask(index);
  }

  const isOnBar = (event: PointerEvent): boolean =>
    bar.contains(event.target as Node) && model.state().total > 0;
  // Before the press: the label has a value then from its first frame on.
  const near = (event: PointerEvent): void => {
    if (!dragging && isOnBar(event)) void samples.ask(model.state().total - 1);
  };
  const down = (event: PointerEvent): void => {
    if (!isOnBar(event)) return;
    dragging = true;
    for (const end of [0, model.state().total - 1]) void samples.ask(end);
  };
  const up = (): void => {
    dragging = false;
    label.hidden = true;
  };
  const scroll = (): void => {
    if (dragging) draw();
  };
  const page = root.ownerDocument;
  const window = page.defaultView;
  root.addEventListener('pointerdown', down, true);
  root.addEventListener('pointerover', near);
  scrolling.addEventListener('scroll', scroll, { passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const) page.addEventListener(end, up, true);
  // The window's own: the press itself takes the focus from the cell that had it.
  window?.addEventListener('blur', up);
  return () => {
    root.removeEventListener('pointerdown', down, true);
    root.removeEventListener('pointerover', near);
    scrolling.removeEventListener('scroll', scroll);
    for (const end of ['pointerup', 'pointercancel'] as const) page.removeEventListener(end, up, true);
    window?.removeEventListener('blur', up);
  };
}
