import { Refused } from '../http/refused.ts';

const WINDOW_MS = 60_000;
/** Calls of one address that were not let in, a minute; beyond that nothing is read and nothing is logged. */
const MOST = 300;

/** Keeps somebody without a key from filling the log. */
export class Flood {
  #began = 0;
  readonly #counts = new Map<string, number>();

  /** @throws Refused busy */
  check(ip: string, now: number): void {
    if (now - this.#began > WINDOW_MS) {
      this.#began = now;
      this.#counts.clear();
    }
    if ((this.#counts.get(ip) ?? 0) >= MOST) throw new Refused('busy');
  }

  count(ip: string): void {
    this.#counts.set(ip, (this.#counts.get(ip) ?? 0) + 1);
  }
}
