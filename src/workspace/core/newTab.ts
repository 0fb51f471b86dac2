import {
  Actions,
  DockLocation,
  type IJsonTabNode,
  type Model,
  RowNode,
  type TabSetNode,
} from 'flexlayout-react';
import { getDefaultStore } from 'jotai';
import { type LinkColour, link } from '../../kit/index.ts';
import { type Envelope, tabIdsOf } from '../envelope/envelope.ts';
import { freeNumber } from '../envelope/numbers.ts';
import { follows } from '../views.tsx';
import { activity } from './activity.ts';
import { closed } from './closed.ts';
import { act, model, node, parkedAtom } from './current.ts';
import { type Home, type Place, placeOf } from './homes.ts';
import { isLocked } from './locks.ts';
import { tabsOf, tabsetOf, tabsetsOf } from './model.ts';
import { newTabId, panels } from './panels.ts';

/** Where a tab goes that a person opens, and which colour it is on. */

/** The colour that each view has in the layout the role ships with. */
let usual: ReadonlyMap<string, LinkColour> = new Map();

export function learnColours({ panels: records, links }: Envelope): void {
  const coloured = Object.entries(links.panels).flatMap(([id, { colour }]): [string, LinkColour][] =>
    records[id] ? [[records[id].view, colour]] : [],
  );
  usual = new Map(coloured.reverse());
}

export const tabJson = (id: string): IJsonTabNode => ({
  type: 'tab',
  id,
  name: `tab:${id}`,
  component: 'panel',
  // What is opened in a locked layout is not of it.
  ...(isLocked() && { enableClose: true }),
});

const kin = (current: Model, view: string): string[] =>
  tabsOf(current)
    .map((tab) => tab.getId())
    .filter((id) => panels.get(id)?.view === view);

/**
 * The colour of the tabs that show the same view, else the role's usual one. A view that follows its colour would drop
 * the arguments it is opened with, so with arguments it is alone.
 */
function colourOf(
  view: string,
  args: Record<string, unknown>,
  others: readonly string[],
): LinkColour | undefined {
  if (follows(view) && Object.keys(args).length > 0) return undefined;
  const linked = getDefaultStore().get(link.panelsAtom);
  const same = others.find((id) => linked[id]);
  if (same !== undefined) return linked[same]!.colour;
  return others.length === 0 ? usual.get(view) : undefined;
}

const inMain = (current: Model, tabset: TabSetNode | undefined): TabSetNode | undefined =>
  tabset?.getLayoutId() === current.getRootRow()?.getLayoutId() ? tabset : undefined;

/** A pane with less than this part of the largest one's room is no place for a view somebody wants to read. */
const ROOMY = 0.6;

/** The part of its window that a pane takes. */
function shareOf(part: TabSetNode | RowNode): number {
  const parent = part.getParent();
  if (!(parent instanceof RowNode)) return 1;
  const siblings = parent.getChildren() as (TabSetNode | RowNode)[];
  const all = siblings.reduce((sum, each) => sum + each.getWeight(), 0);
  return shareOf(parent) * (all > 0 ? part.getWeight() / all : 1);
}

/**
 * Next to a tab of the same view or next to the active one where there is room, else in the largest pane; in the main
 * window always.
 */
export function targetTabset(current: Model, others: readonly string[]): TabSetNode | undefined {
  const maximized = current.getMaximizedTabset();
  if (maximized) return maximized;
  const panes = tabsetsOf(current).filter((tabset) => inMain(current, tabset));
  const largest = panes.toSorted((a, b) => shareOf(b) - shareOf(a))[0];
  if (!largest) return current.getFirstTabSet();
  const wished = [...others, activity.active() ?? ''].map((id) => inMain(current, tabsetOf(node(id))));
  const roomy = wished.find((tabset) => tabset && shareOf(tabset) >= shareOf(largest) * ROOMY);
  return roomy ?? largest;
}

/** What distinguishes a new tab of the view from those of it that are open or wait in a window. */
export function nextNumber(current: Model, view: string): number {
  const waiting = Object.values(getDefaultStore().get(parkedAtom));
  const parked = waiting.flatMap(({ layout }) => tabIdsOf({ layout, subLayouts: {} }));
  const ids = [...tabsOf(current).map((tab) => tab.getId()), ...parked];
  return freeNumber(view, Object.values(panels.snapshot(ids)));
}

/** Where a tab goes that has no place of its own. */
export const freePlace = (current: Model, others: readonly string[]): Place => ({
  node: (targetTabset(current, others) ?? current.getRootRow()!).getId(),
  where: DockLocation.CENTER,
  at: -1,
});

/** Puts a tab where its home is, else where there is room for it. */
export function placeTab(
  current: Model,
  id: string,
  home: Home | undefined,
  others: readonly string[],
): void {
  const { node: target, where, at } = placeOf(current, home) ?? freePlace(current, others);
  act(Actions.addTab(tabJson(id), target, where, at, true));
}

/** @param pane the pane that it is opened in, else where the view belongs */
export function addTab(view: string, args: Record<string, unknown>, pane?: string): string {
  const current = model();
  if (!current) throw new Error('the workspace is not ready');
  const others = kin(current, view);
  const id = newTabId();
  panels.add(id, view, args, nextNumber(current, view));
  const colour = colourOf(view, args, others);
  if (colour) link.setColours(id, [colour]);
  if (pane !== undefined) act(Actions.addTab(tabJson(id), pane, DockLocation.CENTER, -1, true));
  // The first of its view goes where the last of its view was.
  else placeTab(current, id, others.length === 0 ? closed.homeOf(view) : undefined, others);
  return id;
}
