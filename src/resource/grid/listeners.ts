/** Who hears of a change. */
export interface Listeners {
  /** Returns how to end it. */
  subscribe: (listener: () => void) => () => void;
  notify: () => void;
}

export function createListeners(): Listeners {
  const all = new Set<() => void>();
  return {
    subscribe(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify() {
      for (const listener of all) listener();
    },
  };
}
