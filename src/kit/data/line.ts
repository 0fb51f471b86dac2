import { atom, getDefaultStore } from 'jotai';

/** The line to the server: whether it holds, and what a small question costs. */

export type Connection = 'connecting' | 'live' | 'offline';

/** State of the line, and the time a small question takes to be answered, in ms. */
export const connectionAtom = atom<Connection>('connecting');
export const delayAtom = atom<number | null>(null);

const ANSWER_WITHIN_MS = 4_000;
/** Between two panels that are read again after an outage; everything at once would be a second outage. */
const STAGGER_MS = 120;

const store = getDefaultStore();
const heardListeners = new Set<() => void>();
let asking: Promise<boolean> | undefined;

/** The line is down: shown at once, and whatever still hangs on it lets go. */
export function cutLine(): void {
  store.set(delayAtom, null);
  store.set(connectionAtom, 'offline');
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

async function ask(): Promise<boolean> {
  const began = performance.now();
  try {
    await fetch(`${import.meta.env.VITE_API_URL ?? ''}/health`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    store.set(delayAtom, Math.round(performance.now() - began));
    heardLine();
    return true;
  } catch {
    cutLine();
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
