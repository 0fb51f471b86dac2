import type { Pool } from 'pg';
import { type AnchorKey, type Laid, layAnchors } from './layAnchors.ts';
import type { EngineOptions } from './options.ts';

/** Memory of all sets together. */
const MOST_BYTES = 64 << 20;
const ANCHOR_BYTES = 200;
const MERCHANT_BYTES = 200;

function bytesOf({ anchors, counts }: Laid): number {
  let bytes = anchors.length * ANCHOR_BYTES;
  for (const pairs of counts.values()) bytes += pairs.byteLength + MERCHANT_BYTES;
  return bytes;
}

export function anchorName(key: AnchorKey): string {
  const by = key.byMerchant ? 'merchant' : '';
  return `${key.table}/${key.filter?.column ?? ''}/${String(key.filter?.value ?? '')}/${key.sort.column}/${by}`;
}

interface Kept {
  laid: Laid;
  bytes: number;
}

/** Row offset → key, laid in the background; a block skips from the nearest one. */
export class AnchorStore {
  readonly #pool: Pool;
  readonly #every: number;
  readonly #freshMs: number;
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #laying = new Map<string, Promise<Laid>>();
  #bytes = 0;

  constructor(pool: Pool, options: Pick<EngineOptions, 'anchorEvery' | 'anchorFreshMs'>) {
    this.#pool = pool;
    this.#every = options.anchorEvery;
    this.#freshMs = options.anchorFreshMs;
  }

  get every(): number {
    return this.#every;
  }

  /** Starts to lay what a jump will need soon. */
  prepare(key: AnchorKey): void {
    void this.get(key).catch(() => undefined);
  }

  /** What is laid already, however old. */
  peek(key: AnchorKey): Laid | undefined {
    const name = anchorName(key);
    const kept = this.#kept.get(name);
    if (!kept) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return kept.laid;
  }

  /** Anchors at once where there are some, even while newer ones are being laid; else when they are. */
  async get(key: AnchorKey): Promise<Laid> {
    const laid = this.peek(key);
    if (!laid) return this.#lay(key);
    if (Date.now() - laid.at > this.#freshMs) this.#lay(key, laid).catch(() => undefined);
    return laid;
  }

  #lay(key: AnchorKey, before?: Laid): Promise<Laid> {
    const name = anchorName(key);
    const running = this.#laying.get(name);
    if (running) return running;
    const laying = layAnchors(this.#pool, key, this.#every, key.appendOnly ? before : undefined)
      .then((laid) => {
        this.#keep(name, laid);
        return laid;
      })
      .finally(() => this.#laying.delete(name));
    this.#laying.set(name, laying);
    return laying;
  }

  #keep(name: string, laid: Laid): void {
    this.#drop(name);
    const bytes = bytesOf(laid);
    this.#kept.set(name, { laid, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES || oldest === name) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0;
    this.#kept.delete(name);
  }
}
