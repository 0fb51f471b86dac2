import type { Row, RowsRequest, RowsResult } from '../../../contract/calls.ts';
import { type Loaded, type LoadedStore, createLoaded } from './loaded.ts';

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
  /** The rows of these places in order, loaded or not; none of them is kept. */
  rows(start: number, end: number): Promise<Row[]>;
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

/** Rows by their place before the last reset, as far as they are known. */
function createFormer() {
  let rows = new Map<number, Row>();
  return {
    take({ size, order, indexOf, get }: Loaded) {
      // Read again before anything came: what was loaded earlier is still the last that is known.
      if (size() > 0) rows = new Map(order().map((id) => [indexOf(id)!, get(id)!]));
    },
    clear: () => rows.clear(),
    /** All rows of these places; undefined where one of them is not known. */
    between(start: number, end: number): Row[] | undefined {
      const found = Array.from({ length: Math.max(0, end - start) }, (_, at) => rows.get(start + at));
      return found.length === 0 || found.includes(undefined) ? undefined : (found as Row[]);
    },
  };
}

/** Reads places of the snapshot that its first answer brings. */
function createReader(
  fetchRows: Fetch,
  { neighbour, withoutLoaded }: Pick<LoadedStore, 'neighbour' | 'withoutLoaded'>,
) {
  let snapshot: string | undefined;
  let opening: Promise<void> | undefined;
  const ask = (start: number, end: number): Promise<RowsResult> => {
    const answering = fetchRows({ start, end, ...(snapshot ? { snapshot, ...neighbour(start, end) } : {}) });
    if (!snapshot)
      opening ??= answering.then(
        () => undefined,
        () => undefined,
      );
    return answering;
  };
  return {
    ask,
    snapshot: () => snapshot,
    /** The first answer is on its way: all others wait for what it brings. */
    opening: () => (snapshot ? undefined : opening),
    keep(of: string | undefined) {
      snapshot = of;
      opening = undefined;
    },
    /** Rows of an answer that no other block shows; what a neighbour has shown is made up for by what follows. */
    async filled({ items }: RowsResult, start: number, end: number, size: number): Promise<Row[]> {
      const own = withoutLoaded(start, end, items);
      const last = items.at(-1);
      if (!last || own.length === items.length || own.length >= size) return own;
      const more = await fetchRows({ start: start + own.length, end, snapshot, after: last.id });
      return withoutLoaded(start, end, [...own, ...more.items]);
    },
  };
}

export function createBlocks(fetchRows: Fetch): Blocks {
  const { withoutLoaded, keep, neighbour, clear, ...loaded } = createLoaded();
  const reader = createReader(fetchRows, { withoutLoaded, neighbour });
  const former = createFormer();
  let generation = 0;
  let [total, totalIs]: [number, RowsResult['totalIs']] = [0, 'exact'];
  let restored = false;

  /** An answer that a reset has overtaken is no block of this list. */
  function check(mine: number): void {
    if (mine !== generation) throw new DOMException('superseded', 'AbortError');
  }

  async function load(start: number, end: number): Promise<BlockAnswer> {
    const opening = reader.opening();
    if (opening) await opening;
    const mine = generation;
    const answer = await reader.ask(start, end);
    check(mine);
    if (restored) clear();
    restored = false;
    former.clear();
    reader.keep(answer.snapshot);
    [total, totalIs] = [answer.total, answer.totalIs];
    const size = Math.max(0, Math.min(end, answer.total) - start);
    const items = await reader.filled(answer, start, end, size);
    check(mine);
    return { rows: keep(start, items, size), total: answer.total, totalIs: answer.totalIs };
  }

  return {
    ...loaded,
    load,
    async rows(start, end) {
      const mine = generation;
      const found: Row[] = [];
      for (let at = start; at < end; at += MOST_ROWS) {
        const snapshot = reader.snapshot();
        const { items } = await fetchRows({ start: at, end: Math.min(at + MOST_ROWS, end), snapshot });
        check(mine);
        found.push(...items);
      }
      return found;
    },
    snapshot: reader.snapshot,
    isRestored: () => restored,
    restore(start, end) {
      const rows = former.between(start, Math.min(end, total));
      if (!rows) return undefined;
      restored = true;
      return { rows: keep(start, rows, rows.length), total, totalIs };
    },
    reset(sameList) {
      generation += 1;
      if (sameList) former.take(loaded);
      else former.clear();
      restored = false;
      clear();
      reader.keep(undefined);
    },
  };
}
