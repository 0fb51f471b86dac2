import type { IJsonSubLayout } from 'flexlayout-react';
import type { TreeJson } from '../envelope/envelope.ts';

/** Room in pixels. */
export interface Room {
  width: number;
  height: number;
}

type Rect = NonNullable<IJsonSubLayout['rect']>;

/** Between the two edges, and at the first one where it is too long for that. */
const within = (at: number, length: number, room: number): number => Math.max(0, Math.min(at, room - length));

function fitted({ x, y, width, height }: Rect, room: Room): Rect {
  const [wide, high] = [Math.min(width, room.width), Math.min(height, room.height)];
  return { x: within(x, wide, room.width), y: within(y, high, room.height), width: wide, height: high };
}

const same = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/**
 * The tree with every floating panel whole inside the workspace, so that its bar, its tabs and its foot can be reached;
 * undefined where they all are.
 */
export function floatsWithin(tree: TreeJson, room: Room): TreeJson | undefined {
  // A workspace that is not laid out has no edges.
  if (room.width <= 0 || room.height <= 0) return undefined;
  let moved = false;
  const subLayouts = Object.entries(tree.subLayouts).map(([id, sub]): [string, IJsonSubLayout] => {
    if (sub.type !== 'float' || !sub.rect) return [id, sub];
    const rect = fitted(sub.rect, room);
    if (same(rect, sub.rect)) return [id, sub];
    moved = true;
    return [id, { ...sub, rect }];
  });
  return moved ? { layout: tree.layout, subLayouts: Object.fromEntries(subLayouts) } : undefined;
}
