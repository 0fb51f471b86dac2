import {
  type Action,
  Actions,
  DockLocation,
  type IJsonSubLayout,
  type Model,
  type TabNode,
  type TabSetNode,
} from 'flexlayout-react';
import { getDefaultStore } from 'jotai';
import { type LinkColour, coloursOf, link } from '../../kit/index.ts';
import { type Envelope, type TreeJson, emptyTree, tabIdsOf } from '../envelope/envelope.ts';
import { activity } from './activity.ts';
import { type ClosedPanel, closed } from './closed.ts';
import { act, model, modelAtom, node, parkedAtom } from './current.ts';
import { type Room, floatsWithin } from './floats.ts';
import { history } from './history.ts';
import { forgetHomes, homeOf, homeward, leaveHome } from './homes.ts';
import { isLocked, lockedAtom, lockedAttributes } from './locks.ts';
import { isTabset, modelOf, shownTabs, tabsOf, tabsetOf, tabsetsOf, treeOf } from './model.ts';
import { addTab, freePlace, nextNumber, tabJson } from './newTab.ts';
import { type OpenHow, allTabs, coloured, forgetLinks, openClosed, tabFor } from './opening.ts';
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

/** What an action may close, as it was before. */
let closing: ClosedPanel[] = [];
const CLOSES = new Set<string>([Actions.DELETE_TAB, Actions.DELETE_TABSET, Actions.GROUP]);

const asClosed = (tab: TabNode): ClosedPanel[] => {
  const [id, record, home] = [tab.getId(), panels.get(tab.getId()), homeOf(tab)];
  return record ? [{ id, record, ...coloured(id), ...(home && { home }) }] : [];
};

const watcher = {
  onBeforeAction(action: Action): void {
    const current = model();
    if (!current) return;
    closing = CLOSES.has(action.type) ? tabsOf(current).flatMap(asClosed) : [];
    history.record(action, () => parkedBefore ?? treeMoment(current));
    keepScroll(action, () => documentsOf(current));
  },
  onAfterAction(action: Action): void {
    const before = activity.active();
    closed.add(closing.filter(({ id }) => !node(id)));
    closing = [];
    if (action.type === Actions.DELETE_TAB) comeBack(before);
    refresh(action);
    const current = model();
    if (current && action.type === Actions.DELETE_TAB) frame(current);
    if (!action.isAdjusting()) changed();
  },
};

function setModel(next: Model): void {
  model()?.removeChangeListener(watcher);
  if (isLocked()) next.doAction(Actions.updateModelAttributes(lockedAttributes(true)));
  next.addChangeListener(watcher);
  store.set(modelAtom, next);
  refresh();
}

type Shown = Pick<Envelope, 'layout' | 'panels' | 'links' | 'locked'>;

