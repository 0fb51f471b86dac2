import { type Action, Actions, DockLocation, type Model, type TabSetNode } from 'flexlayout-react';
import { getDefaultStore } from 'jotai';
import { type LinkColour, link } from '../../kit/index.ts';
import { type Envelope, type PanelRecord, type TreeJson, emptyTree, tabIdsOf } from '../envelope/envelope.ts';
import { activity } from './activity.ts';
import { sameness } from '../../kit/address.ts';
import { act, model, modelAtom, node, parkedAtom } from './current.ts';
import { type Room, floatsWithin } from './floats.ts';
import { history } from './history.ts';
import { forgetHomes, homeward, leaveHome } from './homes.ts';
import { isTabset, modelOf, shownTabs, tabsOf, tabsetOf, tabsetsOf, treeOf } from './model.ts';
import { addTab, nextNumber, tabJson } from './newTab.ts';
import { changed, changesAtom, newTabId, panels } from './panels.ts';
import { keepScroll } from './scroll.ts';

/** The layout on screen. Framework-free: the components under Workspace.tsx only draw what is here. */

const store = getDefaultStore();

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

/** The pane with the keys is the one that is framed: the dock frames the pane that a closed tab was in. */
function frame(current: Model): void {
  const tab = node(activity.active() ?? '');
  const pane = tabsetOf(tab);
  if (tab && pane && current.getActiveTabset(tab.getLayoutId()) !== pane)
    act(Actions.setActiveTabset(pane.getId(), tab.getLayoutId()));
}

const watcher = {
  onBeforeAction(action: Action): void {
    const current = model();
    if (!current) return;
    history.record(action, () => parkedBefore ?? treeMoment(current));
    keepScroll(action, () => documentsOf(current));
  },
  onAfterAction(action: Action): void {
    const before = activity.active();
    if (action.type === Actions.DELETE_TAB) comeBack(before);
    refresh(action);
    const current = model();
    if (current && action.type === Actions.DELETE_TAB) frame(current);
    if (!action.isAdjusting()) changed();
  },
};

function setModel(next: Model): void {
  model()?.removeChangeListener(watcher);
  next.addChangeListener(watcher);
  store.set(modelAtom, next);
  refresh();
}

type Shown = Pick<Envelope, 'layout' | 'panels' | 'links'>;

/** The colour that one panel was linked by. */
interface Linked {
  linked: string;
  colour?: LinkColour | undefined;
}

/** The tree with the windows that waited next to it. */
interface TreeMoment extends TreeJson {
  parked: TreeJson['subLayouts'];
}

/** What undo goes back to: the tree, one panel's colour, or where panels and links were others too, all of it. */
type Moment = TreeMoment | Linked | { whole: Shown };

const treeMoment = (current: Model): string =>
  JSON.stringify({ ...treeOf(current), parked: store.get(parkedAtom) } satisfies TreeMoment);

/** The moment before a parked window is opened, in which it waits. */
let parkedBefore: string | undefined;

/** All of this moment, panels that are closed by now included. */
const wholeMoment = (): string =>
  JSON.stringify({ whole: { ...workspace.snapshot(), panels: panels.snapshot(panels.ids()) } });

const linkedMoment = (tabId: string): string =>
  JSON.stringify({ linked: tabId, colour: link.snapshot().panels[tabId]?.colour } satisfies Linked);

/** This moment, as far as the step to the other one changes it. */
function momentLike(to: string, current: Model): string {
  const moment = JSON.parse(to) as Moment;
  if ('whole' in moment) return wholeMoment();
  return 'linked' in moment ? linkedMoment(moment.linked) : treeMoment(current);
}

