import { caller } from '../../kit/data/session.ts';
import { storage } from '../../kit/storage.ts';
import { isObject } from '../../workspace/envelope/plain.ts';

/** How often a person opened each view in this browser, so that what is meant most comes first. */

type Counts = Readonly<Record<string, number>>;

/** Beyond it all are halved: what was opened often a year ago gives way. */
const MOST = 64;

function parseCounts(raw: unknown): Counts {
  if (!isObject(raw)) return {};
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  );
}

const keyOf = (): string => `opened:${caller().profile?.id ?? ''}`;
const counts = (): Counts => storage.get(keyOf(), parseCounts);

export function noteOpened(view: string): void {
  const known = counts();
  const next = { ...known, [view]: (known[view] ?? 0) + 1 };
  const halved = Object.entries(next).flatMap(([name, count]) =>
    count > 1 ? [[name, Math.floor(count / 2)] as const] : [],
  );
  storage.set(keyOf(), next[view]! > MOST ? Object.fromEntries(halved) : next);
}

/** Views, what was opened most first, and among equals as they were. */
export function mostOpened<T extends { name: string }>(views: readonly T[]): T[] {
  const known = counts();
  return views.toSorted((a, b) => (known[b.name] ?? 0) - (known[a.name] ?? 0));
}
