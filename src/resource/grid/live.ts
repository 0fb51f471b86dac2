import type { ChangeEvent } from '../../../contract/calls.ts';
import { type DuePorts, createDue } from './due.ts';
import { type EntrantPorts, createEntrants } from './entrants.ts';
import { createOvertaken } from './overtaken.ts';

/** What the outside must give; all of it replaceable in a test. */
export interface LivePorts extends DuePorts, EntrantPorts {
  loaded(id: string): boolean;
  /** A figure of the whole filter may have moved. */
  moved(): void;
}

export interface Live {
  take(events: readonly ChangeEvent[]): void;
  /** Loaded rows that changed while off screen, once they are seen. */
  seen(): void;
  /** A block has been asked for. */
  asked(): void;
  /** A block is there with these rows, or failed with none: what changed while it was on its way is read once more. */
  arrived(ids: readonly string[]): void;
  /** Catches up after a freeze. */
  thaw(): void;
  /** Nobody knows what became of the loaded rows. Resolves when those on screen have been read. */
  readAll(ids: readonly string[]): Promise<void>;
  /** The row changed and is not read before it is seen, or before a freeze ends. */
  waits(id: string): boolean;
  /** The row changed, and what became of it is not there yet. */
  isDue(id: string): boolean;
  reset(): void;
  stop(): void;
}

/**
 * Events to cells: of the rows on screen the changed ones are read again at once, loaded rows off screen wait until
 * they are seen, and rows that may have entered the filter are looked at once a second to learn whether they have.
 */
export function createLive(ports: LivePorts): Live {
  const due = createDue(ports);
  const entrants = createEntrants(ports);
  const overtaken = createOvertaken();
  return {
    asked: overtaken.asked,
    arrived(ids) {
      const late = overtaken.arrived(ids);
      if (late.length === 0) return;
      for (const id of late) due.add(id);
      due.flushDrawn();
    },
    take(events) {
      for (const event of events) {
        overtaken.note(event);
        if (ports.loaded(event.id)) due.add(event.id);
        else entrants.consider(event);
      }
      ports.moved();
      entrants.lookSoon();
      due.flush();
    },
    seen() {
      entrants.lookSoon();
      due.flush();
    },
    thaw: due.flush,
    readAll: due.readAll,
    waits: due.waits,
    isDue: due.isDue,
    reset() {
      due.reset();
      entrants.reset();
    },
    stop() {
      entrants.stop();
      due.stop();
    },
  };
}
