import { atom, getDefaultStore } from 'jotai';
import { setUserSetting, settingAtom } from '../data/userSetting.ts';
import { parseKeys } from './chord.ts';

/** A person's own keys by command id, in place of those that ship; an empty list is a command without a key. */
export type Keymap = Readonly<Record<string, readonly string[]>>;

const KEY = 'keymap';
/** Commands that a keymap may name, and keys of each. */
const MOST = 400;
const KEYS_MOST = 4;
/** Chords in turn: more than two nobody remembers. */
export const STROKES_MOST = 2;

/** Normal form of keys; undefined for what no keyboard produces or nobody could press. */
export function readKeys(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '' || text.length > 60) return undefined;
  try {
    const keys = parseKeys(text);
    return keys.split(' ').length <= STROKES_MOST ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** What is a keymap in a stored setting or an imported file: lines that are none are left out. */
export function parseKeymap(raw: unknown): Keymap {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return {};
  const lines = Object.entries(raw as Record<string, unknown>).flatMap(([id, list]): [string, string[]][] => {
    if (!Array.isArray(list) || !/^[\w.-]{1,80}$/.test(id)) return [];
    const keys = list.slice(0, KEYS_MOST).map(readKeys);
    return keys.includes(undefined) ? [] : [[id, keys.filter((each) => each !== undefined)]];
  });
  return Object.fromEntries(lines.slice(0, MOST));
}

const rawAtom = settingAtom(KEY);
export const keymapAtom = atom((get) => parseKeymap(get(rawAtom)));

export const keymap = (): Keymap => getDefaultStore().get(keymapAtom);

/** The keys of a command: the person's own, else those that ship with it. */
export const keysOf = (id: string, shipped: readonly string[] | undefined): readonly string[] | undefined =>
  keymap()[id] ?? shipped;

/** Takes the whole of it, kept on the server for every device. */
export const setKeymap = (next: Keymap): void => setUserSetting(KEY, next);
