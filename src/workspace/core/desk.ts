import {
  type Action,
  Actions,
  DockLocation,
  type Model,
  type TabNode,
  type TabSetNode,
} from 'flexlayout-react';
import { atom, getDefaultStore } from 'jotai';
import { link } from '../../kit/index.ts';
import { type Envelope, type TreeJson, emptyTree, tabIdsOf } from '../envelope/envelope.ts';
import { activity } from './activity.ts';
import { sameness } from './address.ts';
import { history } from './history.ts';
import { isTab, isTabset, modelOf, shownTabs, tabsOf, tabsetOf, tabsetsOf, treeOf } from './model.ts';
import { newTabId, panels } from './panels.ts';
import { keepScroll } from './scroll.ts';

/** The layout on screen. Framework-free: the components under Workspace.tsx only draw what is here. */

const store = getDefaultStore();
export const modelAtom = atom<Model | null>(null);
/** Windows of a stored layout that wait for a click, since a browser opens none without one. */
export const parkedAtom = atom<TreeJson['subLayouts']>({});

const listeners = new Set<() => void>();
const openListeners = new Set<(tabId: string) => void>();

const model = (): Model | null => store.get(modelAtom);
const node = (tabId: string): TabNode | undefined => {
  const found = model()?.getNodeById(tabId);
  return isTab(found) ? found : undefined;
};

const act = (action: Action): unknown => model()?.doAction(action);

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** The tab an action makes active, where it names one. */
function pointedAt(current: Model, action: Action | undefined): string | undefined {
  if (action?.type === Actions.SELECT_TAB) return action.data.tabNode as string;
  if (action?.type === Actions.SET_ACTIVE_TABSET) {
    const tabset = current.getNodeById(action.data.tabsetNode as string);
    return isTabset(tabset) ? tabset.getSelectedNode()?.getId() : undefined;
  }
  if (action?.type === Actions.ADD_TAB) return (action.data.json as { id?: string }).id;
  if (action?.type === Actions.MOVE_NODE || action?.type === Actions.POPOUT_TAB) {
    const id = (action.data.fromNode ?? action.data.node) as string;
    const moved = current.getNodeById(id);
    return isTabset(moved) ? moved.getSelectedNode()?.getId() : id;
  }
  return undefined;
}

function refresh(action?: Action): void {
  const current = model();
  if (!current) return;
  const shown = shownTabs(current);
  activity.update(shown, new Set(tabsOf(current).map((tab) => tab.getId())));
  const wanted =
    pointedAt(current, action) ?? activity.active() ?? current.getActiveTabset()?.getSelectedNode()?.getId();
  activity.activate(wanted !== undefined && shown.includes(wanted) ? wanted : activity.latest(shown));
}

/** The page and the windows its tabs are in. */
const documentsOf = (current: Model): Set<Document> =>
  new Set([document, ...tabsOf(current).flatMap((tab) => tab.getDocument() ?? [])]);

/** When the active tab closes, the one that was active before it comes back, though it may lie behind another. */
function comeBack(closed: string | undefined): void {
  const current = model();
  if (!current || closed === undefined || current.getNodeById(closed)) return;
  const last = activity.latest(tabsOf(current).map((tab) => tab.getId()));
  const beneath = tabsetOf(node(last ?? ''));
  if (last === undefined || !beneath || shownTabs(current).includes(last)) return;
  const maximized = current.getMaximizedTabset(beneath.getLayoutId());
  if (!maximized || maximized === beneath) act(Actions.selectTab(last));
}

const watcher = {
  onBeforeAction(action: Action): void {
    const current = model();
    if (!current) return;
    history.record(action, () => JSON.stringify(treeOf(current)));
    keepScroll(action, () => documentsOf(current));
  },
  onAfterAction(action: Action): void {
    const before = activity.active();
    if (action.type === Actions.DELETE_TAB) comeBack(before);
    refresh(action);
    if (!action.isAdjusting()) changed();
  },
};

function setModel(next: Model): void {
  model()?.removeChangeListener(watcher);
  next.addChangeListener(watcher);
  store.set(modelAtom, next);
  refresh();
}

/** Where a new tab goes: beside the active one, in the main window. */
function targetTabset(current: Model): TabSetNode | undefined {
  const main = current.getMaximizedTabset() ?? current.getActiveTabset();
  const beside = tabsetOf(node(activity.active() ?? ''));
  if (beside && beside.getLayoutId() === current.getRootRow()?.getLayoutId())
    return current.getMaximizedTabset() ?? beside;
  return main ?? current.getFirstTabSet();
}

function addTab(view: string, args: Record<string, unknown>): string {
  const current = model();
  if (!current) throw new Error('the workspace is not ready');
  const id = newTabId();
  panels.add(id, view, args);
  const json = { type: 'tab', id, name: `tab:${id}`, component: 'panel' };
  const target = targetTabset(current);
  if (target) act(Actions.addTab(json, target.getId(), DockLocation.CENTER, -1, true));
  else act(Actions.addTab(json, current.getRootRow()!.getId(), DockLocation.CENTER, -1, true));
  return id;
}

function travel(step: 'back' | 'forth'): boolean {
  const current = model();
  if (!current) return false;
  const text = history[step](JSON.stringify(treeOf(current)));
  if (text === undefined) return false;
  setModel(modelOf(JSON.parse(text) as TreeJson, current));
  changed();
  return true;
}

