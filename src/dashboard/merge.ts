import type { Mark } from '../kit/sharing/look.ts';
import { CONTENT, type DashboardDocument, PLACE, type Tile, readDocument, settled } from './document.ts';

/** Versions of one dashboard: how they differ, and a published one put together with a person's changes. */

type Keys = readonly (keyof Tile)[];

const part = (tile: Tile, keys: Keys): Partial<Tile> =>
  Object.fromEntries(keys.flatMap((key) => (tile[key] === undefined ? [] : [[key, tile[key]]])));
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
const partDiffers = (a: Tile, b: Tile, keys: Keys): boolean => differs(part(a, keys), part(b, keys));

const byId = (tiles: readonly Tile[]): ReadonlyMap<string, Tile> =>
  new Map(tiles.map((tile) => [tile.id, tile]));

/** They hold the same, however each was made. */
export function isSameDocument(a: DashboardDocument, b: DashboardDocument): boolean {
  const canonical = (document: DashboardDocument) => readDocument(JSON.stringify(document));
  return !differs(canonical(a), canonical(b));
}

/** The widgets of `to` that are not as in `from`, and those of `from` that are gone. */
export function marksOf(from: DashboardDocument, to: DashboardDocument): ReadonlyMap<string, Mark> {
  const [before, after] = [byId(settled(from.tiles)), byId(settled(to.tiles))];
  const marks = new Map<string, Mark>();
  for (const [id, tile] of after) {
    const old = before.get(id);
    if (!old) marks.set(id, 'added');
    else if (partDiffers(old, tile, CONTENT)) marks.set(id, 'changed');
    else if (partDiffers(old, tile, PLACE)) marks.set(id, 'moved');
  }
  for (const id of before.keys()) if (!after.has(id)) marks.set(id, 'removed');
  return marks;
}

/** Where a tile was put; how far up it goes is also decided by those above it. */
const PUT = ['x', 'w', 'h'] as const;

/** Both sides changed the same to something else: only a person can say which of them counts. */
export function isContested(
  base: DashboardDocument,
  mine: DashboardDocument,
  theirs: DashboardDocument,
): boolean {
  const isBoth = (was: unknown, own: unknown, other: unknown) =>
    differs(was, own) && differs(was, other) && differs(own, other);
  const [were, ours, others] = [base, mine, theirs].map(({ tiles }) => byId(tiles));
  const isTileContested = ([id, was]: [string, Tile]): boolean => {
    const [own, other] = [ours!.get(id), others!.get(id)];
    if (own && other)
      return [PUT, CONTENT].some((keys) => isBoth(part(was, keys), part(own, keys), part(other, keys)));
    const left = own ?? other;
    return left !== undefined && partDiffers(was, left, CONTENT);
  };
  return isBoth(base.values, mine.values, theirs.values) || [...were!].some(isTileContested);
}

/** Place and content each: ours where we changed it, else theirs. */
function mergeTile(base: Tile | undefined, mine: Tile, theirs: Tile): Tile {
  const side = (keys: Keys) => part(!base || partDiffers(mine, base, keys) ? mine : theirs, keys);
  return Object.assign({ id: mine.id }, side(PLACE), side(CONTENT)) as Tile;
}

/**
 * A published dashboard that moved on from `base`, with what the person changed since. What both changed stays the
 * person's; a widget that one side removed and the other did not touch is gone.
 */
export function mergeDocuments(
  base: DashboardDocument,
  mine: DashboardDocument,
  theirs: DashboardDocument,
): DashboardDocument {
  const [were, ours, others] = [base, mine, theirs].map(({ tiles }) => byId(settled(tiles)));
  const ids = [...new Set([...ours!.keys(), ...others!.keys()])];
  const tiles = ids.flatMap((id) => {
    const [was, own, other] = [were!.get(id), ours!.get(id), others!.get(id)];
    if (own && other) return [mergeTile(was, own, other)];
    const left = own ?? other!;
    // A widget that was only pushed down by another is untouched.
    const isGone = was !== undefined && !partDiffers(was, left, [...CONTENT, 'x', 'w', 'h']);
    return isGone ? [] : [left];
  });
  const values = differs(mine.values, base.values) ? mine.values : theirs.values;
  return { schema: theirs.schema, tiles: settled(tiles), ...(values && { values }) };
}
