import type { KeyboardEvent } from 'react';
import { isTyping } from '../commands/typing.ts';
import { findTyped, typeAheadOf } from './listKeys.ts';

/** What the arrows go through in a menu. */
export const ITEMS = '[role^="menuitem"]';
/** What they go through in a panel of choices: the box that looks things up, and the choices below it. */
export const CHOICES = '[data-first],.pop-choice input,.pop-item';

const PANELS = '[role="menu"],[role="dialog"]';
const typeAhead = typeAheadOf();

/** Where what is typed leads to in a menu; -1 where it leads nowhere. */
function typedTo({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[], at: number): number {
  const typed = ctrlKey || metaKey || altKey ? undefined : typeAhead(key);
  const texts = items.map(({ textContent }) => (textContent ?? '').trim());
  return typed === undefined ? -1 : findTyped(texts, at, typed);
}

/**
 * Takes the keyboard to the next choice of a menu, round its ends, or to the one that begins with what is typed; other
 * keys and the choices of a panel within it are left alone.
 */
export function walkMenu(event: KeyboardEvent, menu: HTMLElement | null, stops = ITEMS): void {
  if (event.defaultPrevented) return;
  const items = [...(menu?.querySelectorAll<HTMLElement>(stops) ?? [])].filter(
    (item) => item.closest(PANELS) === menu,
  );
  const at = items.indexOf(event.target as HTMLElement);
  // Where something is typed they go through the text.
  const typing = isTyping(event.target);
  const ends = typing ? {} : { Home: 0, End: items.length - 1 };
  const steps: Readonly<Record<string, number | undefined>> = { ArrowDown: at + 1, ArrowUp: at - 1, ...ends };
  let to = steps[event.key];
  if (to === undefined && !typing && stops === ITEMS) {
    const found = typedTo(event, items, at);
    if (found >= 0) to = found;
  }
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}