function travel(step: 'back' | 'forth'): boolean {
  const current = model();
  if (!current) return false;
  const text = history[step]((to) => momentLike(to, current));
  if (text === undefined) return false;
  const moment = JSON.parse(text) as Moment;
  if ('whole' in moment) put(moment.whole);
  else if ('linked' in moment) link.setColour(moment.linked, moment.colour);
  else {
    const { parked, ...tree } = moment;
    store.set(parkedAtom, parked);
    setModel(modelOf(tree, current));
  }
  changed();
  return true;
}

/** Shows a layout; its windows are parked until a person asks for them. */
function put(shown: Shown): void {
  activity.reset();
  lookups.clear();
  forgetHomes();
  panels.replaceAll(shown.panels);
  link.restore(shown.links);
  const { docked, windows } = splitWindows(shown.layout);
  store.set(parkedAtom, windows);
  setModel(modelOf(docked));
}

/** The tab among these that shows the view with the same arguments; `read` shows what counts as a tab's. */
function shows(
  view: string,
  args: Record<string, unknown>,
  among: readonly string[],
  read: (record: PanelRecord) => Record<string, unknown> | undefined = (record) => record.args,
): string | undefined {
  const key = sameness(view, args);
  return among.find((id) => {
    const record = panels.get(id);
    const own = record && read(record);
    return own !== undefined && sameness(record!.view, own) === key;
  });
}

export interface OpenHow {
  /** The tab that the address represented, which counts before what it shows. */
  tab?: string | undefined;
  /** A second tab even when one shows the same. */
  another?: boolean;
  /** Named by the address of the page, not asked for by a click or a key. */
  byAddress?: boolean;
  /** A look at what is behind a figure: the next look at the same view takes its tab, unless that is pinned. */
  lookup?: boolean;
}

/** The tab of the latest look, by view. */
const lookups = new Map<string, string>();

/**
 * The tab an address represents: the one that wrote it, else one that was opened for the same, else one that shows just
 * that now, though it was opened for something wider.
 */
function addressed(view: string, args: Record<string, unknown>, tab: string | undefined): string | undefined {
  const ids = tabIdsOf(workspace.snapshot().layout);
  if (tab !== undefined && ids.includes(tab) && panels.get(tab)?.view === view) return tab;
  return shows(view, args, ids) ?? shows(view, args, ids, ({ shown }) => shown);
}

interface Parked {
  window: string;
  tabId: string;
}

/** The waiting window with the tab that is looked for. */
function parkedWith(find: (tabIds: readonly string[]) => string | undefined): Parked | undefined {
  for (const [window, sub] of Object.entries(store.get(parkedAtom))) {
    const tabId = find(tabIdsOf({ layout: sub.layout, subLayouts: {} }));
    if (tabId !== undefined) return { window, tabId };
  }
  return undefined;
}

