import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';

const MIGRATION = join(import.meta.dirname, '../../server/platform/db/migrations/0160_payments.sql');

const ROWS = `select 'payment' as "table", to_jsonb(p) - 'version' as row from payment p
  union all select 'allocation', to_jsonb(a) from payment_allocation a order by 1, 2`;

/** What the server wrote as money came is what an upgrade makes of the ledger, row for row. */
export async function expectBackfill(owner: Pool): Promise<void> {
  const text = readFileSync(MIGRATION, 'utf8');
  const backfill = text.slice(text.indexOf('-- Backfill:'), text.indexOf('create unique index payment_id'));
  const client = await owner.connect();
  try {
    await client.query('begin');
    const { rows: written } = await client.query(ROWS);
    await client.query('delete from payment_allocation; delete from payment');
    await client.query(backfill);
    const { rows: made } = await client.query(ROWS);
    expect(made.filter((row) => !written.some((other) => same(row, other)))).toEqual([]);
    expect(written.filter((row) => !made.some((other) => same(row, other)))).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
