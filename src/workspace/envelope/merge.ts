import { fingerprint } from './compare.ts';
import { type Envelope, type PanelRecord, type TreeJson, tabIdsOf } from './envelope.ts';
import { tabNameText } from './tabName.ts';
import { numbered } from './numbers.ts';
import { insertLike, pruned, shapeOf } from './treeEdit.ts';

/**
 * Two versions of one layout with the one that both came from, put together: another window's, or a published layout
 * that moved on under a person's changes.
 */

export interface Merged {
  envelope: Envelope;
  /** The other side's changes are in it, which the screen of this side does not show. */
  behind: boolean;
}

const changed = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Of each key: ours where we changed it, else theirs. */
function mixed<T>(
  base: Partial<Record<string, T>>,
  mine: typeof base,
  theirs: typeof base,
): Record<string, T> {
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return Object.fromEntries(
    [...keys].flatMap((key): [string, T][] => {
      const value = changed(mine[key], base[key]) ? mine[key] : theirs[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** What the panel is: ours where we changed it. */
const frameOf = ({ view, version, args, nth, name }: PanelRecord) => ({
  view,
  version,
  args,
  ...(nth !== undefined && { nth }),
  ...(name !== undefined && { name }),
});
/** What it shows: the side that moved on. */
const shownOf = ({ state, title, shown }: PanelRecord) => ({
  state,
  ...(title !== undefined && { title }),
  ...(shown !== undefined && { shown }),
});

function mergePanel(base?: PanelRecord, mine?: PanelRecord, theirs?: PanelRecord): PanelRecord | undefined {
  if (!mine || !theirs) return mine ?? theirs;
  const frame = base && !changed(frameOf(mine), frameOf(base)) ? theirs : mine;
  const shown = base && !changed(mine.state, base.state) ? theirs : mine;
  return { ...frameOf(frame), ...shownOf(shown) };
}

/** The sizes of the parts of one shape: theirs where only they changed them. */
function sized(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (Array.isArray(mine))
    return mine.map((each: unknown, at) => sized((base as unknown[])[at], each, (theirs as unknown[])[at]));
  if (mine === null || typeof mine !== 'object') return changed(mine, base) ? mine : theirs;
  const [was, others] = [base, theirs] as Record<string, unknown>[];
  return Object.fromEntries(
    Object.entries(mine).map(([key, value]) => [
      key,
      key === 'children' || key === 'layout' || key === 'weight'
        ? sized(was![key], value, others![key])
        : value,
    ]),
  );
}

/**
 * One side's tree with the tabs that the other side closed and opened; undefined where both moved panels, and not to
 * the same places.
 */
function mergeTrees(base: TreeJson, mine: TreeJson, theirs: TreeJson): TreeJson | undefined {
  const [was, own, others] = [base, mine, theirs].map((tree) => new Set(tabIdsOf(tree))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const moved = (tree: TreeJson, has: Set<string>) => {
    const common = (id: string) => was.has(id) && has.has(id);
    return shapeOf(tree, common) !== shapeOf(base, common);
  };
  const all = () => true;
  const [weMoved, theyMoved] = [moved(mine, own), moved(theirs, others)];
  const [shapes, same] = [[base, mine, theirs].map((tree) => shapeOf(tree, all)), weMoved && theyMoved];
  if (same && shapes[1] !== shapes[2]) return undefined;
  if (shapes[0] === shapes[1] && shapes[1] === shapes[2])
    return { ...mine, layout: sized(base.layout, mine.layout, theirs.layout) as TreeJson['layout'] };
  const [frame, other, has, hers] = theyMoved ? [theirs, mine, others, own] : [mine, theirs, own, others];
  const tree = structuredClone(pruned(frame, (id) => !was.has(id) || hers.has(id)));
  for (const id of hers) if (!was.has(id) && !has.has(id)) insertLike(tree, other, id);
  return tree;
}

/** A panel that both sides gave another name. */
export interface RenamedTwice {
  mine: string;
  theirs: string;
}

/** The first panel that both sides renamed, and not alike: a name is typed, so neither is dropped unasked. */
export function renamedTwice(base: Envelope, mine: Envelope, theirs: Envelope): RenamedTwice | undefined {
  for (const [id, { name = '' }] of Object.entries(mine.panels)) {
    const [was, other] = [base.panels[id]?.name ?? '', theirs.panels[id]?.name ?? ''];
    if (theirs.panels[id] && name !== was && other !== was && name !== other)
      return { mine: tabNameText(name) ?? '', theirs: tabNameText(other) ?? '' };
  }
  return undefined;
}

/** With the panels' names of another one, so that only the other side changed them since. */
export const namedAs = (envelope: Envelope, other: Envelope): Envelope => ({
  ...envelope,
  panels: Object.fromEntries(
    Object.entries(envelope.panels).map(([id, { name: _name, ...record }]) => {
      const name = other.panels[id]?.name;
      return [id, { ...record, ...(name !== undefined && { name }) }];
    }),
  ),
});

/**
 * Panels that one side opened, closed, renamed or linked, sizes, panel state, link contexts and chosen tabs merge
 * unasked: the latest counts, ours where both changed the same panel. Undefined when both sides moved panels.
 */
export function merge(base: Envelope, mine: Envelope, theirs: Envelope): Merged | undefined {
  const layout = mergeTrees(base.layout, mine.layout, theirs.layout);
  if (!layout) return undefined;
  const ids = tabIdsOf(layout);
  const panels = ids.flatMap((id): [string, PanelRecord][] => {
    const record = mergePanel(base.panels[id], mine.panels[id], theirs.panels[id]);
    return record ? [[id, record]] : [];
  });
  const linked = mixed(base.links.panels, mine.links.panels, theirs.links.panels);
  const envelope: Envelope = {
    ...mine,
    locked: mine.locked === base.locked ? theirs.locked : mine.locked,
    layout,
    links: {
      panels: Object.fromEntries(Object.entries(linked).filter(([id]) => ids.includes(id))),
      contexts: mixed(base.links.contexts, mine.links.contexts, theirs.links.contexts),
    },
    panels: numbered(ids, Object.fromEntries(panels)),
  };
  return { envelope, behind: fingerprint(envelope) !== fingerprint(mine) };
}
