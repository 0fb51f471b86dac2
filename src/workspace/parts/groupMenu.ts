import {
  Actions,
  DockLocation,
  type PopupMenuEntry,
  TabGroupNode,
  type TabNode,
  showGroupMenu,
} from 'flexlayout-react';
import { translate } from '../../kit/index.ts';
import { regainFocus } from '../core/focus.ts';
import { tabsetOf } from '../core/model.ts';
import { workspace } from '../core/workspace.ts';

/** Groups of tabs in one strip: a pill with a name and a colour, which folds them. */

const text = (key: string, values?: Record<string, unknown>): string => translate(`workspace:${key}`, values);

const isGrouped = (tab: TabNode | undefined): boolean => tab?.getParent() instanceof TabGroupNode;

/** Puts a tab into a group of its own, or takes it out of the one it is in. */
export function toggleGroup(tabId: string): void {
  const tab = workspace.node(tabId);
  if (!tab || tab.isPinned()) return;
  workspace.act(
    isGrouped(tab)
      ? Actions.removeTabFromGroup(tabId)
      : Actions.addTabToNewGroup(tabId, text('flexlayout.group_default_name')),
  );
  regainFocus();
}

type Item = (key: string, label: string, run: () => void) => PopupMenuEntry;

/** The entries of a tab's menu that put it into a group of its strip or take it out. */
export function groupItems(tab: TabNode, item: Item): PopupMenuEntry[] {
  if (tab.isPinned()) return [];
  const id = tab.getId();
  const others = (tabsetOf(tab)?.getChildren() ?? []).filter(
    (node) => node instanceof TabGroupNode && node !== tab.getParent(),
  );
  return [
    item('workspace.group', text(isGrouped(tab) ? 'command.ungroup' : 'command.group'), () =>
      toggleGroup(id),
    ),
    ...others.map((group) =>
      item(
        `group-${group.getId()}`,
        text('group.join', { name: (group as TabGroupNode).getName() }),
        () => void workspace.act(Actions.moveNode(id, group.getId(), DockLocation.CENTER, -1)),
      ),
    ),
  ];
}

/** Name, colour, folding and end of a group, by the right mouse button on its pill. */
export const showGroup = (node: TabGroupNode, anchor: { x: number; y: number }): void =>
  void showGroupMenu(node, anchor, {
    onAction: workspace.act,
    getLabel: (action) => text(`group.${action === 'toggleOpen' && !node.isOpened() ? 'open' : action}`),
  });
