import { commands } from '../../kit/commands/registry.ts';

/** The keyboard goes into the menu by its key, and by Esc back to where it came from. */

let from: WeakRef<HTMLElement> | undefined;

export function enterMenu(): void {
  const { activeElement } = document;
  from = activeElement instanceof HTMLElement ? new WeakRef(activeElement) : undefined;
  const areas = document.querySelector<HTMLElement>('.sidemenu .area');
  (areas ?? document.querySelector<HTMLElement>('.sidemenu button'))?.focus();
}

/** Into the active panel, if that place has gone meanwhile or the keyboard came another way. */
export function leaveMenu(): void {
  const place = from?.deref();
  from = undefined;
  if (place?.isConnected) place.focus({ preventScroll: true });
  else void commands.find('workspace.focus')?.run();
}
