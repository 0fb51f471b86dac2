import { storage } from '../storage.ts';
import { isCallError } from './CallError.ts';
import { caller } from './session.ts';

/** A command that was sent. Nothing of what was typed is kept: neither a code nor any other input. */
export interface Sent {
  /** Its idempotency key, by which the server knows what became of it. */
  key: string;
  resource: string;
  action: string;
  /** How many rows it named, where it did; of one, which. */
  rows?: number;
  id?: string;
}

interface Kept extends Sent {
  /** Whose command it was: the next person in this tab is not notified. */
  by: string;
}

const KEY = 'unanswered';
const MOST = 20;
/** Sent by this very page, which hears the answers itself. */
const own = new Set<string>();

const isKept = (value: unknown): value is Kept => {
  const kept = (value ?? {}) as Partial<Kept>;
  const texts = [kept.key, kept.resource, kept.action, kept.by, kept.id ?? ''];
  return texts.every((each) => typeof each === 'string') && typeof (kept.rows ?? 0) === 'number';
};
const read = (): Kept[] =>
  storage.session.get(KEY, (raw) => (Array.isArray(raw) ? raw.filter(isKept).slice(-MOST) : []));

const listeners = new Set<(sent: Sent) => void>();

/** Announces commands of this page whose answers are lost while it stays, until undone. */
export function onLost(listener: (sent: Sent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Its outcome has been shown. */
export function forgetSent(key: string): void {
  const left = read().filter((each) => each.key !== key);
  storage.session.set(KEY, left.length > 0 ? left : undefined);
}

function keepSent(sent: Sent): void {
  own.add(sent.key);
  const by = caller().profile.id;
  const others = read().filter((each) => each.key !== sent.key);
  storage.session.set(KEY, [...others, { ...sent, by }].slice(-MOST));
}

/** Commands of this person of whose answers nothing will be heard any more: an earlier page sent them, or they are lost. */
export function unanswered(): Sent[] {
  const me = caller().profile.id;
  return read()
    .filter(({ key, by }) => by === me && !own.has(key))
    .map(({ by: _by, ...sent }) => sent);
}

/** Only the server's own answer says that it was refused, and not where an earlier attempt is still in hand. */
const isRefusal = (error: unknown): boolean =>
  isCallError(error) && error.code !== 0 && error.code < 500 && error.errorCode !== 'idempotencyBusy';

/** Sends a command; where its answer is lost it is asked what became of it, by the next page if this one has gone. */
export async function untilAnswered<T>(sent: Sent, send: () => Promise<T>): Promise<T> {
  keepSent(sent);
  try {
    const answer = await send();
    forgetSent(sent.key);
    return answer;
  } catch (error) {
    if (isRefusal(error)) forgetSent(sent.key);
    else if (own.delete(sent.key)) for (const listener of listeners) listener(sent);
    throw error;
  }
}
