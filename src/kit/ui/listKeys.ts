/** Where a key leads from one place of a list to another, and undefined for a key that does not move in lists. */
export function stepTo(key: string, at: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: Math.min(at + page, last),
    PageUp: Math.max(at - page, 0),
    Home: 0,
    End: last,
  };
  return steps[key];
}

const FORGET_MS = 800;

/** Collects the letters that are typed quickly one after the other, as a native list does. @returns what to look for */
export function typeAheadOf(): (key: string, now?: number) => string | undefined {
  let typed = '';
  let last = 0;
  return (key, now = Date.now()) => {
    if (key.length !== 1 || (key === ' ' && (typed === '' || now - last > FORGET_MS))) return undefined;
    typed = now - last > FORGET_MS ? key : typed + key;
    last = now;
    return typed.toLowerCase();
  };
}

/**
 * The next entry whose text begins with what was typed, searched round the end: one letter goes on from the entry
 * behind the current one, more letters may mean the current one still. -1 where there is none.
 */
export function findTyped(texts: readonly string[], at: number, typed: string): number {
  // The same letter again and again walks through all that begin with it.
  const first = typed.charAt(0);
  const word = typed === first.repeat(typed.length) ? first : typed;
  const from = word.length === 1 ? at + 1 : Math.max(at, 0);
  for (let step = 0; step < texts.length; step += 1) {
    const index = (from + step) % texts.length;
    if (texts[index]!.toLowerCase().startsWith(word)) return index;
  }
  return -1;
}
