import { getDefaultStore } from 'jotai';
import type { ChangeEvent } from '../../../contract/calls.ts';
import { localeAtom } from '../i18n/locale.ts';
import { call } from './call.ts';
import {
  type Connection,
  type LineFault,
  askLine,
  connectionAtom,
  cutLine,
  lineFaultAtom,
  onCut,
  onHeard,
  staggered,
} from './line.ts';
import { type Frame, StreamRefused, readStream } from './stream.ts';
import { hasToken } from './token.ts';

type Listener = (events: readonly ChangeEvent[]) => void;

/** At most ten deliveries a second, whatever arrives. */
const FLUSH_MS = 100;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
const PATIENT_TRIES = 2;
const PING_MS = 20_000;
/** The server gives a sign of life every 15 s. */
const ALIVE_MS = 20_000;
/** By then a window that comes back has read what its stream still held for it. */
const WOKEN_MS = 1_000;

const listeners = new Map<string, Set<Listener>>();
const resyncListeners = new Set<() => void>();
/** By resource, then by row. */
const waiting = new Map<string, Map<string, ChangeEvent>>();
const store = getDefaultStore();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastSeq = '';
/** Another tab has been heard; a message that nobody hears is copied for nothing. */
let company = false;
/** This tab keeps the stream; the others hear of it. */
let leads = false;
/** How many batches of a resource have been heard, and how often something may have been missed of all of them. */
const batches = new Map<string, number>();
let gaps = 0;
/** When the stream last gave a sign of life, and how to let go of one that gives none. */
let aliveAt = 0;
let reopen: () => void = () => undefined;

function flush(): void {
  timer = undefined;
  const due = [...waiting];
  waiting.clear();
  for (const [resource, rows] of due) {
    const events = [...rows.values()];
    batches.set(resource, (batches.get(resource) ?? 0) + 1);
    for (const listener of [...(listeners.get(resource) ?? []), ...(listeners.get('*') ?? [])])
      listener(events);
  }
}

/** Queues events; of one row only the last counts, but an addition stays one. */
export function deliver(events: readonly ChangeEvent[]): void {
  for (const event of events) {
    const rows = waiting.get(event.resource) ?? new Map<string, ChangeEvent>();
    waiting.set(event.resource, rows);
    const added = event.change === 'update' && rows.get(event.id)?.change === 'add';
    rows.set(event.id, added ? { ...event, change: 'add' } : event);
  }
  if (waiting.size > 0) timer ??= setTimeout(flush, FLUSH_MS);
}

let stopResync: (() => void) | undefined;

function resync(): void {
  gaps += 1;
  waiting.clear();
  stopResync?.();
  stopResync = staggered(
    [...resyncListeners].map((listener) => () => resyncListeners.has(listener) && listener()),
  );
}

function take(frame: Frame): void {
  const wasCut = store.get(connectionAtom) === 'offline';
  if (frame.seq) lastSeq = frame.seq;
  if (frame.kind === 'change') deliver(frame.events);
  // The stream brings the events that were missed, but not the answers that never came.
  if (frame.kind === 'resync' || wasCut) resync();
  store.set(connectionAtom, 'live');
}

/** Full jitter: a thousand browsers do not come back in the same second. */
export const backoff = (attempt: number, random = Math.random()): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10)) * (0.5 + random / 2);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = setTimeout(() => now(), ms);
    const stopHearing = onHeard(() => now());
    const now = () => {
      clearTimeout(stop);
      stopHearing();
      resolve();
    };
    signal.addEventListener('abort', now, { once: true });
    globalThis.addEventListener('online', now, { once: true });
  });

/** Keeps one stream open for the whole browser; the other tabs hear it through `channel`. */
async function lead(channel: BroadcastChannel | undefined, signal: AbortSignal): Promise<void> {
  leads = true;
  let attempt = 0;
  while (!signal.aborted && hasToken()) {
    const attemptEnds = new AbortController();
    reopen = () => attemptEnds.abort();
    const stopListening = onCut(reopen);
    try {
      await readStream(
        lastSeq,
        (frame) => {
          attempt = 0;
          take(frame);
          if (company) channel?.postMessage({ frame });
        },
        AbortSignal.any([signal, attemptEnds.signal]),
        () => (aliveAt = Date.now()),
      );
    } catch (error) {
      if (signal.aborted) return;
      // A call renews the token where it can, and ends the session where it cannot.
      if (error instanceof StreamRefused && error.status === 503) cutLine('database');
      else if (error instanceof StreamRefused && error.status === 401)
        await call('sysAuth/userInfo', undefined, { customCatch: true }).catch(() => undefined);
    } finally {
      stopListening();
    }
    // One failed try is a blip; after that it is an outage and says so until the line is back.
    const cut = store.get(connectionAtom) === 'offline' || attempt >= PATIENT_TRIES || !navigator.onLine;
    if (cut) cutLine();
    else store.set(connectionAtom, 'connecting');
    channel?.postMessage({
      connection: cut ? 'offline' : 'connecting',
      fault: store.get(lineFaultAtom),
    });
    await pause(backoff(attempt), signal);
    attempt += 1;
  }
}

