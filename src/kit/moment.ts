import { queryClient } from './data/query.ts';
import { serverNow } from './data/token.ts';

/** The moment that figures on screen are of: what is asked within a second of each other is read of one state. */

const MOMENT_MS = 1_000;
let began = -Infinity;

/** Figures that are asked for at least as often as this one are read with it. */
const readWith = (key: string, everyMs: number): Promise<void> =>
  queryClient.refetchQueries(
    {
      queryKey: ['live', key],
      type: 'active',
      predicate: ({ meta }) => Number(meta?.everyMs ?? Infinity) <= everyMs,
    },
    { cancelRefetch: false },
  );

/** The moment of a question; where it is a new one, the other figures on screen are asked for again. */
export function momentOf(key: string, everyMs: number): number {
  const now = serverNow();
  if (Math.abs(now - began) > MOMENT_MS) {
    began = now;
    // Not within the question itself: the cache is about to note that it was asked.
    queueMicrotask(() => void readWith(key, everyMs));
  }
  return Math.floor(began / MOMENT_MS);
}
