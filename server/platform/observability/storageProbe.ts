import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { lacksRoom } from '../db/storageError.ts';
import { isDiskFull, transact } from '../db/transaction.ts';
import { metrics } from './metrics.ts';

const PROBE_MS = 10_000;
/** While there is no space, so that its return is seen soon. */
const AGAIN_MS = 2_000;

const WRITE = 'update write_probe set written_at = clock_timestamp()';
/**
 * An update may find room in a file that is there. A sort in too little memory has to take some 2 MB of the disk, and
 * leaves nothing behind.
 */
const SPILL = `select max(text) from (
  select repeat(md5(n::text), 16) as text from generate_series(1, 4000) n order by 1 offset 1) sorted`;

const full = new Gauge({
  name: 'paydesk_database_disk_full',
  help: '1 while the database finds no disk space.',
  registers: [metrics],
});
const failures = new Counter({
  name: 'paydesk_database_disk_full_errors_total',
  help: 'Statements that failed for want of disk space.',
  registers: [metrics],
});

/** Knows whether the database finds disk space: from what became of commands, and from a write of its own every 10 s. */
export class StorageProbe {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #folders: readonly string[];
  #full = false;
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  #stopped = true;

  /** `folders`: those of a database on this machine, its log's among them. */
  constructor(pool: Pool, log: Logger, folders: readonly string[] = []) {
    this.#pool = pool;
    this.#log = log;
    this.#folders = folders;
  }

  /** Why a database that cannot be reached may have ended: nobody can ask it. */
  get mayHaveEndedIt(): boolean {
    return this.#full || this.#folders.some(lacksRoom);
  }

  /** True from the first statement that found no space until a write of the probe has succeeded. */
  get full(): boolean {
    return this.#full;
  }

  /** An error that a command ended with. */
  note(error: unknown): void {
    if (!isDiskFull(error)) return;
    failures.inc();
    if (this.#full) return;
    this.#full = true;
    full.set(1);
    this.#log.error({ err: error }, 'the disk of the database is full');
    if (!this.#stopped) this.#schedule();
  }

  /** Tries a write. An error that says nothing about space, such as a lost connection, changes nothing. */
  async probe(): Promise<void> {
    try {
      await transact(this.#pool, async (tx) => {
        await tx.query(WRITE);
        await tx.query("set local work_mem = '64kB'");
        await tx.query(SPILL);
      });
    } catch (error) {
      this.note(error);
      return;
    }
    if (this.#full) this.#log.warn('the database finds disk space again');
    this.#full = false;
    full.set(0);
  }

  start(): void {
    this.#stopped = false;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#probing;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#probing ??= this.probe().finally(() => {
          this.#probing = undefined;
          if (!this.#stopped) this.#schedule();
        });
      },
      this.#full ? AGAIN_MS : PROBE_MS,
    );
    this.#timer.unref();
  }
}
