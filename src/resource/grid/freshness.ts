/** Whether the rows on screen may be older than the server's, and since when. */

export interface FreshnessPorts {
  /** The server's clock, in ms. */
  now(): number;
  /** Counts the changes received of these rows; undefined where none ever are. Equal later: nothing was missed. */
  revision(): string | undefined;
  /** Reads what is on screen once more; rejects when that is not possible now. */
  read(): Promise<void>;
  /** Marks the rows as possibly old since then, in ms of the server's clock; undefined removes the mark. */
  mark(since: number | undefined): void;
  later(run: () => void, ms: number): () => void;
}

export interface Freshness {
  /** `visible`: the panel is on screen; `connected`: the stream is open. Rows are kept current while both are true. */
  set(now: { visible: boolean; connected: boolean }): void;
  /** Changes were lost though the stream stayed open. */
  missed(): void;
  /** The list could not be read again: its rows are marked, and read a little later. */
  failed(): void;
  /** The rows may be older than those of the server. */
  isStale(): boolean;
  stop(): void;
}

/** An answer within this time spares the mark. */
const ANSWER_MS = 150;
/** A stream that is back within this time missed nothing worth a mark. */
const RECONNECT_MS = 2_000;
/** Between two attempts while the server refuses. */
const RETRY_MS = 3_000;

/** One read at a time; what was missed during one is read by the next. */
export function createFreshness(ports: FreshnessPorts): Freshness {
  let [visible, connected] = [true, true];
  let since: number | undefined;
  /** The revision when the rows were last current; undefined when a comparison proves nothing. */
  let revision: string | undefined;
  let reading = false;
  /** Counts losses: a read that began before the last one proves nothing. */
  let losses = 0;
  let cancelMark: (() => void) | undefined;
  let cancelRetry: (() => void) | undefined;

  function clearMarkTimer(): void {
    cancelMark?.();
    cancelMark = undefined;
  }

  function markAfter(ms: number): void {
    clearMarkTimer();
    cancelMark = ports.later(() => {
      cancelMark = undefined;
      if (since !== undefined && visible) ports.mark(since);
    }, ms);
  }

  function becomeCurrent(): void {
    clearMarkTimer();
    since = undefined;
    ports.mark(undefined);
  }

  function becomeStale(last: string | undefined): void {
    losses += 1;
    if (since === undefined) revision = last;
    else if (last === undefined) revision = undefined;
    since ??= ports.now();
  }

  function scheduleRetry(): void {
    cancelRetry ??= ports.later(() => {
      cancelRetry = undefined;
      if (since !== undefined && visible && connected) void read();
    }, RETRY_MS);
  }

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    const before = losses;
    const done = await ports.read().then(
      () => true,
      () => false,
    );
    reading = false;
    if (done && before === losses) becomeCurrent();
    else if (!visible || !connected) return;
    else if (done) void read();
    else scheduleRetry();
  }

  return {
    set(now) {
      const wasFed = visible && connected;
      ({ visible, connected } = now);
      // While only this panel is hidden, the stream still counts what there was to miss.
      if (wasFed && !(visible && connected)) becomeStale(connected ? ports.revision() : undefined);
      if (!visible) {
        clearMarkTimer();
        ports.mark(undefined);
      } else if (since !== undefined && !connected) {
        markAfter(wasFed ? RECONNECT_MS : ANSWER_MS);
      } else if (since !== undefined) {
        if (revision !== undefined && revision === ports.revision()) return becomeCurrent();
        markAfter(ANSWER_MS);
        void read();
      }
    },
    missed() {
      becomeStale(undefined);
      if (!visible || !connected) return;
      markAfter(ANSWER_MS);
      void read();
    },
    failed() {
      becomeStale(undefined);
      if (!visible) return;
      ports.mark(since);
      scheduleRetry();
    },
    isStale: () => since !== undefined,
    stop() {
      clearMarkTimer();
      cancelRetry?.();
      cancelRetry = undefined;
    },
  };
}
