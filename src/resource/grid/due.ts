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
/** More rows than this at once are a storm, not what somebody waits for. */
const CROWD = 8;
/** In a storm a row is read five times a second: nobody reads figures that change faster. */
const REST_MS = 200;
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
  /** Of a storm, read a moment ago. */
  const resting = new Set<string>();
  let undoRest: (() => void) | undefined;

  function rest(due: readonly string[]): void {
    if (due.length <= CROWD) return;
    for (const id of due) resting.add(id);
    undoRest ??= ports.later(() => {
      undoRest = undefined;
      resting.clear();
      void flush();
    }, REST_MS);
  }

  function wake(): void {
    undoRest?.();
    undoRest = undefined;
    resting.clear();
  }

  async function flush(): Promise<void> {
    if (busy) {
      again = true;
      return;
    }
    const visible = ports.visible();
    const wanted = (id: string) => ids.has(id) && !resting.has(id);
    const due = ports.frozen() ? [] : [...visible].filter(wanted).slice(0, MOST);
    if (due.length === 0) return;
    for (const id of due) ids.delete(id);
    busy = true;
    const mine = generation;
    try {
      const rows = await ports.refetch(due);
      if (mine === generation) {
        ports.patch(rows, missingOf(due, rows));
        rest(due);
      }
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
      wake();
    },
    stop() {
      generation += 1;
      wake();
      undoDrawn?.();
      undoDrawn = undefined;
    },
  };
}
