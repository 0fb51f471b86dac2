/** Transactions of one owner at once: enough to use the database while another one commits. */
const AT_ONCE = 2;
/** Commands that wait for their turn, per owner. */
const LONGEST_QUEUE = 200;
const PATIENCE_MS = 8_000;

interface Line {
  running: number;
  waiting: Set<() => void>;
}

/** A queue per owner, first come first served: one owner's commands wait for each other and for nobody else. */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #patienceMs: number;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** Answers what ends the turn; undefined where the queue is full or the turn did not come in time. */
  async begin(owner: string): Promise<(() => void) | undefined> {
    const line = this.#lines.get(owner) ?? { running: 0, waiting: new Set() };
    this.#lines.set(owner, line);
    if (line.running < AT_ONCE) line.running += 1;
    else if (line.waiting.size >= LONGEST_QUEUE || !(await this.#wait(line))) return undefined;
    return () => this.#end(owner, line);
  }

  #wait(line: Line): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        line.waiting.delete(turn);
        resolve(false);
      }, this.#patienceMs);
      line.waiting.add(turn);
    });
  }

  /** The place goes to the next one in line, so that nobody who comes now overtakes. */
  #end(owner: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(owner);
  }
}
