import { formatCount } from '../../kit/index.ts';
import { cellText } from './columns.ts';
import type { GridModel } from './model.ts';

/** Values of the sort key at known places of a snapshot; what lies between is reckoned where that makes sense. */
export function interpolate(samples: ReadonlyMap<number, string>, index: number): string | undefined {
  let [below, above] = [-1, Number.POSITIVE_INFINITY];
  for (const at of samples.keys()) {
    if (at <= index && at > below) below = at;
    if (at >= index && at < above) above = at;
  }
  const [low, high] = [samples.get(below), samples.get(above)];
  if (low === undefined || high === undefined) return undefined;
  if (below === above) return low;
  const [a, b] = [Date.parse(low), Date.parse(high)];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return new Date(a + ((b - a) * (index - below)) / (above - below)).toISOString();
}

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
  let samples = new Map<number, string>();
  let snapshot: string | undefined;
  let asking = false;
  let dragging = false;

  function textAt(index: number): string {
    const { sort } = model.state();
    const field = model.resource.fields[sort.field];
    if (!field) return '';
    const row = model.blocks.at(index);
    if (row) return cellText(sort.field, field, row);
    const value = interpolate(samples, index);
    return value === undefined ? '' : cellText(sort.field, field, { id: '', [sort.field]: value });
  }

  async function ask(index: number): Promise<void> {
    if (snapshot !== model.blocks.snapshot()) {
      snapshot = model.blocks.snapshot();
      samples = new Map();
    }
    if (asking || samples.has(index) || model.blocks.at(index)) return;
    asking = true;
    const value = await model.sample(index).catch(() => undefined);
    asking = false;
    if (typeof value === 'string') samples.set(index, value);
    if (dragging) draw();
  }

  function draw(): void {
    const { total } = model.state();
    const share = scrolling!.scrollTop / Math.max(1, scrolling!.scrollHeight - scrolling!.clientHeight);
    const index = Math.round(share * Math.max(0, total - fits()));
    label.hidden = false;
    label.style.top = `${Math.round(28 + share * Math.max(0, root.clientHeight - 64))}px`;
    const text = textAt(index);
    label.replaceChildren(
      Object.assign(document.createElement('b'), { textContent: formatCount(index + 1) }),
    );
    label.append(` ${of()} ${formatCount(total)}${text && ` · ${text}`}`);
    void ask(index);
  }

  const down = (event: PointerEvent): void => {
    if (!bar.contains(event.target as Node) || model.state().total === 0) return;
    dragging = true;
    for (const end of [0, Math.max(0, model.state().total - 1)]) void ask(end);
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
  scrolling.addEventListener('scroll', scroll, { passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const) page.addEventListener(end, up, true);
  // The window's own: the press itself takes the focus from the cell that had it.
  window?.addEventListener('blur', up);
  return () => {
    root.removeEventListener('pointerdown', down, true);
    scrolling.removeEventListener('scroll', scroll);
    for (const end of ['pointerup', 'pointercancel'] as const) page.removeEventListener(end, up, true);
    window?.removeEventListener('blur', up);
  };
}
