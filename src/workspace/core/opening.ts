import type { Model } from 'flexlayout-react';
import { getDefaultStore } from 'jotai';
import { isUnfinished, link, preferences } from '../../kit/index.ts';
import { type PanelRecord, tabIdsOf } from '../envelope/envelope.ts';
import { follows, isApart } from '../views.tsx';
import { activity } from './activity.ts';
import { sameness } from '../../kit/address.ts';
import { type ClosedPanel, closed } from './closed.ts';
import { model, node, parkedAtom } from './current.ts';
import { homeOf } from './homes.ts';
import { tabsOf } from './model.ts';
import { addTab, nextNumber, placeTab } from './newTab.ts';
import { newTabId, panels, turnsAtom } from './panels.ts';

/** Which tab shows a view that a person, a link or an address asks for. */

const store = getDefaultStore();

export interface OpenHow {
  /** The tab that the address represented, which counts before what it shows. */
  tab?: string | undefined;
  /** How often that tab had been given something else to show when the address was written. */
  turn?: number | undefined;
  /** A second tab even when one shows the same. */
  another?: boolean;
  /** Named by the address of the page, not asked for by a click or a key. */
  byAddress?: boolean;
}

interface Parked {
  window: string;
  tabId: string;
}

type Args = Record<string, unknown>;

/** The tab among these that shows the view with the same arguments; `read` shows what counts as a tab's. */
function shows(
  view: string,
  args: Args,
  among: readonly string[],
  read: (record: PanelRecord) => Args | undefined = (record) => record.args,
): string | undefined {
  const key = sameness(view, args);
  return among.find((id) => {
    const record = panels.get(id);
    const own = record && read(record);
    return own !== undefined && sameness(record!.view, own) === key;
  });
}

/** The waiting window with the tab that is looked for. */
function parkedWith(find: (tabIds: readonly string[]) => string | undefined): Parked | undefined {
  for (const [window, sub] of Object.entries(store.get(parkedAtom))) {
    const tabId = find(tabIdsOf({ layout: sub.layout, subLayouts: {} }));
    if (tabId !== undefined) return { window, tabId };
  }
  return undefined;
}

const tabIds = (current: Model): string[] => tabsOf(current).map((tab) => tab.getId());

/** The tabs of the workspace and of the windows that wait. */
export const allTabs = (current: Model): string[] => [
  ...tabIds(current),
  ...Object.values(store.get(parkedAtom)).flatMap(({ layout }) => tabIdsOf({ layout, subLayouts: {} })),
];

/** The latest tab that a link opened or gave something else to show, by view. */
const linkedTo = new Map<string, string>();
export const forgetLinks = (): void => linkedTo.clear();

/**
 * A link may show something else in this tab: it is neither pinned nor locked, nothing is being filled in, and it does
 * not follow a colour in the place of its arguments.
 */
function mayShowElse(tabId: string): boolean {
  const tab = node(tabId);
  if (!tab || tab.isPinned() || !tab.isCloseable() || isUnfinished(tabId)) return false;
  return !(follows(panels.get(tabId)!.view) && store.get(link.panelsAtom)[tabId]);
}

/** The tab that shows the view already: the latest that a link led to, else one with arguments, else any. */
function reusable(current: Model, view: string): string | undefined {
  const tabs = tabIds(current).filter((id) => panels.get(id)?.view === view && mayShowElse(id));
  const last = linkedTo.get(view);
  if (last !== undefined && tabs.includes(last)) return last;
  const narrowed = tabs.filter((id) => Object.keys(panels.get(id)!.args).length > 0);
  return tabs.length === 0 ? undefined : activity.latest(narrowed.length > 0 ? narrowed : tabs);
}

/** Shows something else in a tab; what it showed can be opened again like a closed panel. */
export function retarget(tabId: string, args: Args): void {
  const record = panels.get(tabId);
  const tab = node(tabId);
  if (!record || !tab) return;
  closed.add([{ id: newTabId(), record, ...coloured(tabId), home: homeOf(tab)! }]);
  panels.retarget(tabId, args);
}

export const coloured = (tabId: string): Pick<ClosedPanel, 'colour'> => {
  const colour = link.snapshot().panels[tabId]?.colour;
  return colour ? { colour } : {};
};

/** A link, or an address that a person typed, shows this; a menu entry has no arguments and takes no other's tab. */
function follow(current: Model, view: string, args: Args): string {
  const isOwn = Object.keys(args).length === 0 || isApart(view) || preferences().links === 'newTab';
  const known = isOwn ? undefined : reusable(current, view);
  if (known !== undefined) retarget(known, args);
  const tabId = known ?? addTab(view, args);
  if (Object.keys(args).length > 0) linkedTo.set(view, tabId);
  return tabId;
}

/**
 * The tab an address represents: the one that wrote it, else one that was opened for the same, else one that shows just
 * that now, though it was opened for something wider.
 */
function addressed(current: Model, view: string, args: Args, tab: string | undefined): string | undefined {
  const ids = allTabs(current);
  if (tab !== undefined && ids.includes(tab) && panels.get(tab)?.view === view) return tab;
  return shows(view, args, ids) ?? shows(view, args, ids, ({ shown }) => shown);
}

/** Ways to a tab that the workspace has: windows that wait are opened by it. */
interface Ways {
  unpark(window: string, kind: 'window' | 'float'): void;
}

function openAddressed(
  current: Model,
  view: string,
  args: Args,
  how: OpenHow,
  ways: Ways,
): string | undefined {
  const { tab, turn } = how;
  const named = addressed(current, view, args, tab);
  if (named === undefined) return undefined;
  const waits = parkedWith((ids) => ids.find((id) => id === named));
  // Followed, and not just loaded again: it is shown where it can be.
  if (waits && tab === undefined) ways.unpark(waits.window, 'float');
  // The way back leads to what a tab showed before a link gave it something else.
  const now = store.get(turnsAtom)[named] ?? 0;
  if (named === tab && turn !== undefined && turn !== now && shows(view, args, [named]) === undefined)
    retarget(named, args);
  return named;
}

/**
 * The tab that shows the view with these arguments, opened where there is none; its window comes back where a person
 * asks for it. For an address the browser would refuse that: the window's panels float then.
 */
export function tabFor(current: Model, view: string, args: Args, how: OpenHow, ways: Ways): string {
  if (how.another) return addTab(view, args);
  const named = how.byAddress ? openAddressed(current, view, args, how, ways) : undefined;
  if (named !== undefined) return named;
  const parked = parkedWith((ids) => shows(view, args, ids));
  if (parked && !how.byAddress) ways.unpark(parked.window, 'window');
  return parked?.tabId ?? shows(view, args, tabIds(current)) ?? follow(current, view, args);
}

/** Opens a closed panel as it was, where it was. Returns its tab. */
export function openClosed({ id, record, colour, home }: ClosedPanel): string {
  const current = model()!;
  const tabId = current.getNodeById(id) ? newTabId() : id;
  panels.put(tabId, { ...record, nth: nextNumber(current, record.view) });
  if (colour) link.setColours(tabId, [colour]);
  placeTab(current, tabId, home, []);
  closed.remove(id);
  return tabId;
}
