/** A cache of at most a few seconds; concurrent askers of one key share one load. */
export class Brief<T> {
  readonly #entries = new Map<string, { until: number; value: Promise<T> }>();
  readonly #lifeMs: number;
  readonly #most: number;

  constructor(lifeMs: number, most = 20_000) {
    this.#lifeMs = lifeMs;
    this.#most = most;
  }

  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.until > performance.now()) return known.value;
    if (this.#entries.size >= this.#most) this.#entries.clear();
    const value = load();
    const entry = { until: performance.now() + this.#lifeMs, value };
    this.#entries.set(key, entry);
    // A failed load is not remembered.
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return value;
  }

  drop(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
