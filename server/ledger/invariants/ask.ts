import type { PoolClient } from 'pg';
import { INVARIANTS, type Part, PARTS } from './list.ts';

/** A half-open range of a space, as text: from <= key < until. */
export interface Range {
  from: string;
  until: string;
}

export interface Fault extends Range {
  invariant: string;
  /** The row, as `table id`. */
  subject: string;
  problem: string;
  /** What is asked about the range to find out whether the fault still is there. */
  part: string;
}

interface Found {
  subject: string;
  problem: string;
  key: string | null;
}

/** Rows of one invariant that a check names; a broken one may have millions. */
const NAMED = 100;

/** One check's connection and what it has found so far, by invariant. */
export interface Check {
  db: PoolClient;
  named: Map<string, number>;
  /** No statement takes longer. */
  limitMs: number;
  /** Ends the check behind its step. */
  stopping?: AbortSignal;
}

export const newCheck = (db: PoolClient, limitMs: number, stopping?: AbortSignal): Check => ({
  db,
  named: new Map(),
  limitMs,
  ...(stopping && { stopping }),
});

const columns = (part: Part): string =>
  `subject, problem, ${part.column ? `${part.column}::text` : 'null'} as key`;

/** Without the fence the limit would make PostgreSQL plan for the first rows, and there is none to be found. */
const limited = (sql: string): string =>
  `with found as materialized (${sql}) select * from found limit ${NAMED}`;

const RANGE = (part: Part): string =>
  part.isFunction
    ? `select ${columns(part)} from ${part.source}($1, $2)`
    : `select ${columns(part)} from ${part.source} where ${part.column} >= $1 and ${part.column} < $2`;

const KEYS = (part: Part, column: string): string =>
  `select ${columns(part)} from ${part.source} where ${column} = any($1::bigint[])`;

const rowsOf = async (db: PoolClient, sql: string, values: unknown[]): Promise<Found[]> =>
  (await db.query<Found>(limited(sql), values)).rows;

/** A row has its own key for its range, an instant or a sum the range in which it was found. */
function faultOf(part: Part, { subject, problem, key }: Found, asked: Range): Fault {
  const own = key !== null && part.space !== 'instants';
  const range = own ? { from: key, until: String(BigInt(key) + 1n) } : asked;
  return { invariant: part.invariant, subject, problem, part: part.id, ...range };
}

/**
 * Which of these faults a part has still, as subjects. Whatever moved between two statements has its final state by now.
 */
export async function stillFaulty(
  db: PoolClient,
  part: Part,
  ranges: readonly Range[],
): Promise<Set<string>> {
  const distinct = new Map(ranges.map((range) => [`${range.from} ${range.until}`, range]));
  const subjects = new Set<string>();
  for (const { from, until } of distinct.values()) {
    const rows = (await db.query<Found>(RANGE(part), [from, until])).rows;
    for (const { subject } of rows) subjects.add(subject);
  }
  return subjects;
}

async function confirmed(check: Check, part: Part, found: readonly Fault[]): Promise<Fault[]> {
  if (found.length === 0) return [];
  const still = await stillFaulty(check.db, part, found);
  const faults = found.filter(({ subject }) => still.has(subject));
  check.named.set(part.invariant, (check.named.get(part.invariant) ?? 0) + faults.length);
  return faults;
}

const enough = (check: Check, part: Part): boolean => (check.named.get(part.invariant) ?? 0) >= NAMED;

/** The faults of a part in a range. Each statement is a transaction of its own; a fault is named when it is found twice. */
export async function askRange(check: Check, part: Part, range: Range): Promise<Fault[]> {
  if (enough(check, part)) return [];
  const rows = await rowsOf(check.db, RANGE(part), [range.from, range.until]);
  return confirmed(
    check,
    part,
    rows.map((row) => faultOf(part, row, range)),
  );
}

/** The faults of the rows that have one of these keys in a column. */
export async function askKeys(
  check: Check,
  part: Part,
  column: string,
  keys: readonly string[],
): Promise<Fault[]> {
  if (keys.length === 0 || enough(check, part)) return [];
  const rows = await rowsOf(check.db, KEYS(part, column), [keys]);
  const asked = { from: keys[0]!, until: keys[0]! };
  return confirmed(
    check,
    part,
    rows.map((row) => faultOf(part, row, asked)),
  );
}

const BY_ID = new Map(PARTS.map((part) => [part.id, part]));

/** The part that an alert names; undefined where it is one of an older version. */
export const partOf = (id: string): Part | undefined => BY_ID.get(id);

if (BY_ID.size !== PARTS.length || new Set(INVARIANTS.map(({ id }) => id)).size !== INVARIANTS.length)
  throw new Error('two invariants or two parts have one name');
