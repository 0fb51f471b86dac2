import type { Pool, PoolClient } from 'pg';
import { idAt } from '../db/id.ts';
import { type ChangeKey, INVARIANTS } from './list.ts';

export interface Fault {
  invariant: string;
  /** The row, as `table id`. */
  subject: string;
  problem: string;
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

async function ask(tx: PoolClient, view: string, key: ChangeKey | null, ids?: string[]) {
  const where = key ? `where ${key} = any($1::bigint[])` : '';
  const { rows } = await tx.query<{ subject: string; problem: string }>(
    `select subject, problem from ${view} ${where} limit ${NAMED}`,
    key ? [ids] : [],
  );
  return rows;
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
    for (const { id, view, brief } of INVARIANTS) {
      const asked = changed
        ? brief.filter(({ key }) => key === null || changed[key].length > 0)
        : [{ view, key: null }];
      for (const { view: name, key } of asked) {
        const rows = await ask(tx, name, key, key ? changed?.[key] : undefined);
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
