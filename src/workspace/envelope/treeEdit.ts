import type {
  IJsonRowNode,
  IJsonSubLayout,
  IJsonTabGroupNode,
  IJsonTabNode,
  IJsonTabSetNode,
} from 'flexlayout-react';
import type { TreeJson } from './envelope.ts';

/** Trees of layouts as data: their shape, and tabs taken out of them and put in. */

type Part = IJsonRowNode | IJsonTabSetNode;
type TabOrGroup = NonNullable<IJsonTabSetNode['children']>[number];

const isRow = (part: Part): part is IJsonRowNode => part.type === 'row';
const isGroup = (child: TabOrGroup): child is IJsonTabGroupNode => child.type === 'tabgroup';
const tabsIn = (children: readonly TabOrGroup[]): IJsonTabNode[] =>
  children.flatMap((child) => (isGroup(child) ? (child.children ?? []) : [child]));

/** The panes of a tree in order, each with the depth of the row it is in: rows of even depth lie across. */
interface Pane {
  pane: IJsonTabSetNode;
  row: IJsonRowNode;
  depth: number;
}
function panesOf(row: IJsonRowNode, depth = 0): Pane[] {
  return (row.children ?? []).flatMap((part: Part) =>
    isRow(part) ? panesOf(part, depth + 1) : [{ pane: part, row, depth }],
  );
}

export const tabsOfPane = (pane: IJsonTabSetNode): IJsonTabNode[] => tabsIn(pane.children ?? []);

function keepTabs(children: readonly TabOrGroup[], keep: (id: string) => boolean): TabOrGroup[] {
  return children.flatMap((child): TabOrGroup[] => {
    if (!isGroup(child)) return keep(child.id ?? '') ? [child] : [];
    const inner = tabsIn([child]).filter((tab) => keep(tab.id ?? ''));
    return inner.length > 0 ? [{ ...child, children: inner }] : [];
  });
}

/** A row of one part is that part; a row in it lies like the row around both. */
function lifted(part: Part): Part[] {
  if (!isRow(part) || part.children?.length !== 1) return [part];
  const only = part.children[0] as Part;
  const weight = part.weight ?? 100;
  if (!isRow(only)) return [{ ...only, weight }];
  const all = (only.children ?? []).reduce((sum, each) => sum + ((each as Part).weight ?? 100), 0) || 1;
  return (only.children ?? []).map((each) => ({
    ...each,
    weight: (((each as Part).weight ?? 100) / all) * weight,
  })) as Part[];
}

function prunePart(part: Part, keep: (id: string) => boolean): Part | undefined {
  if (!isRow(part)) {
    const chosen = tabsOfPane(part)[(part as { selected?: number }).selected ?? 0]?.id;
    const children = keepTabs(part.children ?? [], keep);
    if (children.length === 0) return undefined;
    const selected = Math.max(
      0,
      tabsIn(children).findIndex((tab) => tab.id === chosen),
    );
    return { ...part, children, selected } as IJsonTabSetNode;
  }
  const children = (part.children ?? []).flatMap((child) => {
    const kept = prunePart(child as Part, keep);
    return kept ? lifted(kept) : [];
  });
  return children.length > 0 ? { ...part, children } : undefined;
}

/** The tree with these tabs alone; what becomes empty goes. */
export function pruned(tree: TreeJson, keep: (id: string) => boolean): TreeJson {
  const row = (given: IJsonRowNode) => prunePart(given, keep) as IJsonRowNode | undefined;
  const subs = Object.entries(tree.subLayouts).flatMap(([id, sub]): [string, IJsonSubLayout][] => {
    const layout = row(sub.layout);
    return layout ? [[id, { ...sub, layout }]] : [];
  });
  return {
    layout: row(tree.layout) ?? { type: 'row', children: [] },
    subLayouts: Object.fromEntries(subs),
  };
}

function shapeOfPart(part: Part): unknown {
  if (isRow(part)) return (part.children ?? []).map((child) => shapeOfPart(child as Part));
  return {
    tabs: (part.children ?? []).map((child) =>
      isGroup(child)
        ? { name: child.name, color: child.color, tabs: tabsIn([child]).map(({ id }) => id) }
        : [child.id, child.pinned, child.enableClose],
    ),
  };
}

/** A text that is equal for trees with these tabs in the same places, whatever their sizes. */
export function shapeOf(tree: TreeJson, keep: (id: string) => boolean): string {
  const { layout, subLayouts } = pruned(tree, keep);
  const subs = Object.values(subLayouts).map((sub) => JSON.stringify([sub.type, shapeOfPart(sub.layout)]));
  return JSON.stringify([shapeOfPart(layout), subs.sort()]);
}

const rowsOf = (tree: TreeJson): IJsonRowNode[] => [
  tree.layout,
  ...Object.values(tree.subLayouts).map(({ layout }) => layout),
];
const allPanes = (tree: TreeJson): Pane[] => rowsOf(tree).flatMap((row) => panesOf(row));
const paneWith = (tree: TreeJson, id: string): Pane | undefined =>
  allPanes(tree).find(({ pane }) => tabsOfPane(pane).some((tab) => tab.id === id));

/** Tabs that lie nearest to this one in a tree, the nearest first: those of its pane, then of the panes around it. */
function nearTo(tree: TreeJson, id: string): { same: string[]; around: string[]; depth: number } {
  const home = paneWith(tree, id);
  if (!home) return { same: [], around: [], depth: 0 };
  const ids = (pane: IJsonTabSetNode) => tabsOfPane(pane).map((tab) => tab.id ?? '');
  const same = ids(home.pane).filter((each) => each !== id);
  const panes = panesOf(home.row).map(({ pane }) => pane);
  const at = panes.indexOf(home.pane);
  const around = panes
    .map((pane, index) => ({ pane, far: Math.abs(index - at) }))
    .filter(({ far }) => far > 0)
    .sort((a, b) => a.far - b.far)
    .flatMap(({ pane }) => ids(pane));
  return { same, around, depth: home.depth };
}

/** Next to a pane, or with it in a row of their own where the pane's row lies the other way. */
function splitBy({ pane, row, depth }: Pane, tab: IJsonTabNode, wantedDepth: number): void {
  const half = (pane.weight ?? 100) / 2;
  const fresh: IJsonTabSetNode = { type: 'tabset', weight: half, children: [tab] };
  const children = (row.children ??= []);
  const at = children.indexOf(pane);
  if (depth % 2 === wantedDepth % 2) {
    children.splice(at + 1, 0, fresh);
    pane.weight = half;
    return;
  }
  children[at] = {
    type: 'row',
    weight: pane.weight ?? 100,
    children: [
      { ...pane, weight: 50 },
      { ...fresh, weight: 50 },
    ],
  };
}

/** Puts a tab into a tree as near as possible to what it is next to in another one. Changes `tree`. */
export function insertLike(tree: TreeJson, from: TreeJson, id: string): void {
  const tab = paneWith(from, id);
  const json = tab && tabsOfPane(tab.pane).find((each) => each.id === id);
  if (!json) return;
  const { same, around, depth } = nearTo(from, id);
  const mates = same.map((each) => paneWith(tree, each)).find((pane) => pane !== undefined);
  if (mates) return void (mates.pane.children ??= []).push(json);
  const next = around.map((each) => paneWith(tree, each)).find((pane) => pane !== undefined);
  if (next) return splitBy(next, json, depth);
  const first = allPanes(tree)[0];
  if (first) (first.pane.children ??= []).push(json);
  else (tree.layout.children ??= []).push({ type: 'tabset', weight: 100, children: [json] });
}
