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
import { targetTabset } from './newTab.ts';

/** Where panels that are out came from, while this page lives. */
interface Home {
  pane: string;
  at: number;
  /** What was next to a pane of one panel, which goes with it, and on which side of that the pane was. */
  neighbour?: { pane: string; where: DockLocation };
}
const homes = new Map<string, Home>();

const panesIn = (node: Node): TabSetNode[] => (isTabset(node) ? [node] : node.getChildren().flatMap(panesIn));

function neighbourOf(tab: TabNode): Home['neighbour'] {
  const pane = tabsetOf(tab);
  const row = pane?.getParent();
  if (!pane || !row) return undefined;
  const nodes = row.getChildren();
  const at = nodes.indexOf(pane);
  const before = at > 0;
  const neighbour = nodes[before ? at - 1 : at + 1];
  if (!neighbour) return undefined;
  const panes = panesIn(neighbour);
  const found = before ? panes.at(-1) : panes[0];
  const across = row.getOrientation() === Orientation.HORZ;
  const [after, ahead] = across
    ? [DockLocation.RIGHT, DockLocation.LEFT]
    : [DockLocation.BOTTOM, DockLocation.TOP];
  return found && { pane: found.getId(), where: before ? after : ahead };
}

/** Notes where a panel is before it leaves. */
export function leaveHome(tab: TabNode): void {
  const pane = tabsetOf(tab);
  if (!pane) return;
  const neighbour = neighbourOf(tab);
  homes.set(tab.getId(), {
    pane: pane.getId(),
    at: pane.getChildren().indexOf(tab),
    ...(neighbour && { neighbour }),
  });
}

export const forgetHomes = (): void => homes.clear();

/** The way back: to the pane it left, else next to what was next to it, else to where a new one would go. */
export function homeward(current: Model, tabId: string): Action {
  const home = homes.get(tabId);
  const pane = current.getNodeById(home?.pane ?? '');
  if (home && isTabset(pane)) {
    const at = Math.min(home.at, pane.getChildren().length);
    return Actions.moveNode(tabId, pane.getId(), DockLocation.CENTER, at, true);
  }
  const neighbour = current.getNodeById(home?.neighbour?.pane ?? '');
  if (home?.neighbour && isTabset(neighbour))
    return Actions.moveNode(tabId, neighbour.getId(), home.neighbour.where, -1, true);
  const target = targetTabset(current, []) ?? current.getRootRow()!;
  return Actions.moveNode(tabId, target.getId(), DockLocation.CENTER, -1, true);
}
