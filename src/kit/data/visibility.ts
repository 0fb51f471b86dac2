/** The windows of this page, and whether each of them can be seen. */

/** `shown`: a window that could not be seen is back in sight. */
type Listener = (shown: boolean) => void;

const windows = new Map<Document, boolean>();
const listeners = new Set<Listener>();

function notify(shown: boolean): void {
  for (const listener of listeners) listener(shown);
}

/** Follows the visibility of a window, until undone. */
export function watchVisibility(target: Document): () => void {
  const update = (): void => {
    const visible = target.visibilityState !== 'hidden';
    const shown = visible && windows.get(target) === false;
    windows.set(target, visible);
    notify(shown);
  };
  target.addEventListener('visibilitychange', update);
  update();
  return () => {
    windows.delete(target);
    target.removeEventListener('visibilitychange', update);
    notify(false);
  };
}

/** False only of a window that is followed and hidden: one that has closed keeps nothing from being drawn. */
export const isWindowVisible = (target: Document | undefined): boolean =>
  !target || (windows.get(target) ?? true);

/** The main window may be covered while a pop-out is being read. */
export const anyWindowVisible = (): boolean => windows.size === 0 || [...windows.values()].some(Boolean);

export function onVisibility(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
