import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChangeEvent } from '../../contract/calls.ts';
import { createDispatcher, eventRange, readEvents, type StoredEvent } from './dispatcher.ts';
import { changeFrame } from './frames.ts';
import { sees, type Visibility } from './visibility.ts';
import { listen } from './wake.ts';

export interface Subscriber {
  visibility: Visibility;
  /** Takes one ready frame; the same text goes to everyone who sees the same. */
  write(frame: string, seq: number): void;
}

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
export function createHub(pool: Pool, log: Logger): Hub {
  const dispatcher = createDispatcher(pool);
  const groups = new Map<string, Set<Subscriber>>();
  const keys = new Map<Subscriber, string>();
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let seq = 0;
  let delivered = 0;
  let undoListen: (() => Promise<void>) | undefined;
  let running: Promise<void> | undefined;

  function leave(subscriber: Subscriber): void {
    const key = keys.get(subscriber);
    if (key === undefined) return;
    keys.delete(subscriber);
    const group = groups.get(key);
    group?.delete(subscriber);
    if (group?.size === 0) groups.delete(key);
  }

  function join(subscriber: Subscriber): void {
    const { key } = subscriber.visibility;
    keys.set(subscriber, key);
    const group = groups.get(key) ?? new Set();
    groups.set(key, group);
    group.add(subscriber);
  }

  function deliver(events: readonly StoredEvent[]): void {
    const last = events.at(-1)!.seq;
    const distinct = coalesce(events);
    for (const group of groups.values()) {
      const [anyone] = group;
      const visible = distinct.filter((event) => sees(anyone!.visibility, event));
      if (visible.length === 0) continue;
      const frame = changeFrame(visible.map(onWire), last);
      for (const subscriber of group) subscriber.write(frame, last);
    }
    seq = last;
    delivered = Date.now();
  }

  async function tick(): Promise<void> {
    await dispatcher.move();
    for (;;) {
      const events = await readEvents(pool, seq, BATCH);
      if (events.length > 0) deliver(events);
      if (events.length < BATCH) return;
    }
  }

  async function run(): Promise<void> {
    let pruned = Date.now();
    while (!stopping.signal.aborted) {
      try {
        await tick();
        if (Date.now() - pruned > PRUNE_MS) {
          pruned = Date.now();
          await dispatcher.prune();
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'event stream');
        await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      await pause();
    }
  }

  async function pause(): Promise<void> {
    await sleep(keys.size > 0 ? TICK_MS : IDLE_TICK_MS, undefined, { signal: wakeUp.signal }).catch(
      () => undefined,
    );
    if (wakeUp.signal.aborted && !stopping.signal.aborted) wakeUp = new AbortController();
  }

  /** Ends the pause, unless the last delivery was a moment ago: then the next tick is early enough. */
  function wake(): void {
    if (Date.now() - delivered >= TICK_MS) wakeUp.abort();
  }

  return {
    get seq() {
      return seq;
    },
    get size() {
      return keys.size;
    },
    add(subscriber) {
      join(subscriber);
      wake();
    },
    regroup(subscriber) {
      if (keys.get(subscriber) === subscriber.visibility.key) return;
      leave(subscriber);
      join(subscriber);
    },
    remove: leave,
    async start() {
      seq = (await eventRange(pool)).last;
      undoListen = listen(pool, 'paydesk_event', wake, log);
      running = run();
    },
    async stop() {
      stopping.abort();
      wakeUp.abort();
      await running;
      await undoListen?.();
      await dispatcher.release().catch(() => undefined);
    },
  };
}
