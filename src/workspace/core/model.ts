import {
  type IGlobalAttributes,
  type IJsonModel,
  Model,
  type Node,
  TabGroupNode,
  TabNode,
  TabSetNode,
} from 'flexlayout-react';
import type { TreeJson } from '../envelope/envelope.ts';

/** Ours always, never from a stored layout. */
const GLOBAL: IGlobalAttributes = {
  tabEnableFloat: true,
  tabEnablePopout: true,
  tabEnablePopoutIcon: true,
  tabEnablePin: true,
  tabEnableRename: false,
  tabEnableScrollbars: false,
  tabSetEnableTabGroups: true,
  tabGroupType: 'underline',
  tabMinWidth: 160,
  tabMinHeight: 60,
  tabSetEnableTabScrollbar: true,
  tabSetMinWidth: 160,
  tabSetMinHeight: 60,
  enableEdgeDock: true,
  enableEdgeDockIndicators: true,
};

const full = (tree: TreeJson): IJsonModel => ({
  global: GLOBAL,
  borders: [],
  layout: tree.layout,
  subLayouts: tree.subLayouts,
});

/** `previous` keeps its mounted panels where the tabs are the same. */
export const modelOf = (tree: TreeJson, previous?: Model): Model => Model.fromJson(full(tree), previous);

export function treeOf(model: Model): TreeJson {
  const { layout, subLayouts } = model.toJson();
  return { layout, subLayouts: subLayouts ?? {} };
}

const collect = <T extends Node>(model: Model, pick: (node: Node) => node is T): T[] => {
  const found: T[] = [];
  model.visitNodes((node) => {
    if (pick(node)) found.push(node);
  });
  return found;
};

export const isTab = (node: Node | undefined): node is TabNode => node instanceof TabNode;
export const isTabset = (node: Node | undefined): node is TabSetNode => node instanceof TabSetNode;

export const tabsOf = (model: Model): TabNode[] => collect(model, isTab);
export const tabsetsOf = (model: Model): TabSetNode[] => collect(model, isTabset);
export const tabsetOf = (tab: Node | undefined): TabSetNode | undefined => {
  const parent = tab?.getParent();
  // A group of tabs is between them.
  const container = parent instanceof TabGroupNode ? parent.getParent() : parent;
  return isTabset(container) ? container : undefined;
};

/** The tabs a person can see: the chosen one of each tabset that is not behind a maximised one. */
export function shownTabs(model: Model): string[] {
  return tabsetsOf(model).flatMap((tabset) => {
    const maximized = model.getMaximizedTabset(tabset.getLayoutId());
    const chosen = tabset.getSelectedNode();
    return chosen && (!maximized || maximized === tabset) ? [chosen.getId()] : [];
  });
}

/** A tree as the library itself would write it, so that stored and living ones compare. */
export const normalised = (tree: TreeJson): TreeJson => treeOf(modelOf(tree));
