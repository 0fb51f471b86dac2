import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';
import { type Loaded, createLoaded } from './loaded.ts';

/**
 * Loads blocks of a snapshot. Neighbouring blocks page by key, so scrolling neither repeats nor misses a row while
 * rows move; a jump goes by position. Framework-free, so that it can be tested without a grid.
 */

export interface BlockAnswer {
  rows: Row[];
  total: number;
  totalIs: RowsResult['totalIs'];
}

export interface Blocks extends Loaded {
  load(start: number, end: number): Promise<BlockAnswer>;
  /** Ids of these places in order, loaded or not; none of the rows is kept. */
  ids(start: number, end: number): Promise<string[]>;
  snapshot(): string | undefined;
  /**
   * Forgets what is loaded; the next block opens a new snapshot. `sameList`: neither filter nor order change, so that
   * `restore` can bring the rows back until a new block is there.
   */
  reset(sameList: boolean): void;
  /** A block as it was before the reset; undefined where it was not loaded. */
  restore(start: number, end: number): BlockAnswer | undefined;
  /** The rows are those of before the reset: none of the new list has come. */
  isRestored(): boolean;
}

/** As many rows as one answer holds. */
const MOST_ROWS = 1_000;

type Fetch = (request: RowsRequest) => Promise<RowsResult>;

export function createBlocks(fetchRows: Fetch): Blocks {
  const { withoutLoaded, keep, neighbour, clear, ...loaded } = createLoaded();
  let snapshot: string | undefined;
  let generation = 0;
  let opening: Promise<void> | undefined;
  let [total, totalIs]: [number, RowsResult['totalIs']] = [0, 'exact'];
  /** Rows by their place before the last reset. */
  let former = new Map<number, Row>();
  let restored = false;

  /** An answer that a reset has overtaken is no block of this list. */
  function check(mine: number): void {
    if (mine !== generation) throw new DOMException('superseded', 'AbortError');
  }

  function ask(start: number, end: number): Promise<RowsResult> {
    const answering = fetchRows({ start, end, ...(snapshot ? { snapshot, ...neighbour(start, end) } : {}) });
    if (!snapshot)
      opening ??= answering.then(
        () => undefined,
        () => undefined,
      );
    return answering;
  }

  async function load(start: number, end: number): Promise<BlockAnswer> {
    // The first answer brings the snapshot that all the others read from.
    if (!snapshot && opening) await opening;
    const mine = generation;
    const answer = await ask(start, end);
    check(mine);
    if (restored) clear();
    restored = false;
    former.clear();
    snapshot = answer.snapshot;
    [total, totalIs] = [answer.total, answer.totalIs];
    opening = undefined;
    const size = Math.max(0, Math.min(end, answer.total) - start);
    let items = withoutLoaded(start, end, answer.items);
    const last = answer.items.at(-1);
    if (last && items.length < answer.items.length && items.length < size) {
      // What the neighbour has shown already is made up for by what follows.
      const more = await fetchRows({ start: start + items.length, end, snapshot, after: last.id });
      check(mine);
      items = withoutLoaded(start, end, [...items, ...more.items]);
    }
    return { rows: keep(start, items, size), total: answer.total, totalIs: answer.totalIs };
  }

  async function ids(start: number, end: number): Promise<string[]> {
    const mine = generation;
    const found: string[] = [];
    for (let at = start; at < end; at += MOST_ROWS) {
      const { items } = await fetchRows({ start: at, end: Math.min(at + MOST_ROWS, end), snapshot });
      check(mine);
      for (const item of items) found.push(item.id);
    }
    return found;
  }

  return {
    ...loaded,
    load,
    ids,
    snapshot: () => snapshot,
    isRestored: () => restored,
    restore(start, end) {
      const size = Math.min(end, total) - start;
      const rows = Array.from({ length: Math.max(0, size) }, (_, at) => former.get(start + at));
      if (rows.length === 0 || rows.includes(undefined)) return undefined;
      restored = true;
      return { rows: keep(start, rows as Row[], size), total, totalIs };
    },
    reset(sameList) {
      generation += 1;
      if (!sameList) former.clear();
      // Read again before anything came: what was loaded earlier is still the last that is known.
      else if (loaded.size() > 0)
        former = new Map(loaded.order().map((id) => [loaded.indexOf(id)!, loaded.get(id)!]));
      restored = false;
      clear();
      snapshot = undefined;
      opening = undefined;
    },
  };
}
