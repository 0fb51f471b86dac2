const FIRST_MS = 500;
const MAX_MS = 30_000;
/** A database that ran for so long ended for a reason of its own. */
const STEADY_MS = 30_000;

/** How long to wait before a database that ended is started again: longer each time it ends soon after its start. */
export class RestartPause {
  #failures = 0;
  #startedAt: number;

  constructor(now: number) {
    this.#startedAt = now;
  }

  started(now: number): void {
    this.#startedAt = now;
  }

  /** It ended, or did not start. @returns milliseconds until it should be started */
  ended(now: number): number {
    this.#failures = now - this.#startedAt >= STEADY_MS ? 0 : this.#failures + 1;
    return this.#failures === 0 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (this.#failures - 1));
  }
}
