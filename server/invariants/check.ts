import type { Pool, PoolClient } from 'pg';
import { idAt } from '../db/id.ts';
import { type ChangeKey, INVARIANTS, rowKey } from './list.ts';

export interface Fault {
  invariant: string;
  /** The row, as `table id`. */
  subject: string;
  problem: string;
  /** By which the row is asked again; none where only the full check can tell. */
  key?: string | null;
}

/** Rows of one invariant that are named at most; a broken one may have millions. */
const NAMED = 100;

const ENTRIES = 'select id from journal_entry where id >= $1';
const ORDERS = `select order_id from order_log where created_at >= $2
  union select order_id from journal_entry where id >= $1 and order_id is not null
  union select order_id from callback where sent_at >= $2`;
const MERCHANTS = `select merchant_id from fund_detail where entry_id >= $1`;

/** What was touched since: entries by their time-ordered ids, orders by their log, callbacks and entries. */
async function touched(tx: PoolClient, since: Date): Promise<Record<ChangeKey, string[]>> {
  const { rows } = await tx.query<{ entries: string[]; orders: string[]; merchants: string[] }>(
    `select array(${ENTRIES})::text[] as entries, array(${ORDERS})::text[] as orders,
      array(select distinct merchant_id from (${MERCHANTS}) own)::text[] as merchants`,
    [idAt(since.getTime()), since],
  );
  const found = rows[0]!;
  return { entry_id: found.entries, order_id: found.orders, merchant_id: found.merchants };
}

async function ask(
  tx: PoolClient,
  view: string,
  named: ChangeKey | null,
  only?: { key: ChangeKey; ids: string[] },
): Promise<Omit<Fault, 'invariant'>[]> {
  const where = only ? `where ${only.key} = any($1::bigint[])` : '';
  const { rows } = await tx.query<Omit<Fault, 'invariant'>>(
    `select subject, problem, ${named ? `${named}::text` : 'null'} as key from ${view} ${where} limit ${NAMED}`,
    only ? [only.ids] : [],
  );
  return rows;
}

interface Named {
  invariant: string;
  subject: string;
  key: string;
}

/** Which of these rows are at fault still, as `invariant subject`: each is asked of its full view by its key. */
export async function faultsAmong(pool: Pool, rows: readonly Named[]): Promise<Set<string>> {
  const still = new Set<string>();
  for (const invariant of INVARIANTS) {
    const key = rowKey(invariant);
    const own = rows.filter((row) => row.invariant === invariant.id);
    if (!key || own.length === 0) continue;
    const found = await pool.query<{ subject: string }>(
      `select subject from ${invariant.view} where ${key} = any($1::bigint[]) and subject = any($2)`,
      [own.map((row) => row.key), own.map((row) => row.subject)],
    );
    for (const { subject } of found.rows) still.add(`${invariant.id} ${subject}`);
  }
  return still;
}

/**
 * Every fault of the invariants in one snapshot of the database: of what changed since an instant, or of
 * everything. Empty is the only good answer.
 */
export async function checkInvariants(pool: Pool, options: { since?: Date } = {}): Promise<Fault[]> {
  const tx = await pool.connect();
  const faults: Fault[] = [];
  try {
    await tx.query('begin isolation level repeatable read, read only');
    await tx.query('set local statement_timeout = 0');
    const changed = options.since && (await touched(tx, options.since));
    for (const invariant of INVARIANTS) {
      const { id, view, brief } = invariant;
      const asked = changed
        ? brief.filter(({ key }) => key === null || changed[key].length > 0)
        : [{ view, key: null }];
      for (const { view: name, key } of asked) {
        const only = key && changed ? { key, ids: changed[key] } : undefined;
        const rows = await ask(tx, name, rowKey(invariant), only);
        faults.push(...rows.map((row) => ({ invariant: id, ...row })));
      }
    }
    await tx.query('commit');
  } catch (error) {
    await tx.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    tx.release();
  }
  return faults;
}
