import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';

const MIGRATION = join(import.meta.dirname, '../../server/platform/db/migrations/0160_payments.sql');

const ROWS = `select 'payment' as "table", to_jsonb(p) - 'version' as row from payment p
  union all select 'allocation', to_jsonb(a) from payment_allocation a order by 1, 2`;

/** The tables that payments have replaced. */
const BEFORE = `
  create temp table suspended_word on commit drop as
    select id as entry_id, upstream_order_no from payment where noticed and source = 'statementLine';
  create temp table suspended_reference on commit drop as
    select id as entry_id, order_id, reference, case when named_by_line then bill_id end as bill_id
    from payment where held and reference is not null;
  create temp table suspense_draw on commit drop as
    select entry_id as draw_id, payment_id as entry_id, amount from payment_allocation where entry_id <> payment_id and amount > 0;
  create temp view live_draw as select d.* from suspense_draw d
    where not exists (select from journal_entry r where r.reverses = d.draw_id)`;

/** What the server wrote as money came is what an upgrade makes of the ledger, row for row. */
export async function expectBackfill(owner: Pool): Promise<void> {
  const text = readFileSync(MIGRATION, 'utf8');
  const backfill = text.slice(text.indexOf('-- Backfill:'), text.indexOf('create unique index payment_id'));
  const client = await owner.connect();
  try {
    await client.query('begin');
    const { rows: written } = await client.query(ROWS);
    await client.query(BEFORE);
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

/** What older migrations read, as payments say it now. */
export const BEFORE_PAYMENTS = `create view suspended_reference as
    select id as entry_id, order_id, reference from payment where held and reference is not null;
  create view suspense_held as
    select id as entry_id, order_id, currency, reference, suspended as amount, upstream_id from payment where status = 'suspended'`;
