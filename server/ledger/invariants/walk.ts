import type { Pool, PoolClient } from 'pg';
import { isStatementTimeout } from '../../platform/db/transaction.ts';
import { askKeys, askRange, type Check, type Fault, newCheck, type Range } from './ask.ts';
import type { Space } from './list.ts';
import { nextKey, partsOf, SPACES, TOUCHES } from './spaces.ts';

/** No statement of a check holds its snapshot longer; a range that takes longer is asked in smaller ones. */
const LIMIT_MS = 20_000;
/**
 * By how much longer what cannot be cut may take, such as one busy day on a busy machine: a check that ends there would
 * prove less.
 */
const UNCUT_FACTOR = 9;

/** One range of a walk, done. */
export interface Step {
  faults: Fault[];
  /** The key that is next; undefined at the end. */
  next: string | undefined;
  /** Rows, seals, hours or days that were checked. */
  checked: number;
}

/** A way through everything of one kind, in steps that each begin where the last one ended. */
export interface Walk {
  name: string;
  first: string;
  /** Rows, seals, hours or days of a first step; later ones follow the time it took. */
  size: number;
  /** What each of these takes, in rows. */
  weight: number;
  step(check: Check, from: string, size: number): Promise<Step>;
  /** About how many of these there are from a key on. */
  left(check: Check, from: string): Promise<number>;
}

/**
 * A connection for a check. Ranges are small parts of their tables, so that the way through the indexes is the one whose
 * cost grows with the range and not with the table.
 */
export async function withCheck<T>(
  pool: Pool,
  work: (check: Check) => Promise<T>,
  { limitMs = LIMIT_MS, stopping }: { limitMs?: number; stopping?: AbortSignal } = {},
): Promise<T> {
  const db = await pool.connect();
  let broken: Error | undefined;
  try {
    await db.query(
      `set statement_timeout = ${limitMs}; set enable_seqscan = off; set max_parallel_workers_per_gather = 0`,
    );
    return await work(newCheck(db, limitMs, stopping));
  } finally {
    await db
      .query('reset statement_timeout; reset enable_seqscan; reset max_parallel_workers_per_gather')
      .catch((error: Error) => {
        broken = error;
      });
    db.release(broken);
  }
}

/** Every part of a space, range by range. */
export function spaceWalk(space: Space): Walk {
  const { first, size, weight, course } = SPACES[space];
  return {
    name: space,
    first,
    size,
    weight,
    async step(check, from, size) {
      const { ranges, next, units } = await course.take(check.db, from, size);
      const faults: Fault[] = [];
      for (const range of ranges)
        for (const part of partsOf(space)) faults.push(...(await askRange(check, part, range)));
      return { faults, next, checked: units };
    },
    left: ({ db }, from) => course.left(db, from),
  };
}

const TOUCHED = TOUCHES.map(
  ({ table, column, orders }) =>
    `select ${orders} as id from ${table} where ${column} >= $1 and ${column} < $2`,
).join(' union ');

async function touchedOrders(db: PoolClient, range: Range, before: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id::text from (${TOUCHED}) touched where id < $3 order by id`,
    [range.from, range.until, before],
  );
  return rows.map(({ id }) => id);
}

/** What is asked by order, of the orders older than a key that something was written about since then. */
export function touchedWalk(since: string): Walk {
  const { last } = SPACES.rows;
  return {
    name: 'touched',
    first: since,
    size: 2_000,
    weight: 1,
    async step(check, from, size) {
      const next = await nextKey(check.db, TOUCHES, from, size);
      const ids = await touchedOrders(check.db, { from, until: next ?? last }, since);
      const faults: Fault[] = [];
      for (const part of partsOf('rows'))
        if (part.touchedBy) faults.push(...(await askKeys(check, part, part.touchedBy, ids)));
      return { faults, next, checked: ids.length };
    },
    left: () => Promise.resolve(0),
  };
}

/** A step takes about so long; the size of the next one follows. */
const STEP_MS = 3_000;
const LARGEST = 50_000;

const sizeAfter = (size: number, ms: number): number =>
  Math.min(LARGEST, Math.max(1, Math.round(size * Math.min(2, Math.max(0.25, STEP_MS / Math.max(ms, 1))))));

async function takeUncut(walk: Walk, check: Check, from: string): Promise<Step> {
  await check.db.query(`set statement_timeout = ${check.limitMs * UNCUT_FACTOR}`);
  try {
    return await walk.step(check, from, 1);
  } finally {
    await check.db.query(`set statement_timeout = ${check.limitMs}`);
  }
}

/** One step that stays within the limit of a statement, as far as it can be cut, and the size for the next one. */
async function stepWithin(walk: Walk, check: Check, from: string, size: number): Promise<[Step, number]> {
  for (let asked = size; ; asked = Math.max(1, Math.floor(asked / 4))) {
    const began = performance.now();
    try {
      const step = await walk.step(check, from, asked);
      return [step, sizeAfter(asked, performance.now() - began)];
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      if (asked === 1) return [await takeUncut(walk, check, from), 1];
    }
  }
}

/**
 * Takes the steps of a walk from a key on, for as long as `more` says after each.
 * @throws the reason of the check's signal where that was aborted before the end
 */
export async function takeSteps(
  walk: Walk,
  check: Check,
  from: string,
  more: (step: Step) => Promise<boolean>,
  firstSize = walk.size,
): Promise<void> {
  let size = firstSize;
  for (let at: string | undefined = from; at !== undefined; ) {
    check.stopping?.throwIfAborted();
    const [step, next]: [Step, number] = await stepWithin(walk, check, at, size);
    size = next;
    if (!(await more(step))) return;
    at = step.next;
  }
}
