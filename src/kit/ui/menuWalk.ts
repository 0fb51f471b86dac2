import type { KeyboardEvent } from 'react';
import { isTyping } from '../commands/typing.ts';

/** What the arrows go through in a menu. */
export const ITEMS = '[role^="menuitem"]';
/** What they go through in a panel of choices: the box that looks things up, and the choices below it. */
export const CHOICES = '[data-first],.pop-choice input,.pop-item';

/** Takes the keyboard to the next choice of a menu, round its ends; other keys are left alone. */
export function walkMenu(event: KeyboardEvent, menu: HTMLElement | null, stops = ITEMS): void {
  if (event.defaultPrevented) return;
  const items = [...(menu?.querySelectorAll<HTMLElement>(stops) ?? [])];
  const at = items.indexOf(event.target as HTMLElement);
  // Where something is typed they go through the text.
  const ends = isTyping(event.target) ? {} : { Home: 0, End: items.length - 1 };
  const steps: Readonly<Record<string, number | undefined>> = { ArrowDown: at + 1, ArrowUp: at - 1, ...ends };
  const to = steps[event.key];
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}
