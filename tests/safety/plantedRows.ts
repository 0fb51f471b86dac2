import { newId } from '../../server/platform/db/id.ts';

/** Rows that a generated test needs and the demo does not have. */

export type Run = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

/** Of these the demo has no rows, or not of every merchant. */
export const PLANTED = new Set([
  'approval',
  'reviewItem',
  'orderNote',
  'openAccess',
  'openApiLog',
  'dailyReport',
  'bankBill',
  'approvalRule',
  'alertRule',
  'alertIncident',
  'sysLogVis',
  'sysLogOp',
  'sysLogEx',
  'sysLogDiff',
]);

const SEVERAL = ['code', 'account', 'batch_no', 'bill_no', 'account_no'];

/** A copy of a row of the table as if the other tenant had made it; undefined where there is none to copy. */
export async function copiedAbroad(run: Run, table: string): Promise<string | undefined> {
  const columns = await run<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  if (!names.includes('tenant_id')) return undefined;
  const id = newId();
  const unique = names.filter((name) => SEVERAL.includes(name)).map((name) => `'${name}', 'c${id}'`);
  const own = [`'id', ${id}`, "'tenant_id', (select id from sys_tenant where name = 'Theirs')", ...unique];
  if (names.includes('org_id')) own.push("'org_id', (select id from sys_org where name = 'Abroad')");
  const made = await run(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `(jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${own.join(', ')}))).${name}`).join(', ')}
     from ${table} t limit 1 returning id`,
  );
  return made.length > 0 ? id : undefined;
}

/** A value that a column without a default takes; planted rows refer to nothing. */
const PLAIN: Readonly<Record<string, string>> = {
  int2: '1',
  int4: '1',
  numeric: '1',
  timestamptz: 'now()',
  date: "date '2026-01-02'",
  jsonb: "'{}'",
  bool: 'false',
};
const NAMED: Readonly<Record<string, string>> = {
  currency: "'INR'",
  order_kind: "'collectOrder'",
  kind: "'moreMoney'",
  comparison: "'below'",
  resource: "'collectOrder'",
  action: "'forceConfirm'",
  command: "'forceConfirm'",
  diff_type: "'add'",
  tenant_id: '(select tenant_id from merchant where id = $1::bigint)',
  merchant_id: '$1::bigint',
  order_id: '(select id from collect_order order by merchant_id = $1::bigint desc, id limit 1)',
};

/** A row of what the demo has none of, that belongs to this merchant. */
export async function plantedRow(run: Run, table: string, merchant: string): Promise<string> {
  const columns = await run<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'
       and (column_name in ('merchant_id', 'tenant_id') or (is_nullable = 'NO' and column_default is null))`,
    [table],
  );
  const keys = await run<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  );
  for (const { name } of keys) await run(`alter table ${table} drop constraint ${name}`);
  const id = newId();
  const values = columns.map(({ name, type }) => NAMED[name] ?? PLAIN[type] ?? `'${newId()}'`);
  const names = columns.map(({ name }) => name);
  await run(`insert into ${table} (id, ${names.join(', ')}) select ${[id, ...values].join(', ')}`, [
    merchant,
  ]);
  return id;
}
