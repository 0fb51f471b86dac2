import {
  Actions,
  type Action,
  DockLocation,
  type Model,
  type Node,
  Orientation,
  type TabNode,
  type TabSetNode,
} from 'flexlayout-react';
import { isTabset, tabsetOf } from './model.ts';

/** Where panels that left the workspace came from, so that they come back to the same place. */

const SIDES = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  top: DockLocation.TOP,
  bottom: DockLocation.BOTTOM,
} as const;
export type Side = keyof typeof SIDES;
export const isSide = (value: unknown): value is Side =>
  typeof value === 'string' && Object.hasOwn(SIDES, value);

/** A place in the layout, by the tabs around it: the library gives panes other ids whenever it rebuilds them. */
export interface Home {
  /** The other tabs of the pane, and the place among them. */
  mates: string[];
  at: number;
  /** The tabs of the pane next to this one, and on which side of that this one is. */
  neighbour?: { tabs: string[]; side: Side };
}

/** Where a node goes: next to or into another one. */
export interface Place {
  node: string;
  where: DockLocation;
  at: number;
}

/** Of the panels that are out, while this page lives. */
const homes = new Map<string, Home>();

const panesIn = (node: Node): TabSetNode[] => (isTabset(node) ? [node] : node.getChildren().flatMap(panesIn));

const tabIds = (pane: TabSetNode): string[] => pane.getTabNodes().map((tab) => tab.getId());

function neighbourOf(pane: TabSetNode): Home['neighbour'] {
  const row = pane.getParent();
  if (!row) return undefined;
  const nodes = row.getChildren();
  const at = nodes.indexOf(pane);
  const before = at > 0;
  const neighbour = nodes[before ? at - 1 : at + 1];
  if (!neighbour) return undefined;
  const panes = panesIn(neighbour);
  const found = before ? panes.at(-1) : panes[0];
  const across = row.getOrientation() === Orientation.HORZ;
  const [after, ahead] = across ? (['right', 'left'] as const) : (['bottom', 'top'] as const);
  return found && { tabs: tabIds(found), side: before ? after : ahead };
}

/** Where a tab is now. */
export function homeOf(tab: TabNode): Home | undefined {
  const pane = tabsetOf(tab);
  if (!pane) return undefined;
  const neighbour = neighbourOf(pane);
  const tabs = tabIds(pane);
  return {
    mates: tabs.filter((id) => id !== tab.getId()),
    at: tabs.indexOf(tab.getId()),
    ...(neighbour && { neighbour }),
  };
}

/** Notes where a panel is before it leaves. */
export function leaveHome(tab: TabNode): void {
  const home = homeOf(tab);
  if (home) homes.set(tab.getId(), home);
}

export const forgetHomes = (): void => homes.clear();

type Fits = (pane: TabSetNode) => boolean;
const anywhere: Fits = () => true;

/** The pane that has one of these tabs, the first of them that is left. */
function paneWith(current: Model, tabs: readonly string[] | undefined, fits: Fits): TabSetNode | undefined {
  for (const id of tabs ?? []) {
    const pane = tabsetOf(current.getNodeById(id));
    if (pane && fits(pane)) return pane;
  }
  return undefined;
}

/**
 * The place a home names: the pane itself, else next to what was next to it; undefined where neither is left, or is no
 * place that `fits`.
 */
export function placeOf(current: Model, home: Home | undefined, fits = anywhere): Place | undefined {
  const pane = paneWith(current, home?.mates, fits);
  if (home && pane)
    return {
      node: pane.getId(),
      where: DockLocation.CENTER,
      at: Math.min(home.at, pane.getChildren().length),
    };
  const neighbour = paneWith(current, home?.neighbour?.tabs, fits);
  if (!home?.neighbour || !neighbour) return undefined;
  return { node: neighbour.getId(), where: SIDES[home.neighbour.side], at: -1 };
}

/**
 * The way back into the workspace: to the pane it left, else next to what was next to it, else to `otherwise`. What was
 * next to it may be in a window of its own by now, which is no way back.
 */
export function homeward(current: Model, tabId: string, otherwise: () => Place): Action {
  const main = current.getRootRow()?.getLayoutId();
  const isInside: Fits = (pane) => pane.getLayoutId() === main;
  const { node, where, at } = placeOf(current, homes.get(tabId), isInside) ?? otherwise();
  return Actions.moveNode(tabId, node, where, at, true);
}
