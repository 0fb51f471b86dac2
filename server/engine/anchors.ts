import type { Pool } from 'pg';
import type { EngineOptions } from './options.ts';

/** What one set of anchors is about: a whitelisted filter and sort of a table. */
export interface AnchorKey {
  table: string;
  /** Column and value of the one filter; absent without a filter. */
  filter?: { column: string; type: string; value: unknown };
  sort: { column: string; type: string };
  /** Rows of this filter and sort never move nor leave: new ones only join at the newest end. */
  appendOnly: boolean;
}

export interface Anchor {
  key: string;
  id: string;
}

interface Laid {
  /** The key of every n-th row, counted from the oldest end: anchors[0] is row 0. */
  anchors: Anchor[];
  at: number;
}

const MOST = 200;
const LAY_MS = 60_000;

export function anchorName(key: AnchorKey): string {
  return `${key.table}/${key.filter?.column ?? ''}/${String(key.filter?.value ?? '')}/${key.sort.column}`;
}

/** Row offset → key, laid in the background; a block skips from the nearest one. */
export class AnchorStore {
  readonly #pool: Pool;
  readonly #every: number;
  readonly #freshMs: number;
  readonly #laid = new Map<string, Laid>();
  readonly #laying = new Map<string, Promise<Laid>>();

  constructor(pool: Pool, options: Pick<EngineOptions, 'anchorEvery' | 'anchorFreshMs'>) {
    this.#pool = pool;
    this.#every = options.anchorEvery;
    this.#freshMs = options.anchorFreshMs;
  }

  get every(): number {
    return this.#every;
  }

  /** Begins to lay what a jump will need soon. */
  prepare(key: AnchorKey): void {
    void this.get(key).catch(() => undefined);
  }

  /** Anchors at once where there are some, even while newer ones are being laid; else when they are. */
  async get(key: AnchorKey): Promise<Anchor[]> {
    const name = anchorName(key);
    const laid = this.#laid.get(name);
    if (laid) {
      this.#laid.delete(name);
      this.#laid.set(name, laid);
      if (Date.now() - laid.at > this.#freshMs) this.#lay(name, key, laid).catch(() => undefined);
      return laid.anchors;
    }
    return (await this.#lay(name, key)).anchors;
  }

  #lay(name: string, key: AnchorKey, before?: Laid): Promise<Laid> {
    const running = this.#laying.get(name);
    if (running) return running;
    const laying = this.#read(key, key.appendOnly ? before : undefined)
      .then((laid) => {
        this.#laid.set(name, laid);
        for (const oldest of this.#laid.keys()) {
          if (this.#laid.size <= MOST) break;
          this.#laid.delete(oldest);
        }
        return laid;
      })
      .finally(() => this.#laying.delete(name));
    this.#laying.set(name, laying);
    return laying;
  }

  /** Every n-th key by one index-only pass; what never moves is only continued. */
  async #read(key: AnchorKey, before: Laid | undefined): Promise<Laid> {
    const { table, filter, sort } = key;
    const values: unknown[] = [this.#every];
    const conditions: string[] = [];
    if (filter) conditions.push(`${filter.column} = $${values.push(filter.value)}::${filter.type}`);
    // From the last but one: a transaction that committed late may have put a row before the last anchor.
    const last = before?.anchors.at(-2);
    if (last) {
      const at = `$${values.push(last.key)}::${sort.type}`;
      conditions.push(`(${sort.column}, id) >= (${at}, $${values.push(last.id)}::bigint)`);
    }
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const at = Date.now();
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`begin read only; set local statement_timeout = ${LAY_MS}`);
      const { rows } = await client.query<Anchor>(
        `select key::text as key, id::text as id from (
          select ${sort.column} as key, id, row_number() over (order by ${sort.column}, id) as n from ${table} ${where}
        ) x where n % $1 = ${this.#every === 1 ? 0 : 1} order by n`,
        values,
      );
      await client.query('commit');
      return { anchors: last && before ? [...before.anchors.slice(0, -2), ...rows] : rows, at };
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
