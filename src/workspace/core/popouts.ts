import type { ModelLayout } from 'flexlayout-react';
import { attachDocument } from '../../kit/index.ts';
import { workspace } from './workspace.ts';
import { focusPanel, followFocus } from './focus.ts';
import { followModifier } from './modifier.ts';
import { noteWindow } from './windows.ts';

/** Not every window says that it closes. */
const WATCH_MS = 1_000;
/** A page that still lives so long after it began to leave has stayed: its address could not be left, say. */
const LEAVING_MS = 20_000;

const attached = new Map<string, () => void>();
/** Windows that went with the workspace. */
const left = new Set<string>();

/** Keys, focus and name of a window that opened, until it closes; its panels come back then. */
export function onPopoutOpen(layout: ModelLayout, opened: Window, target: Document): void {
  const layoutId = layout.getLayoutId();
  attached.get(layoutId)?.();
  left.delete(layoutId);
  target.body.classList.add('flexlayout__theme_paydesk');
  // The windows go with the page that made them and wait for the next one: nobody closed them.
  let leftAt = Number.NEGATIVE_INFINITY;
  const leave = () => {
    leftAt = performance.now();
  };
  globalThis.addEventListener('beforeunload', leave);
  const watch = setInterval(() => {
    if (!opened.closed || performance.now() - leftAt < LEAVING_MS) return;
    onPopoutClose(layout);
    giveBack(layoutId);
  }, WATCH_MS);
  const undos = [
    attachDocument(target),
    followFocus(target),
    followModifier(target),
    () => clearInterval(watch),
    () => globalThis.removeEventListener('beforeunload', leave),
  ];
  attached.set(layoutId, () => {
    for (const undo of undos) undo();
  });
  const first = workspace.ring().find((id) => workspace.node(id)?.getLayoutId() === layout.getLayoutId());
  if (first === undefined) return;
  noteWindow(layoutId, target);
  focusPanel(first);
}

export function onPopoutClose(layout: ModelLayout): void {
  attached.get(layout.getLayoutId())?.();
  attached.delete(layout.getLayoutId());
  noteWindow(layout.getLayoutId());
}

/** A window that is closed gives its panels back, unless nobody closed it. */
export function giveBack(layoutId: string): void {
  if (!left.has(layoutId)) workspace.dock(layoutId);
}

/**
 * Before the workspace leaves the page, which a lock makes it do: its windows go with it, and their panels wait in the
 * layout for the next one. To be called before they close, which they tell of at once.
 */
export function leaveWindows(): void {
  for (const [layoutId, detach] of attached) {
    left.add(layoutId);
    detach();
    noteWindow(layoutId);
  }
  attached.clear();
}
