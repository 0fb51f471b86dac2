import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/**
 * Rows that belong to a merchant can be distributed by `merchant_id` later (docs/adr/distribution.md): what the schema
 * promises does not need two merchants' rows in one place. Everything is read from the migrated database.
 */

/** Unique keys of merchants' tables without the merchant, and why each may be. */
const KEYS: Readonly<Record<string, string>> = {
  journal_entry_seal_no_key: 'numbers of the rows of one database: seals are made per database',
  order_log_seal_no_key: 'numbers of the rows of one database: seals are made per database',
  open_access_pkey: 'few rows, copied everywhere: a caller is known by its key before its merchant is',
  open_access_access_key_key:
    'few rows, copied everywhere: a caller is known by its key before its merchant is',
};

/** Tables keyed by a value that is unique over all merchants; the merchant is what the value belongs to. */
const CLAIMS = [
  'ledger_command',
  'manual_reference',
  'payout_reference',
  'recharge_reference',
  'withdrawal_transaction',
];

/** Tables that name a merchant in some rows only, and where they are kept. */
const UNDISTRIBUTED: Readonly<Record<string, string>> = {
  sys_user: 'people, most of them of no merchant: copied everywhere',
  sys_notice: 'notices, most of them about no merchant: copied everywhere',
  approval: 'questions of a tenant, some about settings of no merchant: with the tenant',
  alert_rule: 'rules of a tenant, few of them about one merchant: with the tenant',
  alert_incident: 'what rules of a tenant raised, few of it about one merchant: with the tenant',
  measure_target: 'targets of a tenant, few of them about one merchant: with the tenant',
  approval_rule: 'rules of a tenant, few of them about one merchant: with the tenant',
  bank_bill:
    'lines of a tenant’s bank account; their merchant is found later, and may change: with the tenant',
  open_api_log: 'calls, those with an unknown key of no merchant: a log that can be split by time',
  outbox: 'what one dispatcher numbers; a database of its own has its own dispatcher',
  event: 'what one dispatcher has numbered; a database of its own has its own dispatcher',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const names = async (sql: string): Promise<string[]> =>
  (await database.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);

/** Whose rows each belong to a merchant; `merchant` itself is copied everywhere, as channels and upstreams are. */
const DISTRIBUTED = `select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attname = 'merchant_id' and a.attnotnull`;

it('every unique key of a merchant’s table names the merchant', async () => {
  const found = await names(`
    select i.indexrelid::regclass::text as name from pg_index i join (${DISTRIBUTED}) t on t.oid = i.indrelid
    where (i.indisunique or i.indisexclusion) and pg_get_indexdef(i.indexrelid) !~ '\\mmerchant_id\\M'
      and not t.relname = any('{${CLAIMS.join(',')}}') order by 1`);
  expect(found).toEqual(Object.keys(KEYS).toSorted());
});

it('every table that names a merchant has one in each row, or a reason', async () => {
  const found = await names(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attname = 'merchant_id' and not a.attnotnull order by 1`);
  expect(found).toEqual(Object.keys(UNDISTRIBUTED).toSorted());
});

it('a claim is keyed by its value alone, so that two merchants cannot have it', async () => {
  const found = await names(`
    select t.relname as name from (${DISTRIBUTED}) t join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relname = any('{${CLAIMS.join(',')}}') and pg_get_indexdef(i.indexrelid) !~ '\\mmerchant_id\\M' order by 1`);
  expect(found).toEqual(CLAIMS.toSorted());
});

it('no foreign key leaves a merchant’s rows for another’s', async () => {
  const found = await names(`
    select k.conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) as name
    from pg_constraint k join (${DISTRIBUTED}) target on target.oid = k.confrelid
    where k.contype = 'f' and not (
      pg_get_constraintdef(k.oid) ~ 'FOREIGN KEY \\([^)]*\\mmerchant_id\\M[^)]*\\) REFERENCES \\w+\\([^)]*\\mmerchant_id\\M')`);
  expect(found).toEqual([]);
});

it('nothing happens behind a statement’s back or at its end', async () => {
  expect(await names(`select tgname as name from pg_trigger where not tgisinternal`)).toEqual([]);
  expect(
    await names(
      `select conname as name from pg_constraint where condeferrable and connamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
});

it('one level of partitioning by id stays possible: keys of a table with an id end no other way', async () => {
  const found = await names(`
    select t.relname as name from (${DISTRIBUTED}) t join pg_index i on i.indrelid = t.oid and i.indisprimary
    where exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'id')
      and pg_get_indexdef(i.indexrelid) !~ '\\(id, merchant_id\\)|\\(merchant_id, id\\)' order by 1`);
  expect(found).toEqual(['merchant_asset', 'open_access']);
});
