/** Browser storage under the product's prefix. A full or forbidden store never breaks a screen. */

const PREFIX = 'paydesk:';

function area(kind: 'local' | 'session'): Storage | undefined {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

function read<T>(kind: 'local' | 'session', key: string, parse: (raw: unknown) => T): T {
  try {
    const text = area(kind)?.getItem(PREFIX + key);
    return parse(text === null || text === undefined ? undefined : JSON.parse(text));
  } catch {
    return parse(undefined);
  }
}

function write(kind: 'local' | 'session', key: string, value: unknown): void {
  try {
    if (value === undefined) area(kind)?.removeItem(PREFIX + key);
    else area(kind)?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Quota or a privacy mode: the value lives for this page only.
  }
}

export const storage = Object.freeze({
  /** `parse` gets `undefined` when nothing readable is stored, and always returns a valid value. */
  get: <T>(key: string, parse: (raw: unknown) => T): T => read('local', key, parse),
  set: (key: string, value: unknown): void => write('local', key, value),
  remove: (key: string): void => write('local', key, undefined),
  session: Object.freeze({
    get: <T>(key: string, parse: (raw: unknown) => T): T => read('session', key, parse),
    set: (key: string, value: unknown): void => write('session', key, value),
    remove: (key: string): void => write('session', key, undefined),
  }),
});
