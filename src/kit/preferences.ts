import { atom, getDefaultStore } from 'jotai';
import type { Size } from './ui/tokens.ts';
import { DEFAULT_PRIMARY } from './ui/tokens.ts';
import { modernZone } from './ui/zones.ts';
import { storage } from './storage.ts';

/** What a person may set about the look; the defaults are the specification's. */
export interface Preferences {
  theme: 'dark' | 'light' | 'system';
  primary: string;
  size: Size;
  /** IANA zone of every time on screen. */
  timeZone: string;
  menuWidth: number;
  logoHeight: number;
  menuHeight: number;
  tagsStyle: 'one' | 'two' | 'three' | 'four' | 'five';
  animation: 'fadeLeft' | 'fadeRight' | 'fade' | 'none';
  watermark: boolean;
  /** Empty: the text the server gave for this person. */
  watermarkText: string;
  lockScreen: boolean;
  lockSeconds: number;
  ripple: boolean;
  /** Where a link to a view opens that a tab shows already. */
  links: 'sameTab' | 'newTab';
  /** New rows come into a list by themselves while nothing in it is chosen. */
  follow: boolean;
}

const zoneOfBrowser = (): string => modernZone(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

export const DEFAULT_PREFERENCES: Readonly<Preferences> = Object.freeze({
  theme: 'system',
  primary: DEFAULT_PRIMARY,
  size: 'small',
  timeZone: zoneOfBrowser(),
  menuWidth: 70,
  logoHeight: 50,
  menuHeight: 50,
  tagsStyle: 'five',
  animation: 'fadeLeft',
  watermark: true,
  watermarkText: '',
  lockScreen: true,
  lockSeconds: 300,
  ripple: true,
  links: 'sameTab',
  follow: true,
});

const oneOf =
  <T extends string>(...allowed: readonly T[]) =>
  (value: unknown): value is T =>
    allowed.includes(value as T);
const between = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;

function isZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

const VALID: { [K in keyof Preferences]: (value: unknown) => boolean } = {
  theme: oneOf('dark', 'light', 'system'),
  primary: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  size: oneOf('small', 'default', 'large'),
  timeZone: isZone,
  menuWidth: between(56, 120),
  logoHeight: between(36, 72),
  menuHeight: between(36, 72),
  tagsStyle: oneOf('one', 'two', 'three', 'four', 'five'),
  animation: oneOf('fadeLeft', 'fadeRight', 'fade', 'none'),
  watermark: (value) => typeof value === 'boolean',
  watermarkText: (value) => typeof value === 'string' && value.length <= 60,
  lockScreen: (value) => typeof value === 'boolean',
  lockSeconds: between(0, 86_400),
  ripple: (value) => typeof value === 'boolean',
  links: oneOf('sameTab', 'newTab'),
  follow: (value) => typeof value === 'boolean',
};

/** Stored or received preferences: what is valid is kept, the rest falls back to the default. */
export function parsePreferences(raw: unknown): Preferences {
  const given = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : {};
  const kept = Object.entries(VALID).filter(([key, valid]) => key in given && valid(given[key]));
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(kept.map(([key]) => [key, given[key]])) };
}

const KEY = 'preferences';
const base = atom<Preferences>(storage.get(KEY, parsePreferences));

export const preferencesAtom = atom(
  (get) => get(base),
  (get, set, change: Partial<Preferences>) => {
    const next = parsePreferences({ ...get(base), ...change });
    set(base, next);
    storage.set(KEY, next);
  },
);

export const preferences = (): Preferences => getDefaultStore().get(preferencesAtom);

/** The zone alone: whoever follows it hears of nothing else. */
export const zoneAtom = atom((get) => get(base).timeZone);

export function setPreferences(change: Partial<Preferences>): void {
  getDefaultStore().set(preferencesAtom, change);
}
