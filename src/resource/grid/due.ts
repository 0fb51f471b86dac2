import type { Row } from '../../../contract/calls.ts';

export interface DuePorts {
  /** Ids that are on screen now. */
  visible(): ReadonlySet<string>;
  frozen(): boolean;
  /** Reads rows again by id; what is out of scope or gone is left out. */
  refetch(ids: string[]): Promise<Row[]>;
  patch(rows: Row[], gone: string[]): void;
  later(run: () => void, ms: number): () => void;
}

/** Loaded rows that changed. */
export interface Due {
  add(id: string): void;
  /** Reads those on screen; the others stay due until they are seen. */
  flush(): void;
  /** The same once the rows of a block that arrived are drawn. */
  flushDrawn(): void;
  reset(): void;
  stop(): void;
}

/** Rows read again by one call. */
export const MOST = 500;
/** By then the rows of a block that arrived are drawn. */
const DRAWN_MS = 100;

/** Of the rows asked for those that did not come. */
export function missingOf(asked: readonly string[], rows: readonly Row[]): string[] {
  const found = new Set(rows.map((row) => row.id));
  return asked.filter((id) => !found.has(id));
}

/** One call at a time: what comes due meanwhile is read by the next. */
export function createDue(ports: DuePorts): Due {
  const ids = new Set<string>();
  let busy = false;
  let again = false;
  let generation = 0;
  let undoDrawn: (() => void) | undefined;

  async function flush(): Promise<void> {
    if (busy) {
      again = true;
      return;
    }
    const visible = ports.visible();
    const due = ports.frozen() ? [] : [...visible].filter((id) => ids.has(id)).slice(0, MOST);
    if (due.length === 0) return;
    for (const id of due) ids.delete(id);
    busy = true;
    const mine = generation;
    try {
      const rows = await ports.refetch(due);
      if (mine === generation) ports.patch(rows, missingOf(due, rows));
    } catch {
      // The line is down or the call was refused: the rows stay due.
      for (const id of due) ids.add(id);
      return;
    } finally {
      busy = false;
    }
    if (again || ids.size > 0) {
      again = false;
      void flush();
    }
  }

  return {
    add: (id) => void ids.add(id),
    flush: () => void flush(),
    flushDrawn() {
      undoDrawn ??= ports.later(() => {
        undoDrawn = undefined;
        void flush();
      }, DRAWN_MS);
    },
    reset() {
      generation += 1;
      ids.clear();
    },
    stop() {
      generation += 1;
      undoDrawn?.();
      undoDrawn = undefined;
    },
  };
}
