import type { Row } from '../../../contract/calls.ts';

export interface NewcomerPorts {
  /** The list as it was read cannot hold it. */
  isNew(row: Row): boolean;
  /** Rows that are put above what is in view move nothing away from under anybody. */
  isStill(): boolean;
  /** Rows that enter are shown at once, whatever the person does. */
  isEager(): boolean;
  /** The person reads along and has chosen nothing. */
  isFollowing(): boolean;
  /** Reads the list again under what is drawn. */
  read(): void;
  /** Reads the first rows without a change on screen. Resolves with what puts them there; rejects where it is not possible. */
  prepare(): Promise<() => void>;
  /** So many rows wait behind the chip. */
  wait(count: number): void;
  /** Rows look no longer new. */
  faded(): void;
  /** In ms. */
  now(): number;
  later(run: () => void, ms: number): () => void;
}

/** Rows that have entered the list since it was read: they wait behind a chip, or come in by themselves. */
export interface Newcomers {
  /** Rows that are known by now; one that a change took out of the filter counts no longer. */
  count(rows: readonly Row[]): void;
  /** So many entered while nobody looked; which ones is not known. */
  counted(entered: number): void;
  waits(id: string): boolean;
  /** Something on which it depends may have changed: the place in the list, what is chosen. */
  offer(): void;
  /** The list has been forgotten, and is being read again. */
  reset(): void;
  /** A block of the list is there. */
  arrived(rows: readonly Row[]): void;
  /** It came in by itself a moment ago. */
  isRecent(id: string): boolean;
  /** Nobody looks. */
  stop(): void;
}

/** Rows come in by themselves at most so often, and rarer where a read takes long: it may cost a sixth of the time. */
const PACE_MS = 2_000;
const SHARE = 6;
/** As long as a changed cell flashes. */
const RECENT_MS = 600;

/** At most one run that is still to come. */
function createTimer(later: NewcomerPorts['later'], run: () => void) {
  let undo: (() => void) | undefined;
  return {
    start(ms: number): void {
      undo ??= later(() => {
        undo = undefined;
        run();
      }, ms);
    },
    stop(): void {
      undo?.();
      undo = undefined;
    },
  };
}

/** Rows that have just come, as long as they are marked. */
function createRecent({ later, faded }: Pick<NewcomerPorts, 'later' | 'faded'>) {
  const ids = new Set<string>();
  return {
    has: (id: string): boolean => ids.has(id),
    add(came: readonly string[]): void {
      if (came.length === 0) return;
      for (const id of came) ids.add(id);
      later(() => {
        for (const id of came) ids.delete(id);
        faded();
      }, RECENT_MS);
    },
  };
}

export function createNewcomers(ports: NewcomerPorts): Newcomers {
  const fresh = new Set<string>();
  /** Rows that are being read because they entered, and those that have come so. */
  let coming: ReadonlySet<string> = new Set();
  const recent = createRecent(ports);
  let entered = 0;
  let notBefore = 0;
  const timer = createTimer(ports.later, () => offer());
  /** Counts reads: what was prepared before the last one is of another list. */
  let turn = 0;
  let isPreparing = false;

  async function follow(): Promise<void> {
    isPreparing = true;
    const [mine, began] = [turn, ports.now()];
    const show = await ports.prepare().catch(() => undefined);
    isPreparing = false;
    const took = ports.now() - began;
    notBefore = ports.now() + Math.max(PACE_MS, took * (SHARE - 1));
    if (mine !== turn) return;
    // Whoever began to read meanwhile keeps what is on screen.
    if (!show || !ports.isStill() || !ports.isFollowing()) return offer();
    const came = new Set(fresh);
    show();
    coming = came;
  }
  function offer(): void {
    const count = Math.max(fresh.size, entered);
    if (count === 0 || !ports.isStill()) return ports.wait(count);
    if (ports.isEager()) return ports.read();
    if (!ports.isFollowing()) return ports.wait(count);
    const rest = notBefore - ports.now();
    if (rest > 0) timer.start(rest);
    else if (!isPreparing) void follow();
  }

  return {
    count(rows) {
      for (const row of rows) {
        if (ports.isNew(row)) fresh.add(row.id);
        else fresh.delete(row.id);
      }
      offer();
    },
    counted(number) {
      entered = number;
      offer();
    },
    waits: (id) => fresh.has(id),
    offer,
    reset() {
      fresh.clear();
      entered = 0;
      timer.stop();
      turn += 1;
      coming = new Set();
    },
    arrived: (rows) => recent.add(rows.flatMap(({ id }) => (coming.has(id) ? [id] : []))),
    isRecent: (id) => recent.has(id),
    stop: timer.stop,
  };
}
