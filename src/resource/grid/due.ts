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
  /** All of these may have changed. Resolves when those on screen have been read, and rejects when they could not be. */
  readAll(ids: readonly string[]): Promise<void>;
  /** It changed and is not read before it is seen. */
  waits(id: string): boolean;
  /** It changed, and what became of it is not there yet. */
  isDue(id: string): boolean;
  reset(): void;
  stop(): void;
}

/** Rows read again by one call. */
export const MOST = 500;
/** More rows than this at once are a storm, not what somebody waits for. */
const TOO_MANY = 8;
/** In a storm a row is read five times a second: nobody reads figures that change faster. */
const REST_MS = 200;

/** To the next beat that all panels share: what they draw at one moment costs one frame and not one each. */
function toBeat(): number {
  const left = REST_MS - (performance.now() % REST_MS);
  return left < REST_MS / 2 ? left + REST_MS : left;
}

/** By then the rows of a block that arrived are drawn. */
const DRAWN_MS = 100;

/** Of the rows asked for those that did not come. */
export function missingOf(asked: readonly string[], rows: readonly Row[]): string[] {
  const found = new Set(rows.map((row) => row.id));
  return asked.filter((id) => !found.has(id));
}

/** Rows of a storm that were read a moment ago. */
function createRest(later: DuePorts['later'], over: () => void) {
  const resting = new Set<string>();
  let undo: (() => void) | undefined;
  return {
    has: (id: string) => resting.has(id),
    begin(due: readonly string[]) {
      if (due.length <= TOO_MANY) return;
      for (const id of due) resting.add(id);
      undo ??= later(() => {
        undo = undefined;
        resting.clear();
        over();
      }, toBeat());
    },
    end() {
      undo?.();
      undo = undefined;
      resting.clear();
    },
  };
}

/** Rows that are due, and those of them that are on their way. */
function createQueue(ports: DuePorts) {
  const ids = new Set<string>();
  const reading = new Set<string>();
  let generation = 0;
  return {
    ids,
    isDue: (id: string) => ids.has(id) || reading.has(id),
    /** What was not read, for whatever reason, stays due. @returns false where a reset or stop came in between */
    async read(due: readonly string[]): Promise<boolean> {
      for (const id of due) {
        ids.delete(id);
        reading.add(id);
      }
      const mine = generation;
      const settle = (unread: readonly string[]): boolean => {
        if (mine !== generation) return false;
        for (const id of due) reading.delete(id);
        for (const id of unread) ids.add(id);
        return true;
      };
      const rows = await ports.refetch([...due]).catch((error: unknown) => {
        settle(due);
        throw error;
      });
      const isCurrent = settle([]);
      if (isCurrent) ports.patch(rows, missingOf(due, rows));
      return isCurrent;
    },
    /** Answers that are on their way come too late; what they are about stays due where it is `kept`. */
    drop(kept: boolean) {
      generation += 1;
      if (!kept) ids.clear();
      else for (const id of reading) ids.add(id);
      reading.clear();
    },
  };
}

/** One call at a time: what comes due meanwhile is read by the next. */
export function createDue(ports: DuePorts): Due {
  const queue = createQueue(ports);
  const { ids } = queue;
  const rest = createRest(ports.later, () => void flush());
  let busy = false;
  let again = false;
  let undoDrawn: (() => void) | undefined;

  const dueOf = (wanted: (id: string) => boolean): string[] =>
    ports.frozen() ? [] : [...ports.visible()].filter((id) => ids.has(id) && wanted(id)).slice(0, MOST);

  async function flush(): Promise<void> {
    if (busy) {
      again = true;
      return;
    }
    const due = dueOf((id) => !rest.has(id));
    if (due.length === 0) return;
    busy = true;
    try {
      if (await queue.read(due)) rest.begin(due);
    } catch {
      // The line is down or the call was refused.
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
    async readAll(all) {
      for (const id of all) ids.add(id);
      const due = dueOf(() => true);
      if (due.length > 0) await queue.read(due);
    },
    waits: (id) => ids.has(id),
    isDue: queue.isDue,
    reset() {
      queue.drop(false);
      rest.end();
    },
    stop() {
      queue.drop(true);
      rest.end();
      undoDrawn?.();
      undoDrawn = undefined;
    },
  };
}