/** Asked while somebody looks; whoever keeps the stream asks a cut line by the stream alone. */
function ping(): void {
  const waits = leads && store.get(connectionAtom) === 'offline';
  if (document.visibilityState !== 'hidden' && !waits) void askLine();
}

type Relay = { frame?: Frame; connection?: Connection; fault?: LineFault; asks?: true };

function follow(channel: BroadcastChannel): void {
  channel.onmessage = ({ data }: MessageEvent<Relay>) => {
    company = true;
    if (data.frame) take(data.frame);
    else if (data.connection) relayed(data.connection, data.fault);
    else if (data.asks)
      channel.postMessage({ connection: store.get(connectionAtom), fault: store.get(lineFaultAtom) });
  };
  channel.postMessage({ asks: true });
}

/** What another tab says of the line. Only this one's may have been cut, and then it has missed answers. */
function relayed(connection: Connection, fault?: LineFault): void {
  if (connection === 'offline') return cutLine(fault);
  if (store.get(connectionAtom) === 'offline') resync();
  store.set(connectionAtom, connection);
}

/** A line that does not hold may lose what nobody can replay. */
let held = false;
store.sub(connectionAtom, () => {
  const holds = store.get(connectionAtom) === 'live';
  if (held && !holds) gaps += 1;
  held = holds;
});

/** A stream that died while the machine slept or the window was frozen is opened again at once, not when it is missed. */
function wake(): void {
  if (leads && store.get(connectionAtom) === 'live' && Date.now() - aliveAt > ALIVE_MS) reopen();
}

const asks = () => void askLine();
const cutNetwork = () => cutLine('network');

/** Opens the line; called once after sign-in. Returns its undo. */
function start(): () => void {
  const stop = new AbortController();
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('paydesk:events');
  if (channel) follow(channel);
  const run = () => lead(channel, stop.signal);
  // One browser, one stream: six tabs would use up every connection that HTTP/1.1 allows to one host.
  const leading = navigator.locks
    ? navigator.locks.request('paydesk:events', { signal: stop.signal }, run)
    : run();
  leading.catch(() => undefined);
  ping();
  const pinging = setInterval(ping, PING_MS);
  // The stream is another tab's, which may never have been cut: it says how the line is.
  const stopHearing = onHeard(() => leads || channel?.postMessage({ asks: true }));
  // Names that the server gives in the language of the one who asks.
  const stopLocale = store.sub(localeAtom, resync);
  globalThis.addEventListener('offline', cutNetwork);
  globalThis.addEventListener('online', asks);
  return () => {
    stopLocale();
    stop.abort();
    leads = false;
    stopHearing();
    globalThis.removeEventListener('online', asks);
    stopResync?.();
    clearInterval(pinging);
    globalThis.removeEventListener('offline', cutNetwork);
    channel?.close();
  };
}

export const events = Object.freeze({
  start,
  /** Changes of a resource (`*` for all) within the caller's scope, in batches. Refetch what is on screen. */
  subscribe(resource: string, listener: Listener): () => void {
    const known = listeners.get(resource) ?? new Set<Listener>();
    listeners.set(resource, known);
    known.add(listener);
    return () => void known.delete(listener);
  },
  /**
   * What has been heard of a resource so far. The same answer later means that nothing of it changed in between;
   * another one, that something may have.
   */
  revision: (resource: string): string => `${gaps} ${batches.get(resource) ?? 0}`,
  /** How often something may have been missed of everything. */
  gapCount: (): number => gaps,
  /** A window that was hidden is seen again: its timers and its stream may have been suspended. */
  onWindowShown(): void {
    gaps += 1;
    setTimeout(wake, WOKEN_MS);
  },
  /** The gap was too long to replay: everything on screen must be read again. */
  onResync(listener: () => void): () => void {
    resyncListeners.add(listener);
    return () => void resyncListeners.delete(listener);
  },
});
