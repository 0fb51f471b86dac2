import type {
  IJsonRowNode,
  IJsonSubLayout,
  IJsonTabGroupNode,
  IJsonTabNode,
  IJsonTabSetNode,
} from 'flexlayout-react';
import type { Repair, TreeJson } from './envelope.ts';
import { FORBIDDEN_KEYS, isObject } from './plain.ts';

export const MAX_TABS = 120;
/** Attributes of a tab that is neither moved nor closed. */
export const TAB_LOCKED = { enableClose: false, enableDrag: false, enableFloat: false } as const;
const LONGEST_GROUP = 40;
const COLOUR = /^#[\da-f]{6}$/i;
const MAX_DEPTH = 12;
const MAX_NODES = 600;
const ID = /^[\w-]{1,64}$/;

interface Walk {
  /** Tabs that have a usable panel record. */
  known: ReadonlySet<string>;
  repairs: Repair[];
  ids: Set<string>;
  tabs: number;
  nodes: number;
  maximized: boolean;
  active: boolean;
}

const weightOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 100_000 ? value : 100;

/** A free id: the given one when it is valid and unused, else none, so that the library makes one. */
function claim(id: unknown, walk: Walk): string | undefined {
  if (typeof id !== 'string' || !ID.test(id) || FORBIDDEN_KEYS.has(id) || walk.ids.has(id)) return undefined;
  walk.ids.add(id);
  return id;
}

function readTab(raw: Record<string, unknown>, walk: Walk): IJsonTabNode | undefined {
  const id = raw.id;
  if (typeof id === 'string' && walk.ids.has(id)) {
    walk.repairs.push({ code: 'duplicateId', detail: id });
    return undefined;
  }
  if (typeof id !== 'string' || !walk.known.has(id)) {
    walk.repairs.push({ code: 'lostPanel', detail: typeof id === 'string' ? id.slice(0, 64) : undefined });
    return undefined;
  }
  if (walk.tabs >= MAX_TABS) {
    walk.repairs.push({ code: 'tooManyTabs', detail: id });
    return undefined;
  }
  walk.ids.add(id);
  walk.tabs += 1;
  const tab: IJsonTabNode = { type: 'tab', id, name: `tab:${id}`, component: 'panel' };
  if (raw.pinned === true) tab.pinned = true;
  if (raw.enableClose === false && raw.enableDrag === false) Object.assign(tab, TAB_LOCKED);
  return tab;
}

/** A group of tabs; one that lost its tabs is gone with them. */
function readGroup(raw: Record<string, unknown>, walk: Walk): IJsonTabGroupNode | undefined {
  const children = (Array.isArray(raw.children) ? raw.children : []).flatMap((child: unknown) => {
    walk.nodes += 1;
    const tab = isObject(child) && walk.nodes <= MAX_NODES ? readTab(child, walk) : undefined;
    return tab ? [tab] : [];
  });
  if (children.length === 0) return undefined;
  const id = claim(raw.id, walk);
  return {
    type: 'tabgroup',
    ...(id !== undefined && { id }),
    name: typeof raw.name === 'string' ? raw.name.slice(0, LONGEST_GROUP) : '',
    ...(typeof raw.color === 'string' && COLOUR.test(raw.color) && { color: raw.color }),
    opened: raw.opened !== false,
    children,
  };
}

/** Tabs and groups of a tabset in order. */
function readTabs(children: unknown, walk: Walk): (IJsonTabNode | IJsonTabGroupNode)[] {
  if (!Array.isArray(children)) return [];
  return children.flatMap((child: unknown) => {
    walk.nodes += 1;
    if (!isObject(child) || walk.nodes > MAX_NODES) return [];
    const read =
      child.type === 'tabgroup'
        ? readGroup(child, walk)
        : child.type === undefined || child.type === 'tab'
          ? readTab(child, walk)
          : undefined;
    return read ? [read] : [];
  });
}

const isPinned = (node: IJsonTabNode | IJsonTabGroupNode): boolean =>
  'pinned' in node && node.pinned === true;

function readTabset(raw: Record<string, unknown>, walk: Walk): IJsonTabSetNode | undefined {
  const children = readTabs(raw.children, walk);
  if (children.length === 0) return undefined;
  // Pinned tabs come first, as the library expects.
  const sorted = [...children.filter(isPinned), ...children.filter((node) => !isPinned(node))];
  const tabs = sorted.reduce((sum, node) => sum + ('children' in node ? (node.children?.length ?? 0) : 1), 0);
  const wanted = typeof raw.selected === 'number' ? Math.trunc(raw.selected) : 0;
  const tabset: IJsonTabSetNode & { selected: number } = {
    type: 'tabset',
    id: claim(raw.id, walk),
    weight: weightOf(raw.weight),
    selected: Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, 0), tabs - 1),
    children: sorted,
  };
  if (raw.active === true && !walk.active) walk.active = tabset.active = true;
  if (raw.maximized === true && !walk.maximized) walk.maximized = tabset.maximized = true;
  return tabset;
}

function readRow(raw: unknown, walk: Walk, depth: number): IJsonRowNode | undefined {
  walk.nodes += 1;
  if (!isObject(raw) || walk.nodes > MAX_NODES) return undefined;
  if (depth > MAX_DEPTH) {
    walk.repairs.push({ code: 'tooDeep' });
    return undefined;
  }
  const children = (Array.isArray(raw.children) ? raw.children : [])
    .map((child: unknown) => {
      if (!isObject(child)) return undefined;
      return child.type === 'tabset'
        ? readTabset(child, walk)
        : child.type === 'row'
          ? readRow(child, walk, depth + 1)
          : undefined;
    })
    .filter((child) => child !== undefined);
  if (children.length === 0) return undefined;
  return { type: 'row', id: claim(raw.id, walk), weight: weightOf(raw.weight), children };
}

const clamp = (value: unknown, low: number, high: number, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.round(value), low), high)
    : fallback;

function readSub(raw: unknown, walk: Walk): IJsonSubLayout | undefined {
  if (!isObject(raw)) return undefined;
  walk.maximized = walk.active = false;
  const layout = readRow(raw.layout, walk, 0);
  if (!layout) return undefined;
  const rect = isObject(raw.rect) ? raw.rect : {};
  return {
    type: raw.type === 'window' ? 'window' : 'float',
    layout,
    rect: {
      x: clamp(rect.x, -8_000, 16_000, 80),
      y: clamp(rect.y, -4_000, 8_000, 80),
      width: clamp(rect.width, 240, 8_000, 800),
      height: clamp(rect.height, 160, 4_000, 500),
    },
  };
}

/** Rebuilds a layout tree from anything. Only the shape and the tabs named in `known` survive. */
export function readTree(raw: unknown, known: ReadonlySet<string>, repairs: Repair[]): TreeJson {
  const walk: Walk = { known, repairs, ids: new Set(), tabs: 0, nodes: 0, maximized: false, active: false };
  const source = isObject(raw) ? raw : {};
  const layout = readRow(source.layout, walk, 0) ?? { type: 'row', children: [] };
  const subLayouts: Record<string, IJsonSubLayout> = {};
  for (const [id, sub] of Object.entries(isObject(source.subLayouts) ? source.subLayouts : {})) {
    const read =
      ID.test(id) && !FORBIDDEN_KEYS.has(id) && Object.keys(subLayouts).length < 20
        ? readSub(sub, walk)
        : undefined;
    if (read) subLayouts[id] = read;
    else repairs.push({ code: 'shape', detail: id.slice(0, 64) });
  }
  return { layout, subLayouts };
}
