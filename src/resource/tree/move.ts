import type { Row } from '../../../contract/calls.ts';
import type { TreeSource } from './treeSource.ts';

/** Where a row goes: below another one or to the top, before one of those that are there or behind them all. */
export interface Move {
  id: string;
  pid: string | null;
  beforeId: string | null;
}

export type Side = 'before' | 'into' | 'after';

/** Before the first quarter of a row, after its last, else into it: by how far down the pointer is, from 0 to 1. */
export const sideAt = (share: number): Side => (share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'into');

/** What a drop next to or onto a row comes to; undefined for a row that would lie below itself. */
export function moveTo(tree: TreeSource, id: string, target: Row, side: Side): Move | undefined {
  if (tree.isWithin(target.id, id)) return undefined;
  if (side === 'into') return { id, pid: target.id, beforeId: null };
  const siblings = tree.siblings(target.id).filter((each) => each.id !== id);
  const at = siblings.findIndex((each) => each.id === target.id);
  const before = side === 'before' ? target : siblings[at + 1];
  return { id, pid: tree.above(target.id) ?? null, beforeId: before?.id ?? null };
}

/** One place up or down among those under the same row; undefined at the end. */
export function stepOf(tree: TreeSource, id: string, step: -1 | 1): Move | undefined {
  const siblings = tree.siblings(id);
  const at = siblings.findIndex((each) => each.id === id);
  if (at < 0 || !siblings[at + step]) return undefined;
  const before = step < 0 ? siblings[at - 1] : siblings[at + 2];
  return { id, pid: tree.above(id) ?? null, beforeId: before?.id ?? null };
}

/** The row stays under the one it is under: nothing but its place changes. */
export const isSort = (tree: TreeSource, { id, pid }: Move): boolean => (tree.above(id) ?? null) === pid;
