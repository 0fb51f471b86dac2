import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useCallback, useMemo } from 'react';
import { call } from './call.ts';
import { isCallError } from './CallError.ts';
import { storage } from '../storage.ts';
import { profileAtom } from './session.ts';

/** What a person set on any device, kept on the server: column states, saved choices, the look. */

interface Stored {
  value: unknown;
  version: number;
}

/** What the server has not confirmed; it outlives a page that goes away first, and is nobody else's. */
interface Unsent {
  user: string;
  values: Readonly<Record<string, unknown>>;
}

const SAVE_AFTER_MS = 600;
const UNSENT = 'unsentSettings';
const settingsAtom = atom<Readonly<Record<string, Stored>>>({});
const pending = new Map<string, ReturnType<typeof setTimeout>>();
const saving = new Map<string, Promise<void>>();
const store = getDefaultStore();

const put = (key: string, stored: Stored): void =>
  store.set(settingsAtom, { ...store.get(settingsAtom), [key]: stored });

function parseUnsent(raw: unknown): Unsent {
  const { user, values } = (raw ?? {}) as Partial<Unsent>;
  return typeof user === 'string' && values !== null && typeof values === 'object'
    ? { user, values }
    : { user: '', values: {} };
}

function unsentOf(user: string): Unsent['values'] {
  const kept = storage.get(UNSENT, parseUnsent);
  return kept.user === user ? kept.values : {};
}

function keepUnsent(change: (values: Unsent['values']) => Unsent['values']): void {
  const user = store.get(profileAtom)?.id;
  if (user === undefined) return;
  const values = change(unsentOf(user));
  if (Object.keys(values).length > 0) storage.set(UNSENT, { user, values });
  else storage.remove(UNSENT);
}

/** The server has the value; a newer one is still on its way. */
function confirmed(key: string, value: unknown, version: number): void {
  const { value: now } = store.get(settingsAtom)[key] ?? {};
  put(key, { value: now, version });
  if (now === value) keepUnsent(({ [key]: _sent, ...rest }) => rest);
}

/** Read once at start-up; a failure leaves the defaults. */
export async function loadUserSettings(): Promise<void> {
  const all = await call<Record<string, Stored> | null>('userSetting/all', undefined, { customCatch: true });
  store.set(settingsAtom, all ?? {});
}

async function save(key: string, keepalive = false): Promise<void> {
  const { value, version } = store.get(settingsAtom)[key] ?? { value: null, version: 0 };
  const send = (from: number) =>
    call<{ version: number }>(
      'userSetting/save',
      { key, value, version: from },
      { customCatch: true, keepalive },
    );
  try {
    confirmed(key, value, (await send(version)).version);
  } catch (error) {
    if (!isCallError(error) || error.errorCode !== 'staleVersion') return;
    // Another device wrote meanwhile. For a preference the latest choice wins.
    const all = await call<Record<string, Stored>>('userSetting/all', undefined, { customCatch: true });
    confirmed(key, value, (await send(all[key]?.version ?? 0)).version);
  }
}

/** Saves of one key run one after the other, so that versions stay in step. */
function queue(key: string, keepalive = false): void {
  pending.delete(key);
  const next = (saving.get(key) ?? Promise.resolve()).then(() => save(key, keepalive)).catch(() => undefined);
  saving.set(key, next);
}

export function setUserSetting(key: string, value: unknown): void {
  put(key, { value, version: store.get(settingsAtom)[key]?.version ?? 0 });
  keepUnsent((values) => ({ ...values, [key]: value }));
  clearTimeout(pending.get(key));
  pending.set(key, setTimeout(queue, SAVE_AFTER_MS, key));
}

/** What this browser could not send to the server before, or not in time for what was just read, is sent now. */
export function resendUserSettings(): void {
  const user = store.get(profileAtom)?.id;
  if (user === undefined) return;
  for (const [key, value] of Object.entries(unsentOf(user))) setUserSetting(key, value);
}

/** What is stored under a key, as it changes. */
export const settingAtom = (key: string) => atom((get) => get(settingsAtom)[key]?.value);

export const getUserSetting = (key: string): unknown => store.get(settingsAtom)[key]?.value;

/** What still waits is sent before the page goes away. */
export function flushUserSettings(): void {
  for (const [key, timer] of pending) {
    clearTimeout(timer);
    queue(key, true);
  }
}

globalThis.addEventListener?.('pagehide', flushUserSettings);

/** `parse` gets what is stored (or undefined) and returns a valid value; give it a stable identity. */
export function useUserSetting<T>(key: string, parse: (raw: unknown) => T): [T, (value: T) => void] {
  const raw = useAtomValue(useMemo(() => settingAtom(key), [key]));
  const value = useMemo(() => parse(raw), [raw, parse]);
  const set = useCallback((next: T) => setUserSetting(key, next), [key]);
  return [value, set];
}
