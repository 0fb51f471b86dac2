import type { ChangeEvent, Row } from '../../../contract/calls.ts';

/** What the outside must give; all of it replaceable in a test. */
export interface LivePorts {
  /** Ids that are on screen now. */
  visible(): ReadonlySet<string>;
  loaded(id: string): boolean;
  /** Every row of the filter is loaded, so one that is not and fits has just entered it. */
  whole(): boolean;
  /** Counted as new already; a change may take it out of the filter again. */
  waits(id: string): boolean;
  /** Reads rows again by id; what is out of scope or gone is left out. */
  refetch(ids: string[]): Promise<Row[]>;
  patch(rows: Row[], gone: string[]): void;
  /** Rows that may have entered the filter. */
  fresh(rows: Row[]): void;
  frozen(): boolean;
  /** A figure of the whole filter may have moved. */
  moved(): void;
  later(run: () => void, ms: number): () => void;
}

export interface Live {
  take(events: readonly ChangeEvent[]): void;
  /** Loaded rows that changed while off screen, once they are seen. */
  seen(): void;
  /** A block has been asked for. */
  asked(): void;
  /** A block is there with these rows, or failed with none: what changed while it was on its way is read once more. */
  arrived(ids: readonly string[]): void;
  /** Catches up after a freeze. */
  thaw(): void;
  reset(): void;
  stop(): void;
}

const MOST = 500;
const FRESH_MS = 1_000;
/** By then the rows of a block that arrived are drawn. */
const DRAWN_MS = 100;

/**
 * Events to cells: of the rows on screen the changed ones are read again at once, loaded rows off screen wait until
 * they are seen, and rows that may have entered the filter are looked at once a second to learn whether they have.
 */
export function createLive(ports: LivePorts): Live {
  const stale = new Set<string>();
  const added = new Set<string>();
  // A block that was read before a change may arrive after its event. Kept only while blocks are on their way, since
  // thousands of events a second pass here.
  const passing = new Set<string>();
  let onTheirWay = 0;
  let busy = false;
  let again = false;
  let undoLook: (() => void) | undefined;
  let undoDrawn: (() => void) | undefined;
  let generation = 0;

  async function flush(): Promise<void> {
    if (busy) {
      again = true;
      return;
    }
    const visible = ports.visible();
    const ids = ports.frozen() ? [] : [...visible].filter((id) => stale.has(id)).slice(0, MOST);
    if (ids.length === 0) return;
    for (const id of ids) stale.delete(id);
    busy = true;
    const mine = generation;
    try {
      const rows = await ports.refetch(ids);
      if (mine === generation) {
        const found = new Set(rows.map((row) => row.id));
        ports.patch(
          rows,
          ids.filter((id) => !found.has(id)),
        );
      }
    } catch {
      // The line is down or the call was refused: the rows stay due.
      for (const id of ids) stale.add(id);
      return;
    } finally {
      busy = false;
    }
    if (again || stale.size > 0) {
      again = false;
      void flush();
    }
  }

  async function look(): Promise<void> {
    undoLook = undefined;
    const ids = [...added].slice(0, MOST);
    added.clear();
    const mine = generation;
    try {
      const rows = await ports.refetch(ids);
      if (mine === generation) ports.fresh(rows);
    } catch {
      // Only the count behind the chip is late; the next refresh is right again.
    }
  }

  /** A new row, or a known one that a change has brought into the filter. */
  const entering = (event: ChangeEvent): boolean =>
    event.change === 'add' || (event.change === 'update' && (ports.whole() || ports.waits(event.id)));

  return {
    asked() {
      onTheirWay += 1;
    },
    arrived(ids) {
      const late = ids.filter((id) => passing.has(id));
      onTheirWay = Math.max(0, onTheirWay - 1);
      if (onTheirWay === 0) passing.clear();
      if (late.length === 0) return;
      for (const id of late) stale.add(id);
      undoDrawn ??= ports.later(() => {
        undoDrawn = undefined;
        void flush();
      }, DRAWN_MS);
    },
    take(events) {
      for (const event of events) {
        if (onTheirWay > 0 && event.change === 'update') passing.add(event.id);
        if (ports.loaded(event.id)) stale.add(event.id);
        else if (entering(event) && added.size < MOST) added.add(event.id);
      }
      ports.moved();
      if (added.size > 0) undoLook ??= ports.later(() => void look(), FRESH_MS);
      void flush();
    },
    seen: () => void flush(),
    thaw: () => void flush(),
    reset() {
      generation += 1;
      stale.clear();
      added.clear();
    },
    stop() {
      generation += 1;
      undoLook?.();
      undoDrawn?.();
      undoLook = undefined;
      undoDrawn = undefined;
    },
  };
}