const splitWindows = (tree: TreeJson): { docked: TreeJson; windows: TreeJson['subLayouts'] } => {
  const all = Object.entries(tree.subLayouts);
  return {
    docked: {
      layout: tree.layout,
      subLayouts: Object.fromEntries(all.filter(([, sub]) => sub.type !== 'window')),
    },
    windows: Object.fromEntries(all.filter(([, sub]) => sub.type === 'window')),
  };
};

export const desk = Object.freeze({
  model,
  node,
  act,
  /** Shows a layout; its windows are parked until a person asks for them. */
  load(envelope: Envelope): void {
    activity.reset();
    panels.replaceAll(envelope.panels);
    link.restore(envelope.links);
    const { docked, windows } = splitWindows(envelope.layout);
    store.set(parkedAtom, windows);
    history.clear();
    setModel(modelOf(docked));
  },
  unload(): void {
    model()?.removeChangeListener(watcher);
    store.set(modelAtom, null);
    store.set(parkedAtom, {});
    activity.reset();
  },
  /** Tree, panels and links of this moment. */
  snapshot(): Pick<Envelope, 'layout' | 'panels' | 'links'> {
    const current = model();
    const tree = current ? treeOf(current) : emptyTree();
    const layout = { ...tree, subLayouts: { ...tree.subLayouts, ...store.get(parkedAtom) } };
    const ids = tabIdsOf(layout);
    const { panels: linked, contexts } = link.snapshot();
    const links = {
      panels: Object.fromEntries(Object.entries(linked).filter(([id]) => ids.includes(id))),
      contexts,
    };
    return { layout, panels: panels.snapshot(ids), links };
  },
  /** Opens a view, or focuses the tab that shows it with the same arguments. Returns the tab. */
  open(view: string, args: Record<string, unknown>, another = false): string {
    const key = sameness(view, args);
    const open = model() ? tabsOf(model()!) : [];
    const known = another
      ? undefined
      : open.find((tab) => {
          const record = panels.get(tab.getId());
          return record && sameness(record.view, record.args) === key;
        });
    const id = known ? known.getId() : addTab(view, args);
    if (known) desk.select(id);
    for (const listener of openListeners) listener(id);
    return id;
  },
  select(tabId: string): void {
    const tab = node(tabId);
    if (!tab) return;
    const maximized = model()?.getMaximizedTabset(tab.getLayoutId());
    if (maximized && maximized !== tabsetOf(tab))
      act(Actions.maximizeToggle(maximized.getId(), tab.getLayoutId()));
    act(Actions.selectTab(tabId));
  },
  close(tabId: string): void {
    if (node(tabId)?.isCloseable()) act(Actions.deleteTab(tabId));
  },
  closeOthers(tabId: string): void {
    const rest =
      tabsetOf(node(tabId))
        ?.getTabNodes()
        .filter((tab) => tab.getId() !== tabId && tab.isCloseable()) ?? [];
    if (rest.length > 0) act(Actions.group(rest.map((tab) => Actions.deleteTab(tab.getId()))));
  },
  /** Moves a tab into a pane of its own; a lone tab gets a second copy beside it. */
  split(tabId: string, side: 'right' | 'bottom'): void {
    const tabset = tabsetOf(node(tabId));
    const record = panels.get(tabId);
    if (!tabset || !record) return;
    const where = side === 'right' ? DockLocation.RIGHT : DockLocation.BOTTOM;
    if (tabset.getTabNodes().length > 1)
      return void act(Actions.moveNode(tabId, tabset.getId(), where, -1, true));
    const id = newTabId();
    panels.add(id, record.view, record.args);
    panels.saveState(id, record.state);
    act(
      Actions.addTab(
        { type: 'tab', id, name: `tab:${id}`, component: 'panel' },
        tabset.getId(),
        where,
        -1,
        true,
      ),
    );
    for (const listener of openListeners) listener(id);
  },
  maximize(tabId: string): void {
    const tabset = tabsetOf(node(tabId));
    if (tabset) act(Actions.maximizeToggle(tabset.getId(), tabset.getLayoutId()));
  },
  popOut: (tabId: string, kind: 'window' | 'float'): void => void act(Actions.popoutTab(tabId, kind)),
  setPinned: (tabId: string, pinned: boolean): void => void act(Actions.setTabPinned(tabId, pinned)),
  /** Opens one parked layout, as a window (needs a click) or as a floating panel. */
  unpark(id: string, kind: 'window' | 'float'): void {
    const { [id]: sub, ...rest } = store.get(parkedAtom);
    if (!sub) return;
    store.set(parkedAtom, rest);
    act(Actions.createPopout(sub.layout, sub.rect ?? { x: 80, y: 80, width: 800, height: 500 }, kind));
    changed();
  },
  undo: (): boolean => travel('back'),
  redo: (): boolean => travel('forth'),
  /** Visible tabs in reading order, for walking with the keyboard. */
  ring: (): string[] => (model() ? shownTabs(model()!) : []),
  /** Tabs of the active tabset, in order. */
  siblings: (tabId: string): string[] =>
    tabsetOf(node(tabId))
      ?.getTabNodes()
      .map((tab) => tab.getId()) ?? [],
  tabs: (): string[] => (model() ? tabsOf(model()!).map((tab) => tab.getId()) : []),
  tabsets: (): TabSetNode[] => (model() ? tabsetsOf(model()!) : []),
  subscribe(listener: () => void): () => void {
    const stops = [panels.subscribe(listener), link.subscribe(listener)];
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      for (const stop of stops) stop();
    };
  },
  /** A person asked for a tab: the focus goes there. */
  onOpen(listener: (tabId: string) => void): () => void {
    openListeners.add(listener);
    return () => void openListeners.delete(listener);
  },
});
