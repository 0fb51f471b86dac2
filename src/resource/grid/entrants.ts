import type { ChangeEvent, Row } from '../../../contract/calls.ts';
import { MOST } from './due.ts';

export interface EntrantPorts {
  /** Every row of the filter is loaded, so one that is not and fits has just entered it. */
  whole(): boolean;
  /** Counted as new already; a change may take it out of the filter again. */
  waits(id: string): boolean;
  refetch(ids: string[]): Promise<Row[]>;
  /** Rows that may have entered the filter. */
  fresh(rows: Row[]): void;
  later(run: () => void, ms: number): () => void;
}

/** Rows that are not loaded and may have entered the filter. */
export interface Entrants {
  consider(event: ChangeEvent): void;
  /** Has those considered looked at, if there are any. */
  lookSoon(): void;
  reset(): void;
  stop(): void;
}

const LOOK_MS = 1_000;

/** Looked at together, once a second: only the server knows whether they fit. */
export function createEntrants(ports: EntrantPorts): Entrants {
  const ids = new Set<string>();
  let generation = 0;
  let undoLook: (() => void) | undefined;
  /** On their way; a second look may begin before the first has its answer. */
  const looking = new Set<string>();

  async function look(): Promise<void> {
    undoLook = undefined;
    const due = [...ids].slice(0, MOST);
    ids.clear();
    for (const id of due) looking.add(id);
    const mine = generation;
    try {
      const rows = await ports.refetch(due);
      if (mine === generation) ports.fresh(rows);
    } catch {
      // Only the count behind the chip is late; the next refresh is right again.
    }
    if (mine === generation) for (const id of due) looking.delete(id);
  }

  /** A new row, or a known one that a change has brought into the filter. */
  const entering = (event: ChangeEvent): boolean =>
    event.change === 'add' || (event.change === 'update' && (ports.whole() || ports.waits(event.id)));

  return {
    consider(event) {
      if (entering(event) && ids.size < MOST) ids.add(event.id);
    },
    lookSoon() {
      if (ids.size > 0) undoLook ??= ports.later(() => void look(), LOOK_MS);
    },
    reset() {
      generation += 1;
      ids.clear();
      looking.clear();
    },
    stop() {
      generation += 1;
      // Looked at when the panel is seen again.
      for (const id of looking) ids.add(id);
      looking.clear();
      undoLook?.();
      undoLook = undefined;
    },
  };
}
