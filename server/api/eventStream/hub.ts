import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChangeEvent } from '../../../contract/calls.ts';
import type { Compiled } from '../../engine/compile.ts';
import { claimsOf } from './claims.ts';
import {
  createDispatcher,
  eventRange,
  readEvents,
  type StoredEvent,
} from '../../platform/events/dispatcher.ts';
import { changeFrame } from './frames.ts';
import { Groups, type Subscriber } from './groups.ts';
import { createPulse } from './pulse.ts';
import { sees } from './visibility.ts';
import { listen } from '../../platform/events/wake.ts';

export interface Hub {
  /** Sequence number of the newest event that subscribers have been given. */
  readonly seq: number;
  readonly size: number;
  add(subscriber: Subscriber): void;
  /** After the subscriber's visibility was replaced. */
  regroup(subscriber: Subscriber): void;
  remove(subscriber: Subscriber): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** At most ten deliveries a second; behind the wake-up this is also the poll. */
const TICK_MS = 100;
/** Nobody is listening: the outbox is still numbered, at leisure. */
const IDLE_TICK_MS = 500;
const PRUNE_MS = 60_000;
const BATCH = 5_000;

/** Of one row in one batch only the last change counts, but an addition stays one. */
export function coalesce(events: readonly StoredEvent[]): StoredEvent[] {
  const latest = new Map<string, StoredEvent>();
  for (const event of events) {
    const key = `${event.resource}/${event.id}`;
    const before = latest.get(key);
    latest.delete(key);
    latest.set(
      key,
      before?.change === 'add' && event.change === 'update' ? { ...event, change: 'add' } : event,
    );
  }
  return [...latest.values()];
}

export const onWire = ({ seq, resource, id, change }: StoredEvent): ChangeEvent => ({
  seq,
  resource,
  id,
  change,
});

/** One reader of the event stream for all subscribers of this process; a frame is serialised once per scope group. */
export function createHub(
  pool: Pool,
  log: Logger,
  compiled: ReadonlyMap<string, Compiled>,
  heard: (resources: ReadonlySet<string>) => void = () => undefined,
): Hub {
  const dispatcher = createDispatcher(pool);
  const groups = new Groups();
  let seq = 0;
  let delivered = 0;
  let pruned = Date.now();
  let undoListen: (() => Promise<void>) | undefined;

  async function deliver(events: readonly StoredEvent[]): Promise<void> {
    const last = events.at(-1)!;
    const distinct = coalesce(events);
    // What another server changed is kept here no longer by the time that somebody asks for it.
    heard(new Set(distinct.map(({ resource }) => resource)));
    const claims = await groups.claims((people) => claimsOf(pool, compiled, events, people));
    groups.tell((visibility) => {
      const visible = distinct.filter((event) => sees(visibility, event, claims));
      return visible.length > 0 ? changeFrame(visible.map(onWire), last.seq) : undefined;
    }, last);
    seq = last.seq;
    delivered = Date.now();
  }

  async function tick(): Promise<void> {
    await dispatcher.move();
    for (;;) {
      const events = await readEvents(pool, seq, BATCH);
      if (events.length > 0) await deliver(events);
      if (events.length < BATCH) return;
    }
  }

  async function turn(): Promise<void> {
    await tick();
    if (Date.now() - pruned <= PRUNE_MS) return;
    pruned = Date.now();
    await dispatcher.prune();
  }

  const pulse = createPulse(turn, () => (groups.size > 0 ? TICK_MS : IDLE_TICK_MS), log);

  /** Ends the pause, unless the last delivery was a moment ago: then the next tick is early enough. */
  function wake(): void {
    if (Date.now() - delivered >= TICK_MS) pulse.wake();
  }

  return {
    get seq() {
      return seq;
    },
    get size() {
      return groups.size;
    },
    add(subscriber) {
      groups.add(subscriber);
      wake();
    },
    regroup: (subscriber) => groups.regroup(subscriber),
    remove: (subscriber) => groups.remove(subscriber),
    async start() {
      seq = (await eventRange(pool)).last;
      undoListen = listen(pool, 'paydesk_event', wake, log);
      pulse.start();
    },
    async stop() {
      await pulse.stop();
      await undoListen?.();
      await dispatcher.release().catch(() => undefined);
    },
  };
}
