import { storage } from './storage.ts';

/**
 * One tab of a browser between a sign-in and its end, over reloads. What is chosen to be worked on is of it: another
 * desk, or the next morning, starts with nothing chosen.
 */
const KEY = 'sitting';

/** Its name, the same until it ends. */
export function sitting(): string {
  const known = storage.session.get(KEY, (raw) => (typeof raw === 'string' ? raw : undefined));
  if (known !== undefined) return known;
  const made = Math.random().toString(36).slice(2);
  storage.session.set(KEY, made);
  return made;
}

export const endSitting = (): void => storage.session.remove(KEY);
