import { getDefaultStore } from 'jotai';
import { storage } from './storage.ts';
import { unfinishedAtom } from './unfinished.ts';

/**
 * What people typed into forms and sheets and did not send. It outlives Esc, a lock, a reload and a session that expired,
 * in its own browser tab; signing out removes it. Secrets and codes are left out by whoever puts a draft here.
 */

/** Typed values by field; plain JSON. */
export type Draft = Readonly<Record<string, unknown>>;

const KEY = 'drafts';
const MOST = 20;
/** Characters of JSON; a longer draft stays in memory alone, since a tab's storage is small. */
const LONGEST = 50_000;

const isRecord = (raw: unknown): raw is Draft =>
  raw !== null && typeof raw === 'object' && !Array.isArray(raw);

const read = (raw: unknown): [string, Draft][] =>
  isRecord(raw) ? Object.entries(raw).filter((entry): entry is [string, Draft] => isRecord(entry[1])) : [];

let kept: Map<string, Draft> | undefined;
const all = (): Map<string, Draft> => (kept ??= new Map(storage.session.get(KEY, read)));

const isStored = (draft: Draft): boolean => JSON.stringify(draft).length <= LONGEST;

/** A closed tab takes its drafts along: asked about while something with a draft is still open. */
const leaving = (event: BeforeUnloadEvent): void => {
  if (getDefaultStore().get(unfinishedAtom).size > 0) event.preventDefault();
};

function save(): void {
  const stored = [...all()].filter(([, draft]) => isStored(draft));
  storage.session.set(KEY, stored.length > 0 ? Object.fromEntries(stored) : undefined);
  if (all().size > 0) window.addEventListener('beforeunload', leaving);
  else window.removeEventListener('beforeunload', leaving);
}

/** Keys begin with the person's id and a slash. */
export const drafts = Object.freeze({
  get: (key: string): Draft | undefined => all().get(key),
  /** Without a draft it is forgotten. The oldest of more than 20 goes. */
  put(key: string, draft: Draft | undefined): void {
    all().delete(key);
    if (draft) all().set(key, draft);
    const [oldest] = all().keys();
    if (all().size > MOST && oldest !== undefined) all().delete(oldest);
    save();
  },
  /** Somebody else's are removed when another person signs in. */
  keepOf(person: string): void {
    for (const key of all().keys()) if (!key.startsWith(`${person}/`)) all().delete(key);
    save();
  },
  /** The person signed out. */
  clear(): void {
    all().clear();
    save();
  },
  /** The session is over and the page goes: what is stored comes back after the sign-in, so nothing is asked. */
  release: (): void => window.removeEventListener('beforeunload', leaving),
});
