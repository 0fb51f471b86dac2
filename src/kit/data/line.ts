import { atom, getDefaultStore } from 'jotai';

/** The line to the server: whether it holds, and what a small question costs. */

export type Connection = 'connecting' | 'live' | 'offline';
/** What a line that is cut lacks: the server, or behind it the database. */
export type LineFault = 'network' | 'database';

/** State of the line, and the time a small question takes to be answered, in ms. */
export const connectionAtom = atom<Connection>('connecting');
export const delayAtom = atom<number | null>(null);
export const lineFaultAtom = atom<LineFault>('network');

const ANSWER_WITHIN_MS = 4_000;
/** Between two questions whether the database is back, give or take a quarter: a thousand browsers ask. */
const DATABASE_MS = 2_000;
/** Between two panels that are read again after an outage; everything at once would be a second outage. */
const STAGGER_MS = 120;

const store = getDefaultStore();
const heardListeners = new Set<() => void>();
let asking: Promise<boolean> | undefined;
let databaseTimer: ReturnType<typeof setTimeout> | undefined;

/** The line is down: shown at once, and whatever still hangs on it lets go. */
export function cutLine(fault: LineFault = store.get(lineFaultAtom)): void {
  store.set(delayAtom, null);
  store.set(lineFaultAtom, fault);
  store.set(connectionAtom, 'offline');
  if (fault === 'database')
    databaseTimer ??= setTimeout(askDatabase, DATABASE_MS * (0.75 + Math.random() / 2));
}

/** A line that holds again is cut for a reason of its own the next time. */
store.sub(connectionAtom, () => {
  if (store.get(connectionAtom) !== 'offline') store.set(lineFaultAtom, 'network');
});

/** A call was refused because the server cannot reach its database: all others would be. */
export function missDatabase(): void {
  // Before a stream has been open there is none that could say that the line is back.
  if (store.get(connectionAtom) !== 'connecting') cutLine('database');
}

function askDatabase(): void {
  databaseTimer = undefined;
  if (store.get(connectionAtom) === 'offline') void askLine();
}

export const onCut = (listener: () => void): (() => void) =>
  store.sub(connectionAtom, () => store.get(connectionAtom) === 'offline' && listener());

/** The server has answered something: whoever waits out a line that counts as cut may try it now. */
export function heardLine(): void {
  if (store.get(connectionAtom) !== 'offline') return;
  for (const listener of heardListeners) listener();
}

export function onHeard(listener: () => void): () => void {
  heardListeners.add(listener);
  return () => void heardListeners.delete(listener);
}

const probe = (path: string): Promise<Response> =>
  fetch(`${import.meta.env.VITE_API_URL ?? ''}${path}`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });

/** Whether the server reaches its database; it says so however unready it is otherwise. @throws SyntaxError of a proxy */
async function hasDatabase(): Promise<boolean> {
  const readiness = (await (await probe('/ready')).json()) as { checks?: { database?: unknown } };
  return readiness.checks?.database === true;
}

async function ask(): Promise<boolean> {
  const began = performance.now();
  const lacksDatabase = store.get(connectionAtom) === 'offline' && store.get(lineFaultAtom) === 'database';
  try {
    if (!lacksDatabase) await probe('/health');
    else if (!(await hasDatabase())) {
      cutLine('database');
      return false;
    }
    store.set(delayAtom, Math.round(performance.now() - began));
    heardLine();
    return true;
  } catch {
    cutLine('network');
    return false;
  }
}

/** A small question, one at a time: whether it was answered. A line that does not is cut. */
export function askLine(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined));
  return asking;
}

/** A call did not reach the server: an open stream proves nothing then, so the line is asked. */
export function doubtLine(): void {
  if (store.get(connectionAtom) === 'live') void askLine();
}

/** Runs the parts one after another with a little time between them. Returns its undo. */
export function staggered(parts: Iterable<() => void>): () => void {
  const timers = [...parts].map((part, index) => setTimeout(part, index * STAGGER_MS));
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
