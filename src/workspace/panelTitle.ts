import { desk } from './core/desk.ts';
import { panels } from './core/panels.ts';
import { viewTitle } from './views.tsx';

function ownTitle(tabId: string): string {
  const record = panels.get(tabId);
  return record?.title ?? viewTitle(record?.view ?? '');
}

/** What a panel is called: the name its view gave it, else that of the view; numbered from the second such tab on. */
export function panelTitle(tabId: string): string {
  const title = ownTitle(tabId);
  const open = new Set(desk.tabs());
  const namesakes = panels.ids().filter((id) => open.has(id) && ownTitle(id) === title);
  const at = namesakes.indexOf(tabId);
  return at > 0 ? `${title} ${at + 1}` : title;
}
