import { listCache, type ListedCache, type ListedEntry } from './cacheList.ts';

interface Entry<T> {
  /** By the monotonic clock, in ms. */
  until: number;
  answer: Promise<T>;
  /** The answer, once it is there. */
  made?: { answer: T };
}

interface Options<T> {
  /** Default time to live in ms. */
  ttlMs?: number;
  /** Entries kept at most; beyond them the oldest go first. */
  most?: number;
  /**
   * When the time to live starts: with the load, so that an answer is never older; or with the answer, so that a load that
   * takes longer than its time to live is still shared by those who ask meanwhile.
   */
  from?: 'load' | 'answer';
  /** Administrators see its keys under this name, and may have them forgotten. */
  name?: string;
  /** What of an answer they see; without it none of it. */
  show?: (answer: T) => unknown;
}

/** Keeps answers for seconds; concurrent callers of one key share one load, and a failed load is not kept. */
export class TtlCache<T> implements ListedCache {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #ttlMs: number;
  readonly #most: number;
  readonly #fromLoad: boolean;
  readonly #show: ((answer: T) => unknown) | undefined;

  constructor({ ttlMs = 0, most = 20_000, from = 'load', name, show }: Options<T>) {
    this.#ttlMs = ttlMs;
    this.#most = most;
    this.#fromLoad = from === 'load';
    this.#show = show;
    if (name !== undefined) listCache(name, this);
  }

  /** The kept answer while it is fresh, else a new one; the time to live may depend on the answer. */
  get(
    key: string,
    load: () => Promise<T>,
    ttlMs: number | ((answer: T) => number) = this.#ttlMs,
  ): Promise<T> {
    const now = performance.now();
    const known = this.#entries.get(key);
    if (known && known.until > now) return known.answer;
    if (this.#entries.size >= this.#most) this.#evict(now);
    const entry: Entry<T> = { until: Number.POSITIVE_INFINITY, answer: load() };
    if (this.#fromLoad && typeof ttlMs === 'number') entry.until = now + ttlMs;
    this.#entries.set(key, entry);
    void this.#age(key, entry, ttlMs);
    return entry.answer;
  }

  async #age(key: string, entry: Entry<T>, ttlMs: number | ((answer: T) => number)): Promise<void> {
    try {
      const answer = await entry.answer;
      entry.made = { answer };
      if (entry.until !== Number.POSITIVE_INFINITY) return;
      entry.until = performance.now() + (typeof ttlMs === 'number' ? ttlMs : ttlMs(answer));
    } catch {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  set(key: string, answer: T, ttlMs: number): void {
    const until = performance.now() + ttlMs;
    this.#entries.set(key, { until, answer: Promise.resolve(answer), made: { answer } });
  }

  /** The answer that is there and fresh. */
  peek(key: string): T | undefined {
    const known = this.#entries.get(key);
    return known && known.until > performance.now() ? known.made?.answer : undefined;
  }

  /** Forgets what is kept, a load on its way included. */
  drop(key: string): void {
    this.#entries.delete(key);
  }

  /** Forgets this answer, unless another one has come since. */
  dropAnswer(key: string, answer: T): void {
    if (this.#entries.get(key)?.made?.answer === answer) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  *entries(): Generator<ListedEntry> {
    const now = performance.now();
    for (const [key, { until }] of this.#entries)
      if (until > now) yield { key, leftMs: Number.isFinite(until) ? Math.round(until - now) : 0 };
  }

  shown(key: string): unknown {
    const answer = this.peek(key);
    return answer === undefined ? undefined : this.#show?.(answer);
  }

  #evict(now: number): void {
    for (const [key, entry] of this.#entries) if (entry.until <= now) this.#entries.delete(key);
    for (const key of this.#entries.keys()) {
      if (this.#entries.size < this.#most) break;
      this.#entries.delete(key);
    }
  }
}
