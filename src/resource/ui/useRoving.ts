import { type RefObject, useEffect, useRef } from 'react';

/** What is in the line: no text box, nothing folded away, nothing inside what a button opens. */
const itemsOf = (box: HTMLElement): HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>('button')].filter((each) => !each.closest('[inert],[popover]'));

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** One stop for Tab in a line of buttons, the last one that was used; the arrows go on from there (WAI-ARIA toolbar). */
export function useRoving(box: RefObject<HTMLElement | null>): void {
  const last = useRef<HTMLElement>(undefined);
  const mark = useRef(() => {
    if (!box.current) return;
    const items = itemsOf(box.current);
    const stop = items.find((each) => each === last.current) ?? items[0];
    for (const each of items) each.tabIndex = each === stop ? 0 : -1;
  });
  // Buttons come and go with what is drawn.
  useEffect(() => mark.current());
  useEffect(() => {
    const { current: root } = box;
    if (!root) return;
    const focused = ({ target }: FocusEvent) => {
      if (!itemsOf(root).includes(target as HTMLElement)) return;
      last.current = target as HTMLElement;
      mark.current();
    };
    const pressed = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const items = itemsOf(root);
      const at = items.indexOf(event.target as HTMLElement);
      if (!step || at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      items[step(at, items.length)]?.focus();
    };
    root.addEventListener('focusin', focused);
    root.addEventListener('keydown', pressed);
    return () => {
      root.removeEventListener('focusin', focused);
      root.removeEventListener('keydown', pressed);
    };
  }, [box]);
}
