import type { KeyboardEvent } from 'react';

/** What the arrows go through in a menu. */
export const ITEMS = '[role^="menuitem"]';

/** Takes the keyboard to the next choice of a menu, round its ends; other keys are left alone. */
export function walkMenu(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
  const at = items.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}
