/**
 * Reports an element's sizes until undone, in whichever window it is. A panel moves between the page and a
 * pop-out with its elements; an observer hears as often as its own window draws, and ends with it. The page's hears
 * of every move, and the one of the element's window of what happens there.
 */
export function watchSize(element: HTMLElement, changed: (entry: ResizeObserverEntry) => void): () => void {
  let near: { view: Window; observer: ResizeObserver } | undefined;
  const settle = (): void => {
    const view = element.ownerDocument.defaultView;
    if (view === (near?.view ?? window)) return;
    near?.observer.disconnect();
    near = undefined;
    // An element that is in no window has none; the page's observer reports when it is in one again.
    if (!view || view === window) return;
    near = { view, observer: new view.ResizeObserver(heard) };
    near.observer.observe(element);
  };
  const heard = (entries: ResizeObserverEntry[]): void => {
    settle();
    changed(entries.at(-1)!);
  };
  const page = new ResizeObserver(heard);
  page.observe(element);
  settle();
  return () => {
    page.disconnect();
    near?.observer.disconnect();
  };
}
