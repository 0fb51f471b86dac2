import { panels } from './core/panels.ts';
import { viewTitle } from './views.tsx';

/** What a panel is called: the name its view gave it, else that of the view. */
export function panelTitle(tabId: string): string {
  const record = panels.get(tabId);
  return record?.title ?? viewTitle(record?.view ?? '');
}
