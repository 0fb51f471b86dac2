import type { Pool } from 'pg';

export interface TurnLimits {
  /** Transactions of one owner at once: enough to use the database while another one commits. */
  atOnce: number;
  /** Those that wait for their turn, per owner. */
  longestQueue: number;
  patienceMs: number;
}

const COMMANDS: TurnLimits = { atOnce: 2, longestQueue: 200, patienceMs: 8_000 };

/** Ends a turn; `isHeld`: it did nothing, because others hold what it needs, so that nobody waits for the next one. */
type EndTurn = (isHeld?: boolean) => void;

interface Line {
  running: number;
  waiting: Set<(comes: boolean) => void>;
  /** The last turn that ended did nothing, because others hold what it needs. */
  isHeld: boolean;
}

/** A queue per owner, first come first served: one owner's commands wait for each other and for nobody else. */
class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #limits: TurnLimits;

  constructor(limits: TurnLimits = COMMANDS) {
    this.#limits = limits;
  }

  /** Answers what ends the turn; undefined where the queue is full or left, or the turn did not come in time. */
  async begin(owner: string): Promise<EndTurn | undefined> {
    const fresh: Line = { running: 0, waiting: new Set(), isHeld: false };
    const line = this.#lines.get(owner) ?? fresh;
    this.#lines.set(owner, line);
    if (line.running < this.#limits.atOnce) line.running += 1;
    else if (this.#isClosed(line) || !(await this.#wait(line))) return undefined;
    return (isHeld = false) => this.#end(owner, line, isHeld);
  }

  #isClosed({ waiting, isHeld }: Line): boolean {
    return waiting.size >= this.#limits.longestQueue || isHeld;
  }

  #wait(line: Line): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = (comes: boolean) => {
        clearTimeout(timer);
        resolve(comes);
      };
      const timer = setTimeout(() => {
        line.waiting.delete(turn);
        resolve(false);
      }, this.#limits.patienceMs);
      line.waiting.add(turn);
    });
  }

  /** The place goes to the next one in line, so that nobody who comes now overtakes. */
  #end(owner: string, line: Line, isHeld: boolean): void {
    line.isHeld = isHeld;
    if (isHeld) this.#sendAway(line);
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next(true);
      return;
    }
    line.running -= 1;
    // Of a line that is held it is remembered, so that those who come next do not wait in vain again.
    if (line.running === 0 && !isHeld) this.#lines.delete(owner);
  }

  #sendAway({ waiting }: Line): void {
    for (const turn of waiting) turn(false);
    waiting.clear();
  }
}

/** Turns of their own for each pool of connections. */
export function turnsByPool(limits?: TurnLimits): (pool: Pool) => Turns {
  const known = new WeakMap<Pool, Turns>();
  return (pool) => {
    const turns = known.get(pool) ?? new Turns(limits);
    known.set(pool, turns);
    return turns;
  };
}

/**
 * Turns at something that costs the whole server much: a queue per owner, whose first waits with those of the others for
 * one of a few places. However much one owner asks for, the others wait for one turn of it at most.
 */
export function sharedTurnsByPool(
  own: TurnLimits,
  all: TurnLimits,
): (pool: Pool) => { begin: (owner: string) => Promise<EndTurn | undefined> } {
  const [ownOf, allOf] = [turnsByPool(own), turnsByPool(all)];
  return (pool) => ({
    async begin(owner) {
      const endOwn = await ownOf(pool).begin(owner);
      const endAll = endOwn && (await allOf(pool).begin('all'));
      if (endAll)
        return () => {
          endAll();
          endOwn();
        };
      endOwn?.();
      return undefined;
    },
  });
}
