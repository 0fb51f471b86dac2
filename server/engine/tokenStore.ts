interface Kept<T> {
  what: T;
  bytes: number;
  touched: number;
}

/** What is kept under tokens, the least recently used dropped first, so that memory stays under its cap. */
export class TokenStore<T extends { token: string }> {
  readonly #most: number;
  readonly #idleMs: number;
  readonly #bytesOf: (what: T) => number;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  constructor(mostBytes: number, idleMs: number, bytesOf: (what: T) => number) {
    this.#most = mostBytes;
    this.#idleMs = idleMs;
    this.#bytesOf = bytesOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(token: string): T | undefined {
    const kept = this.#kept.get(token);
    if (!kept) return undefined;
    this.#kept.delete(token);
    kept.touched = Date.now();
    this.#kept.set(token, kept);
    return kept.what;
  }

  put(what: T): void {
    this.drop(what.token);
    // What is empty costs its bookkeeping too, or a million of them would be free.
    const bytes = this.#bytesOf(what) + 512;
    this.#kept.set(what.token, { what, bytes, touched: Date.now() });
    this.#bytes += bytes;
    const stale = Date.now() - this.#idleMs;
    for (const [token, kept] of this.#kept) {
      if (token === what.token || (this.#bytes <= this.#most && kept.touched > stale)) break;
      this.drop(token);
    }
  }

  drop(token: string): void {
    const kept = this.#kept.get(token);
    if (!kept) return;
    this.#kept.delete(token);
    this.#bytes -= kept.bytes;
  }
}
