/** The ordered ids of one scroll: 8 bytes a row. */
export interface Snapshot {
  token: string;
  ids: BigInt64Array<ArrayBuffer>;
}

interface Kept extends Snapshot {
  touched: number;
}

/** Snapshots by token, the least recently used dropped first, so that memory stays under its cap. */
export class SnapshotStore {
  readonly #most: number;
  readonly #idleMs: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(mostBytes: number, idleMs: number) {
    this.#most = mostBytes;
    this.#idleMs = idleMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(token: string): Snapshot | undefined {
    const kept = this.#kept.get(token);
    if (!kept) return undefined;
    this.#kept.delete(token);
    kept.touched = Date.now();
    this.#kept.set(token, kept);
    return kept;
  }

  put(snapshot: Snapshot): void {
    this.drop(snapshot.token);
    this.#kept.set(snapshot.token, { ...snapshot, touched: Date.now() });
    this.#bytes += cost(snapshot);
    const stale = Date.now() - this.#idleMs;
    for (const [token, kept] of this.#kept) {
      if (token === snapshot.token || (this.#bytes <= this.#most && kept.touched > stale)) break;
      this.drop(token);
    }
  }

  drop(token: string): void {
    const kept = this.#kept.get(token);
    if (!kept) return;
    this.#kept.delete(token);
    this.#bytes -= cost(kept);
  }
}

// An empty snapshot costs its bookkeeping too, or a million of them would be free.
const cost = (snapshot: Snapshot): number => snapshot.ids.byteLength + 512;

/** Ids as the database sends them (big-endian, one after another) to ids as this machine reads them. */
export function idsFromBytes(bytes: Buffer): BigInt64Array<ArrayBuffer> {
  const own = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(own);
  own.swap64();
  return new BigInt64Array(own.buffer as ArrayBuffer, 0, bytes.length / 8);
}

/** As `idsFromBytes`, the other way. */
export function bytesFromIds(ids: readonly string[]): Buffer {
  return Buffer.from(BigInt64Array.from(ids, BigInt).buffer).swap64();
}
