import { caller, storage } from '../../kit/index.ts';

/** A copy of the layout in the browser, written at once: a crash or a dead line loses nothing. */

interface CrashCopy {
  user: string;
  layoutId: string;
  /** Version of the server's copy it was made from. */
  version: number;
  /** Fingerprint of what was on its way to the server meanwhile: the version that it makes is no younger. */
  sending?: string | undefined;
  envelope: string;
}

const KEY = 'workspace:copy';
const BROKEN = 'workspace:broken';
const BROKEN_KEPT = 3;

function parseCopy(raw: unknown): CrashCopy | undefined {
  const copy = raw as Partial<CrashCopy> | undefined;
  return copy && typeof copy.envelope === 'string' && typeof copy.layoutId === 'string'
    ? (copy as CrashCopy)
    : undefined;
}

export function keepCopy(layoutId: string, version: number, envelope: string, sending?: string): void {
  storage.set(KEY, { user: caller().profile.id, layoutId, version, sending, envelope } satisfies CrashCopy);
}

/**
 * The copy, if it is younger than what the server has: nobody saved since it was made, or what was on its way then has
 * arrived. `print` is the fingerprint of the server's.
 */
export function findCopy(layoutId: string, version: number, print: string): string | undefined {
  const copy = storage.get(KEY, parseCopy);
  if (!copy || copy.user !== caller().profile.id || copy.layoutId !== layoutId) return undefined;
  const arrived = copy.version + 1 === version && copy.sending === print;
  return copy.version === version || arrived ? copy.envelope : undefined;
}

export const dropCopy = (): void => storage.remove(KEY);

export interface BrokenLayout {
  at: string;
  name: string;
  text: string;
}

const parseBroken = (raw: unknown): BrokenLayout[] =>
  (Array.isArray(raw) ? raw : []).filter(
    (item): item is BrokenLayout => typeof (item as BrokenLayout)?.text === 'string',
  );

export const brokenLayouts = (): BrokenLayout[] => storage.get(BROKEN, parseBroken);

function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  try {
    return JSON.stringify(raw) ?? '';
  } catch {
    return String(raw);
  }
}

/** Keeps a layout that had to be repaired, as it was, for export. */
export function keepBroken(name: string, raw: unknown): void {
  const text = textOf(raw).slice(0, 300_000);
  const others = brokenLayouts().filter((broken) => broken.text !== text);
  storage.set(BROKEN, [{ at: new Date().toISOString(), name, text }, ...others].slice(0, BROKEN_KEPT));
}