/** The tab of the latest look, showing something else now, or a new one. */
function lookAgain(view: string, args: Record<string, unknown>): string {
  const last = lookups.get(view);
  if (last !== undefined && node(last)?.isPinned() === false) {
    panels.retarget(last, args);
    return last;
  }
  const added = addTab(view, args);
  lookups.set(view, added);
  return added;
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

export const workspace = Object.freeze({
  model,
  node,
  act,
  load(envelope: Envelope): void {
    history.clear();
    put(envelope);
  },
  /** Another layout in the place of the one on screen, as a step that undo takes back. */
  replace(envelope: Envelope): void {
    const before = wholeMoment();
    put(envelope);
    history.remember(before);
  },
  unload(): void {
    model()?.removeChangeListener(watcher);
    store.set(modelAtom, null);
    store.set(parkedAtom, {});
    activity.reset();
  },
  /** Tree, panels and links of this moment. */
  snapshot(): Shown {
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
  /**
   * Opens a view, or focuses the tab that shows it with the same arguments, whose window comes back where a person
   * asks for it. For an address the browser would refuse that: the window's panels float then. Returns the tab.
   */
  open(
    view: string,
    args: Record<string, unknown>,
    { another = false, byAddress = false, lookup = false, tab }: OpenHow = {},
  ): string {
    if (another) return addTab(view, args);
    const named = byAddress ? addressed(view, args, tab) : undefined;
    if (named !== undefined) {
      const waits = parkedWith((ids) => ids.find((id) => id === named));
      // Followed, and not just loaded again: it is shown where it can be.
      if (waits && tab === undefined) workspace.unpark(waits.window, 'float');
      workspace.select(named);
      return named;
    }
    const parked = parkedWith((ids) => shows(view, args, ids));
    if (parked && !byAddress) workspace.unpark(parked.window, 'window');
    const known = parked?.tabId ?? shows(view, args, workspace.tabs());
    const shown = known ?? (lookup ? lookAgain(view, args) : addTab(view, args));
    workspace.select(shown);
    return shown;
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
  /** Moves a tab into a pane of its own, where both are seen; a lone tab gets a second copy next to it. */
  split(tabId: string, side: 'right' | 'bottom'): void {
    const [current, tabset, record] = [model(), tabsetOf(node(tabId)), panels.get(tabId)];
    if (!current || !tabset || !record) return;
    const where = side === 'right' ? DockLocation.RIGHT : DockLocation.BOTTOM;
    if (tabset.isMaximized()) workspace.maximize(tabId);
    if (tabset.getTabNodes().length > 1)
      return void act(Actions.moveNode(tabId, tabset.getId(), where, -1, true));
    const id = newTabId();
    panels.add(id, record.view, record.args, nextNumber(current, record.view));
    panels.saveState(id, record.state);
    panels.setShown(id, record.shown);
    act(Actions.addTab(tabJson(id), tabset.getId(), where, -1, true));
  },
  maximize(tabId: string): void {
    const tabset = tabsetOf(node(tabId));
    if (tabset) act(Actions.maximizeToggle(tabset.getId(), tabset.getLayoutId()));
  },
  popOut(tabId: string, kind: 'window' | 'float'): void {
    const tab = node(tabId);
    if (tab && !workspace.isOut(tabId)) leaveHome(tab);
    act(Actions.popoutTab(tabId, kind));
  },
  /** It is in a window of its own or floats. */
  isOut: (tabId: string): boolean => node(tabId)?.isPoppedOut() === true,
  /** Brings every tab of a floating panel or a window back: to where it was, as far as that is there. */
  dock(layoutId: string): void {
    const current = model();
    if (!current || layoutId === current.getRootRow()?.getLayoutId()) return;
    const out = tabsOf(current).filter((tab) => tab.getLayoutId() === layoutId);
    const moves = out.map((tab) => homeward(current, tab.getId()));
    if (moves.length > 0) act(Actions.group(moves));
  },
  /** Links a panel by a colour, or by none, as a step that undo takes back. */
  setColour(tabId: string, colour: LinkColour | undefined): void {
    if (link.snapshot().panels[tabId]?.colour === colour) return;
    history.remember(linkedMoment(tabId));
    link.setColour(tabId, colour);
  },
  setPinned: (tabId: string, pinned: boolean): void => void act(Actions.setTabPinned(tabId, pinned)),
  /** Floating panels that the room has become too small for move inside; nobody's step, so none to undo. */
  fitFloats(room: Room): void {
    const current = model();
    const tree = current && floatsWithin(treeOf(current), room);
    if (tree) setModel(modelOf(tree, current));
  },
  /** Opens one parked layout, as a window (needs a click) or as a floating panel. */
  unpark(id: string, kind: 'window' | 'float'): void {
    const { [id]: sub, ...rest } = store.get(parkedAtom);
    const current = model();
    if (!sub || !current) return;
    parkedBefore = treeMoment(current);
    store.set(parkedAtom, rest);
    act(Actions.createPopout(sub.layout, sub.rect ?? { x: 80, y: 80, width: 800, height: 500 }, kind));
    parkedBefore = undefined;
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
    const stops = [store.sub(changesAtom, listener), link.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
});