/** The colour that one panel was linked by. */
interface Linked {
  linked: string;
  colours: readonly LinkColour[];
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
  JSON.stringify({ linked: tabId, colours: coloursOf(link.snapshot().panels[tabId]) } satisfies Linked);

/** This moment, as far as the step to the other one changes it. */
function momentLike(to: string, current: Model): string {
  const moment = JSON.parse(to) as Moment;
  if ('whole' in moment) return wholeMoment();
  return 'linked' in moment ? linkedMoment(moment.linked) : treeMoment(current);
}

const isSame = (one: readonly LinkColour[], other: readonly LinkColour[]): boolean =>
  one.join() === other.join();

function travel(step: 'back' | 'forth'): boolean {
  const current = model();
  if (!current) return false;
  const text = history[step]((to) => momentLike(to, current));
  if (text === undefined) return false;
  const moment = JSON.parse(text) as Moment;
  if ('whole' in moment) put(moment.whole);
  else if ('linked' in moment) link.setColours(moment.linked, moment.colours);
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
  forgetLinks();
  forgetHomes();
  panels.replaceAll(shown.panels);
  store.set(lockedAtom, shown.locked);
  link.restore(shown.links);
  const { docked, windows } = splitWindows(shown.layout);
  store.set(parkedAtom, windows);
  setModel(modelOf(docked));
}

/** Windows are parked, except those that are open by now. */
function splitWindows(
  tree: TreeJson,
  isOpen: (sub: IJsonSubLayout) => boolean = () => false,
): { docked: TreeJson; windows: TreeJson['subLayouts'] } {
  const all = Object.entries(tree.subLayouts);
  const parks = (sub: IJsonSubLayout) => sub.type === 'window' && !isOpen(sub);
  return {
    docked: { layout: tree.layout, subLayouts: Object.fromEntries(all.filter(([, sub]) => !parks(sub))) },
    windows: Object.fromEntries(all.filter(([, sub]) => parks(sub))),
  };
}

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
  /** Another window's changes of this layout come in; panels that are here stay as they are. */
  follow({ layout, panels: records, links, locked }: Shown): void {
    const current = model();
    if (!current) return;
    const here = new Set(tabsOf(current).map((tab) => tab.getId()));
    for (const [id, record] of Object.entries(records)) {
      if (here.has(id)) panels.setName(id, record.name);
      else panels.put(id, record);
    }
    const linked = link.snapshot().panels;
    for (const id of Object.keys(records)) {
      const colours = coloursOf(links.panels[id]);
      if (!isSame(coloursOf(linked[id]), colours)) link.setColours(id, colours);
    }
    store.set(lockedAtom, locked);
    const isHere = (sub: IJsonSubLayout) =>
      tabIdsOf({ layout: sub.layout, subLayouts: {} }).some((id) => here.has(id));
    const { docked, windows } = splitWindows(layout, isHere);
    store.set(parkedAtom, windows);
    setModel(modelOf(docked, current));
    changed();
  },
  unload(): void {
    model()?.removeChangeListener(watcher);
    store.set(modelAtom, null);
    store.set(parkedAtom, {});
    store.set(lockedAtom, false);
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
    return { layout, panels: panels.snapshot(ids), links, locked: isLocked() };
  },
  /** Opens a view, or focuses a tab that shows it or may show it. Returns the tab. */
  open(view: string, args: Record<string, unknown>, how: OpenHow = {}): string {
    const tabId = tabFor(model()!, view, args, how, workspace);
    workspace.select(tabId);
    return tabId;
  },
  /** Opens a view in a pane, whatever else shows it. Returns the tab. */
  openIn(tabsetId: string, view: string, args: Record<string, unknown>): string {
    const tabId = addTab(view, args, tabsetId);
    workspace.select(tabId);
    return tabId;
  },
  /** The panels that can be opened again, the latest last; those that undo has brought back meanwhile are not. */
  closed(): ClosedPanel[] {
    const current = model();
    const open = new Set(current ? allTabs(current) : []);
    return closed.list().filter(({ id }) => !open.has(id));
  },
  /** Opens a panel that was closed, as it was and where it was: this one, else the latest. Returns its tab. */
  reopen(id?: string): string | undefined {
    const panel = workspace.closed().findLast((each) => id === undefined || each.id === id);
    if (!panel || !model()) return undefined;
    const tabId = openClosed(panel);
    workspace.select(tabId);
    return tabId;
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
  /** Moves a tab to the end of the next pane or of the one before, round the ends. @returns whether there is another one */
  moveAlong(tabId: string, step: 1 | -1): boolean {
    const panes = workspace.tabsets();
    const own = tabsetOf(node(tabId));
    const at = own ? panes.indexOf(own) : -1;
    const next = panes[(at + step + panes.length) % panes.length];
    if (!own || !next || next === own) return false;
    if (own.isMaximized()) workspace.maximize(tabId);
    act(Actions.moveNode(tabId, next.getId(), DockLocation.CENTER, -1, true));
    return true;
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
    const moves = out.map((tab) => homeward(current, tab.getId(), () => freePlace(current, [])));
    if (moves.length > 0) act(Actions.group(moves));
  },
  /** Links a panel by its own colour and those it listens to in addition, or by none, as a step that undo takes back. */
  setColours(tabId: string, colours: readonly LinkColour[]): void {
    if (isSame(coloursOf(link.snapshot().panels[tabId]), colours)) return;
    history.remember(linkedMoment(tabId));
    link.setColours(tabId, colours);
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
