import { isTyping } from '../../kit/index.ts';
import { activity } from './activity.ts';
import { workspace } from './workspace.ts';

/** Focus goes into a panel that opens and back to the one before when it closes. */

/** A slow line draws late; whoever chooses another place meanwhile ends the wait. */
const GRID_WAIT_MS = 120_000;
/** The panel is looked at often while it draws, and now and then where the line is slow. */
const LOOK_MS = 80;
const SLOW_LOOK_MS = 400;
const SLOW_AFTER_MS = 10_000;
const FORM_WAIT_MS = 700;
/** What has kept the focus so long keeps it. */
const HELD_MS = 1_000;
/** A box that searches is no form: what is typed in a panel that has just opened are its keys. */
const FIELD =
  'input:not([type=hidden],[type=search]):not(:disabled),textarea:not(:disabled),select:not(:disabled)';
const lastFocus = new Map<string, WeakRef<HTMLElement>>();

/** The element of a panel, in whatever window it is drawn. */
export const panelOf = (tabId: string): HTMLElement | null => {
  const owner = workspace.node(tabId)?.getDocument() ?? document;
  return (
    [...owner.querySelectorAll<HTMLElement>('[data-scope]')].find((panel) => panel.dataset.scope === tabId) ??
    null
  );
};

/** The place a view names, else its grid, else (in a form) its first field. */
function firstPlace(panel: HTMLElement, waited: number): HTMLElement | null {
  const named = panel.querySelector<HTMLElement>('[data-focus-first]');
  if (named) return named;
  if (panel.querySelector('.ag-root'))
    return panel.querySelector<HTMLElement>('[row-id][tabindex="0"]:not([row-id^="gap:"])');
  return waited < FORM_WAIT_MS ? null : panel.querySelector<HTMLElement>(FIELD);
}

/** Whoever types outside the panels, a tab's name say, is not taken into the panel by the click before. */
const isElsewhere = ({ activeElement }: Document): boolean =>
  isTyping(activeElement) && !activeElement?.closest('[data-scope]');

/** Grids redraw while they load and drop the focus, so it is looked after until the panel has settled. */
function settle(tabId: string, began: number, given?: HTMLElement, since = began): void {
  const panel = panelOf(tabId);
  const now = performance.now();
  const waited = now - began;
  if (activity.active() !== tabId || waited > GRID_WAIT_MS || isElsewhere(panel?.ownerDocument ?? document))
    return;
  const at = panel?.ownerDocument.activeElement;
  // Whoever chose another place meanwhile keeps it.
  const ours = !at || at === panel || at === given || at === panel?.ownerDocument.body;
  if (panel && !ours && waited > 60) return;
  const place = given?.isConnected ? given : panel && firstPlace(panel, waited);
  const target = place ?? panel;
  if (target && at !== target) target.focus({ preventScroll: true });
  const held = place !== null && at === place;
  if (held && now - since > HELD_MS) return;
  const pause = waited < SLOW_AFTER_MS ? LOOK_MS : SLOW_LOOK_MS;
  setTimeout(settle, pause, tabId, began, place ?? undefined, held ? since : now);
}

/** A grid shows another row in the element that had the focus: its tab stop is the focused row. */
const isOtherRow = (element: HTMLElement): boolean =>
  element.hasAttribute('row-index') && element.tabIndex !== 0;

/** Into the panel: where the person was in it last, else its first place as soon as that is there. */
export function focusPanel(tabId: string): void {
  requestAnimationFrame(() => {
    if (isElsewhere(workspace.node(tabId)?.getDocument() ?? document)) return;
    const known = lastFocus.get(tabId)?.deref();
    if (known?.isConnected && panelOf(tabId)?.contains(known) && !isOtherRow(known))
      return known.focus({ preventScroll: true });
    settle(tabId, performance.now());
  });
}

/** The library draws a change of the layout soon after it is notified of it. */
const DRAWN_MS = 100;

/** What was closed, moved or taken back took the focus with it: the panel that is active now gets it. */
export function regainFocus(): void {
  setTimeout(() => {
    const tabId = activity.active();
    if (tabId === undefined) return;
    const { activeElement, body } = workspace.node(tabId)?.getDocument() ?? document;
    if (!activeElement || activeElement === body) focusPanel(tabId);
  }, DRAWN_MS);
}

/** How the library names a tab's button in the strip, which belongs to no panel. */
const BUTTON = 'flexlayout-tabbutton-';

/** The tab whose button in the strip this is in. */
export const tabButtonOf = (element: Element): string | undefined =>
  element.closest?.(`[id^="${BUTTON}"]`)?.id.slice(BUTTON.length);

/** As above, if its panel shows: the library says nothing of a press on that one. */
function shownTabOf(element: Element): string | undefined {
  const tabId = tabButtonOf(element);
  return tabId !== undefined && workspace.ring().includes(tabId) ? tabId : undefined;
}

/** The tab that an element belongs to, in its panel or as its button in the strip. */
export const tabOf = (element: Element): string | undefined =>
  element.closest?.<HTMLElement>('[data-scope]')?.dataset.scope ?? shownTabOf(element);

/** Follows the focus in a document, so that keys act in the panel where they are pressed. Returns its undo. */
export function followFocus(target: Document): () => void {
  const follow = (event: Event): void => {
    const element = event.target as HTMLElement | null;
    if (!element) return;
    const panel = element.closest?.<HTMLElement>('[data-scope]');
    const tabId = tabOf(element);
    if (!tabId) return;
    if (panel && element !== panel && event.type === 'focusin') lastFocus.set(tabId, new WeakRef(element));
    if (activity.active() !== tabId) workspace.select(tabId);
  };
  // Whoever points at a tab means what is in it; the second press of a double click is about its name.
  const enter = (event: MouseEvent): void => {
    const element = event.target as HTMLElement;
    const tabId = event.detail === 1 && !element.closest('input') ? shownTabOf(element) : undefined;
    if (tabId !== undefined) focusPanel(tabId);
  };
  target.addEventListener('focusin', follow);
  target.addEventListener('pointerdown', follow, true);
  target.addEventListener('click', enter);
  return () => {
    target.removeEventListener('focusin', follow);
    target.removeEventListener('pointerdown', follow, true);
    target.removeEventListener('click', enter);
  };
}
