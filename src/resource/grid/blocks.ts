import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';

/**
 * Loads blocks of a snapshot. Neighbouring blocks page by key, so scrolling neither repeats nor misses a row while
 * rows move; a jump goes by position. Framework-free, so that it can be tested without a grid.
 */

export const BLOCK = 100;

/** A place past the end of what is left of the list; the grid draws it empty. */
export const isGap = (row: Row | undefined): boolean => row !== undefined && row.gap === true;
const gap = (index: number): Row => ({ id: `gap:${index}`, gap: true });

export interface BlockAnswer {
  rows: Row[];
  total: number;
  totalIs: RowsResult['totalIs'];
}

export interface Blocks {
  load(start: number, end: number): Promise<BlockAnswer>;
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
  snapshot(): string | undefined;
  /** Forgets what is loaded; the next block opens a new snapshot. */
  reset(): void;
}

type Fetch = (request: RowsRequest) => Promise<RowsResult>;

/** Blocks kept in memory; the grid itself keeps fewer. */
const KEPT = 60;

export function createBlocks(fetchRows: Fetch): Blocks {
  let blocks = new Map<number, string[]>();
  let rows = new Map<string, { row: Row; index: number }>();
  let snapshot: string | undefined;
  let generation = 0;
  let opening: Promise<void> | undefined;

  function drop(start: number): void {
    for (const id of blocks.get(start) ?? []) if (rows.get(id)?.index !== undefined) rows.delete(id);
    blocks.delete(start);
  }

  /** Rows that no other loaded block shows: an id stands once in a grid. */
  function unseen(start: number, end: number, items: readonly Row[]): Row[] {
    return items.filter((item) => {
      const known = rows.get(item.id);
      return !known || (known.index >= start && known.index < end);
    });
  }

  function keep(start: number, items: readonly Row[], size: number): Row[] {
    drop(start);
    const kept = items.slice(0, size);
    for (const [offset, row] of kept.entries()) rows.set(row.id, { row, index: start + offset });
    blocks.set(
      start,
      kept.map((row) => row.id),
    );
    if (blocks.size > KEPT) drop(farthest(start));
    return [...kept, ...Array.from({ length: size - kept.length }, (_, at) => gap(start + kept.length + at))];
  }

  const farthest = (from: number): number =>
    [...blocks.keys()].reduce(
      (far, start) => (Math.abs(start - from) > Math.abs(far - from) ? start : far),
      from,
    );

  function request(start: number, end: number): RowsRequest {
    const after = blocks.get(start - BLOCK)?.at(-1);
    const before = blocks.get(end)?.at(0);
    const key =
      after && rows.get(after)?.index === start - 1
        ? { after }
        : before && rows.get(before)?.index === end
          ? { before }
          : {};
    return { start, end, ...(snapshot ? { snapshot, ...key } : {}) };
  }

  async function load(start: number, end: number): Promise<BlockAnswer> {
    // The first answer brings the snapshot that all the others read from.
    if (!snapshot && opening) await opening;
    const mine = generation;
    const answering = fetchRows(request(start, end));
    if (!snapshot)
      opening ??= answering.then(
        () => undefined,
        () => undefined,
      );
    const answer = await answering;
    if (mine !== generation) throw new DOMException('superseded', 'AbortError');
    snapshot = answer.snapshot;
    opening = undefined;
    const size = Math.max(0, Math.min(end, answer.total) - start);
    let items = unseen(start, end, answer.items);
    const last = answer.items.at(-1);
    if (last && items.length < answer.items.length && items.length < size) {
      // What the neighbour has shown already is made up for by what follows.
      const more = await fetchRows({ start: start + items.length, end, snapshot, after: last.id });
      if (mine !== generation) throw new DOMException('superseded', 'AbortError');
      items = unseen(start, end, [...items, ...more.items]);
    }
    return { rows: keep(start, items, size), total: answer.total, totalIs: answer.totalIs };
  }

  return {
    load,
    put(row) {
      const known = rows.get(row.id);
      if (known) known.row = row;
      return known !== undefined;
    },
    get: (id) => rows.get(id)?.row,
    indexOf: (id) => rows.get(id)?.index,
    at(index) {
      const ids = blocks.get(Math.floor(index / BLOCK) * BLOCK) ?? [];
      const id = ids.find((each) => rows.get(each)?.index === index);
      return id === undefined ? undefined : rows.get(id)?.row;
    },
    around: (index) => [...(blocks.get(Math.floor(index / BLOCK) * BLOCK) ?? [])],
    size: () => rows.size,
    order: () => [...rows].sort(([, a], [, b]) => a.index - b.index).map(([id]) => id),
    snapshot: () => snapshot,
    reset() {
      generation += 1;
      blocks = new Map();
      rows = new Map();
      snapshot = undefined;
      opening = undefined;
    },
  };
}
