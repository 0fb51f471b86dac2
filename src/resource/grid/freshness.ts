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

/** At most one run that is still to come. */
function createTimer(later: FreshnessPorts['later']) {
  let cancel: (() => void) | undefined;
  return {
    isSet: () => cancel !== undefined,
    set(run: () => void, ms: number) {
      cancel?.();
      cancel = later(() => {
        cancel = undefined;
        run();
      }, ms);
    },
    clear() {
      cancel?.();
      cancel = undefined;
    },
  };
}

class RowFreshness implements Freshness {
  readonly #ports: FreshnessPorts;
  readonly #mark: ReturnType<typeof createTimer>;
  readonly #retry: ReturnType<typeof createTimer>;
  #visible = true;
  #connected = true;
  #since: number | undefined;
  /** The revision when the rows were last current; undefined when a comparison proves nothing. */
  #revision: string | undefined;
  #reading = false;
  /** Counts losses: a read that began before the last one proves nothing. */
  #losses = 0;

  constructor(ports: FreshnessPorts) {
    this.#ports = ports;
    this.#mark = createTimer(ports.later);
    this.#retry = createTimer(ports.later);
  }

  set({ visible, connected }: { visible: boolean; connected: boolean }): void {
    const wasFed = this.#visible && this.#connected;
    this.#visible = visible;
    this.#connected = connected;
    const { revision, mark } = this.#ports;
    // While only this panel is hidden, the stream still counts what there was to miss.
    if (wasFed && !(visible && connected)) this.#becomeStale(connected ? revision() : undefined);
    if (!visible) {
      this.#mark.clear();
      mark(undefined);
    } else if (this.#since !== undefined && !connected) {
      this.#markAfter(wasFed ? RECONNECT_MS : ANSWER_MS);
    } else if (this.#since !== undefined) {
      if (this.#revision !== undefined && this.#revision === revision()) return this.#becomeCurrent();
      this.#markAfter(ANSWER_MS);
      void this.#read();
    }
  }

  missed(): void {
    this.#becomeStale(undefined);
    if (!this.#visible || !this.#connected) return;
    this.#markAfter(ANSWER_MS);
    void this.#read();
  }

  failed(): void {
    this.#becomeStale(undefined);
    if (!this.#visible) return;
    this.#ports.mark(this.#since);
    this.#scheduleRetry();
  }

  isStale(): boolean {
    return this.#since !== undefined;
  }

  stop(): void {
    this.#mark.clear();
    this.#retry.clear();
  }

  #markAfter(ms: number): void {
    this.#mark.set(() => {
      if (this.#since !== undefined && this.#visible) this.#ports.mark(this.#since);
    }, ms);
  }

  #becomeCurrent(): void {
    this.#mark.clear();
    this.#since = undefined;
    this.#ports.mark(undefined);
  }

  #becomeStale(last: string | undefined): void {
    this.#losses += 1;
    if (this.#since === undefined) this.#revision = last;
    else if (last === undefined) this.#revision = undefined;
    this.#since ??= this.#ports.now();
  }

  #scheduleRetry(): void {
    if (this.#retry.isSet()) return;
    this.#retry.set(() => {
      if (this.#since !== undefined && this.#visible && this.#connected) void this.#read();
    }, RETRY_MS);
  }

  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const before = this.#losses;
    const done = await this.#ports.read().then(
      () => true,
      () => false,
    );
    this.#reading = false;
    if (done && before === this.#losses) this.#becomeCurrent();
    else if (!this.#visible || !this.#connected) return;
    else if (done) void this.#read();
    else this.#scheduleRetry();
  }
}

/** One read at a time; what was missed during one is read by the next. */
export const createFreshness = (ports: FreshnessPorts): Freshness => new RowFreshness(ports);
