import { createListeners } from './listeners.ts';

/** Rows that the last command refused, with the reason, until that is forgotten. */
export interface Refusals {
  of(id: string): string | undefined;
  set(refused: readonly { id: string; message: string }[]): void;
  subscribe(listener: () => void): () => void;
}

export function createRefusals(): Refusals {
  let reasons: ReadonlyMap<string, string> = new Map();
  const listeners = createListeners();
  return {
    of: (id) => reasons.get(id),
    set(refused) {
      if (refused.length === 0 && reasons.size === 0) return;
      reasons = new Map(refused.map(({ id, message }) => [id, message]));
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}
