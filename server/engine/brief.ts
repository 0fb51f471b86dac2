interface Entry<T> {
  until: number;
  answer: Promise<T>;
  /** The answer, once it is there. */
  made?: { answer: T };
}

/** Keeps answers for moments, so that twelve panels that ask the same at once cost one statement. */
export class Brief<T> {
  readonly #most: number;
  readonly #kept = new Map<string, Entry<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The kept answer while it is fresh, else a new one; a failed one is not kept. Who asks while an answer is made gets
   * that one, however short it is fresh.
   */
  get(key: string, freshMs: number | ((answer: T) => number), make: () => Promise<T>): Promise<T> {
    const now = Date.now();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.answer;
    if (this.#kept.size >= this.#most) this.#dropStale(now);
    const answer = make();
    const entry: Entry<T> = { until: Number.POSITIVE_INFINITY, answer };
    this.#kept.set(key, entry);
    void this.#age(key, entry, freshMs);
    return answer;
  }

  /** Its moments begin when the answer is there. */
  async #age(key: string, entry: Entry<T>, freshMs: number | ((answer: T) => number)): Promise<void> {
    try {
      const answer = await entry.answer;
      entry.made = { answer };
      entry.until = Date.now() + (typeof freshMs === 'number' ? freshMs : freshMs(answer));
    } catch {
      this.#kept.delete(key);
    }
  }

  set(key: string, freshMs: number, answer: T): void {
    this.#kept.set(key, {
      until: Date.now() + freshMs,
      answer: Promise.resolve(answer),
      made: { answer },
    });
  }

  /** The answer that is there and fresh. */
  peek(key: string): T | undefined {
    const kept = this.#kept.get(key);
    return kept && kept.until > Date.now() ? kept.made?.answer : undefined;
  }

  /** Forgets this answer, unless another one has come since. */
  drop(key: string, answer: T): void {
    if (this.#kept.get(key)?.made?.answer === answer) this.#kept.delete(key);
  }

  #dropStale(now: number): void {
    for (const [key, entry] of this.#kept) if (entry.until <= now) this.#kept.delete(key);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size < this.#most) break;
      this.#kept.delete(key);
    }
  }
}
