import { LOST_VIEW, type PanelRecord } from './envelope/envelope.ts';
import { workspace } from './core/workspace.ts';
import { panels } from './core/panels.ts';
import { tabNameText } from './envelope/tabName.ts';
import { viewTitle } from './views.tsx';

/** What a stored panel is called. */
export const recordTitle = (record: PanelRecord | undefined): string =>
  tabNameText(record?.name) ?? record?.title ?? viewTitle(record?.view ?? LOST_VIEW);

function ownTitle(tabId: string): string {
  const record = panels.get(tabId);
  return record?.title ?? viewTitle(record?.view ?? '');
}

/**
 * What a panel is called: what a person called it, else the name its view gave it, else that of the view with the number that distinguishes the tab from
 * others of the view. A name of its own needs the number only next to a namesake.
 */
export function panelTitle(tabId: string): string {
  const title = ownTitle(tabId);
  const { nth = 1, title: own, name } = panels.get(tabId) ?? {};
  const given = tabNameText(name);
  if (given !== undefined) return given;
  const alone = () => workspace.tabs().every((id) => id === tabId || ownTitle(id) !== title);
  return nth === 1 || (own !== undefined && alone()) ? title : `${title} ${nth}`;
}
