import type { Pool } from 'pg';
import type { Step, Walk } from './walk.ts';

/** `all` is a check from end to end, `rolling` one that is spread over several nights. */
export type Run = 'all' | 'rolling';

export interface Progress {
  /** The key that is next; undefined at the beginning. */
  reached: string | undefined;
  done: boolean;
  /** Rows or seals so far. */
  checked: number;
  startedAt: Date;
}

/** Somebody else runs this check, here or on another server. */
export class CheckUnderWay extends Error {
  constructor() {
    super('another check of the ledger is under way; wait for its end or stop it');
  }
}

const LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine';
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))';

/** Does the work as the only one of its kind on this database, for as long as its connection lives. */
export async function alone<T>(pool: Pool, run: Run, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  const key = `invariant run ${run}`;
  let broken: Error | undefined;
  try {
    const { rows } = await holder.query<{ mine: boolean }>(LOCK, [key]);
    if (!rows[0]?.mine) throw new CheckUnderWay();
    try {
      return await work();
    } finally {
      await holder.query(UNLOCK, [key]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    holder.release(broken);
  }
}

const READ = `select walk, reached, done, checked::text, started_at from invariant_progress where run = $1`;
const BEGIN = `insert into invariant_progress (run, walk, started_at) values ($1, $2, coalesce($3, clock_timestamp()))
  on conflict (run, walk) do update set reached = null, done = false, checked = 0, started_at = excluded.started_at`;
const KEEP = `update invariant_progress set reached = coalesce($3, reached), done = $4, checked = checked + $5
  where run = $1 and walk = $2`;

interface Row {
  walk: string;
  reached: string | null;
  done: boolean;
  checked: string;
  started_at: Date;
}

export async function readProgress(pool: Pool, run: Run): Promise<Map<string, Progress>> {
  const { rows } = await pool.query<Row>(READ, [run]);
  return new Map(
    rows.map(({ walk, reached, done, checked, started_at }) => [
      walk,
      { reached: reached ?? undefined, done, checked: Number(checked), startedAt: started_at },
    ]),
  );
}

/** Puts a walk at its beginning, now by the clock of the database unless another instant is given. */
export const beginWalk = (pool: Pool, run: Run, walk: Walk, at?: Date): Promise<unknown> =>
  pool.query(BEGIN, [run, walk.name, at ?? null]);

/** Keeps how far a step came: what ends here goes on behind it. */
export const keepStep = (pool: Pool, run: Run, walk: Walk, step: Step): Promise<unknown> =>
  pool.query(KEEP, [run, walk.name, step.next ?? null, step.next === undefined, step.checked]);
