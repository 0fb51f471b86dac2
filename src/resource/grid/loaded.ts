import type { Row, RowsRequest } from '../../../contract/calls.ts';

export const BLOCK = 100;

/** A place without a row, as past the end of what is left of the list; the grid draws it empty. */
export const isGap = (row: Row | undefined): boolean => row !== undefined && row.gap === true;
export const gap = (index: number): Row => ({ id: `gap:${index}`, gap: true });

/** The rows of a list that are in memory, by id and by place. */
export interface Loaded {
  /** Replaces a loaded row by a newer version; false when it is not loaded. */
  put(row: Row): boolean;
  get(id: string): Row | undefined;
  indexOf(id: string): number | undefined;
  at(index: number): Row | undefined;
  /** How many rows are loaded. */
  size(): number;
  /** Ids of the loaded rows in order. */
  order(): string[];
  /** Ids of the loaded rows of the block that holds this place. */
  around(index: number): string[];
}

/** What only the one who fills it does with it. */
export interface LoadedStore extends Loaded {
  /** Rows that no block shows but the one from `start` to `end`: an id stands once in a grid. */
  withoutLoaded(start: number, end: number, items: readonly Row[]): Row[];
  /** Puts a block in its place; what it lacks to `size` comes back as gaps. */
  keep(start: number, items: readonly Row[], size: number): Row[];
  /** The row beside these places by which they are read, where a neighbouring block holds it. */
  neighbour(start: number, end: number): Pick<RowsRequest, 'after' | 'before'>;
  clear(): void;
}

/** Blocks kept in memory; the grid itself keeps fewer. */
const KEPT = 60;

const blockOf = (index: number): number => Math.floor(index / BLOCK) * BLOCK;

const farthest = (starts: Iterable<number>, from: number): number =>
  [...starts].reduce((far, start) => (Math.abs(start - from) > Math.abs(far - from) ? start : far), from);

export function createLoaded(): LoadedStore {
  const blocks = new Map<number, string[]>();
  const rows = new Map<string, { row: Row; index: number }>();

  function drop(start: number): void {
    for (const id of blocks.get(start) ?? []) rows.delete(id);
    blocks.delete(start);
  }

  return {
    withoutLoaded: (start, end, items) =>
      items.filter((item) => {
        const known = rows.get(item.id);
        return !known || (known.index >= start && known.index < end);
      }),
    keep(start, items, size) {
      drop(start);
      const kept = items.slice(0, size);
      for (const [offset, row] of kept.entries()) rows.set(row.id, { row, index: start + offset });
      blocks.set(
        start,
        kept.map((row) => row.id),
      );
      if (blocks.size > KEPT) drop(farthest(blocks.keys(), start));
      return [
        ...kept,
        ...Array.from({ length: size - kept.length }, (_, at) => gap(start + kept.length + at)),
      ];
    },
    neighbour(start, end) {
      const after = blocks.get(start - BLOCK)?.at(-1);
      if (after && rows.get(after)?.index === start - 1) return { after };
      const before = blocks.get(end)?.at(0);
      return before && rows.get(before)?.index === end ? { before } : {};
    },
    put(row) {
      const known = rows.get(row.id);
      if (known) known.row = row;
      return known !== undefined;
    },
    get: (id) => rows.get(id)?.row,
    indexOf: (id) => rows.get(id)?.index,
    at(index) {
      const id = blocks.get(blockOf(index))?.find((each) => rows.get(each)?.index === index);
      return id === undefined ? undefined : rows.get(id)?.row;
    },
    around: (index) => (blocks.get(blockOf(index)) ?? []).filter((id) => !isGap(rows.get(id)?.row)),
    size: () => rows.size,
    order: () =>
      [...rows]
        .filter(([, { row }]) => !isGap(row))
        .sort(([, a], [, b]) => a.index - b.index)
        .map(([id]) => id),
    clear() {
      blocks.clear();
      rows.clear();
    },
  };
}
