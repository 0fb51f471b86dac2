import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';

/**
 * Loads blocks of a snapshot. Neighbouring blocks page by key, so scrolling neither repeats nor misses a row while
 * rows move; a jump goes by position. Framework-free, so that it can be tested without a grid.
 */

export const BLOCK = 100;

/** A place whose row is shown elsewhere already; the grid draws it empty. */
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
  /** Ids of the loaded rows in order. */
  order(): string[];
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

  /** Rows that another loaded block shows already are replaced by gaps: an id stands once in a grid. */
  function keep(start: number, items: readonly Row[], size: number): Row[] {
    drop(start);
    const out: Row[] = [];
    for (const [offset, item] of items.slice(0, size).entries()) {
      const index = start + offset;
      const known = rows.get(item.id);
      if (known && known.index !== index) {
        out.push(gap(index));
        continue;
      }
      rows.set(item.id, { row: item, index });
      out.push(item);
    }
    blocks.set(
      start,
      out.filter((row) => !isGap(row)).map((row) => row.id),
    );
    if (blocks.size > KEPT) drop(farthest(start));
    return out;
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
    return { rows: keep(start, answer.items, size), total: answer.total, totalIs: answer.totalIs };
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
