import type { ResourcePanel } from './useResourcePanel.ts';

/** Esc: closes what was opened last next to the list; false where nothing was. `peek`: the peek is closed by it too. */
export function closeLast(panel: ResourcePanel, peek = true): boolean {
  if (panel.actions.pending) panel.actions.dismiss();
  else if (panel.open || panel.secret) panel.close();
  else if (peek && panel.peek) panel.setPeek(false);
  else return false;
  return true;
}
