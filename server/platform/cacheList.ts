/** What this process keeps for a moment, by name, so that an administrator can see and drop it. */

export interface ListedEntry {
  key: string;
  /** Ms that it is still kept; 0 while it is loaded. */
  leftMs: number;
}

/** What the list asks of a cache. */
export interface ListedCache {
  entries(): Iterable<ListedEntry>;
  /** What of the answer may be seen; undefined where it stays hidden, or is gone. */
  shown(key: string): unknown;
  drop(key: string): void;
}

/** A cache goes with its owner; several of a name are those of several databases or views. */
const listed = new Map<string, Set<WeakRef<ListedCache>>>();

/** @param name small letters, as keys begin: `name:key` */
export function listCache(name: string, cache: ListedCache): void {
  const known = listed.get(name) ?? new Set();
  listed.set(name, known.add(new WeakRef(cache)));
}

function* cachesOf(name: string): Generator<ListedCache> {
  const known = listed.get(name) ?? new Set();
  for (const each of known) {
    const cache = each.deref();
    if (cache) yield cache;
    else known.delete(each);
  }
}

const split = (key: string): [name: string, rest: string] => {
  const at = key.indexOf(':');
  return at < 0 ? [key, ''] : [key.slice(0, at), key.slice(at + 1)];
};

/** Every fresh entry, its key with the name of the cache before it, in order. */
export function cachedEntries(): ListedEntry[] {
  const found: ListedEntry[] = [];
  for (const name of listed.keys())
    for (const cache of cachesOf(name))
      for (const { key, leftMs } of cache.entries()) found.push({ key: `${name}:${key}`, leftMs });
  return found.toSorted((a, b) => a.key.localeCompare(b.key));
}

/** The entry of a key; `value` is undefined where it stays hidden. */
export function cachedValue(key: string): (ListedEntry & { value: unknown }) | undefined {
  const [name, rest] = split(key);
  for (const cache of cachesOf(name))
    for (const entry of cache.entries())
      if (entry.key === rest) return { ...entry, key, value: cache.shown(rest) };
  return undefined;
}

/** Forgets every entry whose key the test accepts. @returns how many */
export function dropCached(accepts: (key: string) => boolean): number {
  let dropped = 0;
  for (const name of listed.keys())
    for (const cache of cachesOf(name))
      for (const { key } of cache.entries()) {
        if (!accepts(`${name}:${key}`)) continue;
        cache.drop(key);
        dropped += 1;
      }
  return dropped;
}

/** What a change is of that makes every server forget all that is listed: which keys one dropped the others do not hear. */
export const CACHES = 'sysCache';
