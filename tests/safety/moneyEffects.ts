import type { Pool, PoolClient } from 'pg';
import { rulingOn } from '../../server/domain/approvals/approvalAsk.ts';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { createPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { applyWithdrawal } from '../../server/domain/withdrawals/withdrawalApply.ts';
import { rateBand } from '../../server/domain/withdrawals/withdrawalTerms.ts';
import { Rollback, transact } from '../../server/platform/db/transaction.ts';
import { newPayout } from './payoutWorld.ts';
import { newWithdrawal } from './withdrawalWorld.ts';
import type { World } from './world.ts';

/**
 * What a command did to money: the platform's accounts that its entries post to, whether it posted at all, and whether it
 * changed what orders, payouts, withdrawals and approvals are computed from. The latter is no list: it is whatever columns the
 * statements read that the product itself asks for terms, as PostgreSQL says of a view of them.
 */

export interface MoneyEffect {
  posted: boolean;
  /** Accounts of the platform in the entries, but for its fees and what agents earn of them. */
  accounts: string[];
  /** Columns of terms that were changed, `table.column`, and tables of which a row was added or deleted. */
  terms: string[];
}

type Columns = ReadonlyMap<string, readonly string[]>;
/** By `table/id`. */
type Rows = Map<string, { row: Record<string, unknown>; priced: boolean }>;

const TERMS = /(terms?|band|ruling)$/;

/** The statements of terms, as they are asked while something of each kind is made. */
async function termStatements(pool: Pool, world: World): Promise<string[]> {
  const found = new Map<string, string>();
  const listening = (tx: PoolClient): PoolClient =>
    new Proxy(tx, {
      get(target, key) {
        if (key !== 'query') return Reflect.get(target, key, target) as unknown;
        return (statement: { name?: string; text?: string } | string, ...rest: unknown[]) => {
          if (typeof statement === 'object' && TERMS.test(statement.name ?? ''))
            found.set(statement.name!, statement.text!);
          return (target.query as (...given: unknown[]) => unknown).call(target, statement, ...rest);
        };
      },
    });
  const { tenantId, merchantId, channelId } = world;
  await transact(pool, async (own) => {
    const tx = listening(own);
    const order = { merchantId, channelId, merchantOrderNo: 'terms', amount: '1000', callbackUrl: null };
    await createOrder(tx, order);
    await createPayout(tx, newPayout(world));
    await applyWithdrawal(tx, newWithdrawal(world), new Date(), { operator: 'test', operatorId: null });
    await rateBand(tx, 'INR');
    const row = { id: '0', orderNo: '0', merchantId };
    const command = { resource: 'payOrder', action: 'approve' };
    await rulingOn(tx, { ...command, tenantId, row, currency: 'INR', amount: '1' });
    return new Rollback(undefined);
  });
  return [...found.values()];
}

/** The columns that a statement reads, as the database knows them. */
async function columnsOf(tx: PoolClient, text: string): Promise<[table: string, column: string][]> {
  await tx.query(`prepare terms as ${text}`);
  const types = await tx.query<{ types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'terms'",
  );
  await tx.query('deallocate terms');
  const plain = text.replaceAll(/\$(\d+)/g, (_, n) => `null::${types.rows[0]!.types[Number(n) - 1]}`);
  await tx.query(`create temporary view terms as ${plain}`);
  const { rows } = await tx.query<{ table: string; column: string }>(
    `select distinct c.relname as "table", a.attname as "column"
       from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
         and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
       join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where w.ev_class = 'terms'::regclass and c.oid <> w.ev_class`,
  );
  await tx.query('drop view terms');
  return rows.map(({ table, column }) => [table, column]);
}

async function termColumns(owner: Pool, statements: readonly string[]): Promise<Columns> {
  const columns = new Map<string, Set<string>>();
  await transact(owner, async (tx) => {
    for (const text of statements)
      for (const [table, column] of await columnsOf(tx, text))
        columns.set(table, (columns.get(table) ?? new Set()).add(column));
    return new Rollback(undefined);
  });
  return new Map([...columns].map(([table, names]) => [table, [...names].sort()]));
}

const keyOf = (names: readonly string[]): string =>
  names.includes('step') ? "rule_id || '.' || flow_version || '.' || step" : 'id';

/** Every row of a table of terms; `priced` where it names an amount or a rate itself: without one, a new row is none's terms. */
async function rowsOf(owner: Pool, table: string, names: readonly string[]): Promise<Rows> {
  const { rows } = await owner.query<{ id: string; row: Record<string, unknown>; priced: boolean }>(
    `select (${keyOf(names)})::text as id, jsonb_build_object(${names.map((name) => `'${name}', ${name}`).join(', ')}) as row, exists (select from pg_attribute
         where attrelid = '${table}'::regclass and attname = any($1) and atttypid = 'numeric'::regtype) as priced
       from ${table}`,
    [names],
  );
  return new Map(rows.map(({ id, ...row }) => [`${table}/${id}`, row]));
}

/** One statement that says of each table of terms whether its rows are the same. */
const digestsOf = (columns: Columns): string =>
  [...columns]
    .map(
      ([table, names]) =>
        `select '${table}' as "table", count(*) || ' ' || coalesce(sum(hashtextextended(row(${keyOf(names)}, ${names.join(', ')})::text, 0)::numeric), 0) as digest from ${table}`,
    )
    .join(' union all ');

function changesOf(before: Rows, after: Rows): string[] {
  const tableOf = (key: string) => key.split('/')[0]!;
  const changed = [...before].flatMap(([key, { row }]) => {
    const now = after.get(key)?.row;
    if (!now) return [tableOf(key)];
    const names = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(now[name]));
    return names.map((name) => `${tableOf(key)}.${name}`);
  });
  const added = [...after].filter(([key, { priced }]) => priced && !before.has(key));
  return [...changed, ...added.map(([key]) => tableOf(key))];
}

/** The rows of a table of terms as they were last read. */
interface Seen {
  digest: string;
  rows: Rows;
}

/** Watches commands on a platform with a world of its own. */
export class MoneyWatch {
  readonly columns: Columns;
  private readonly owner: Pool;
  private readonly digests: string;
  private seen: ReadonlyMap<string, Seen> = new Map();

  private constructor(owner: Pool, columns: Columns) {
    this.owner = owner;
    this.columns = columns;
    this.digests = digestsOf(columns);
  }

  static async open(pool: Pool, owner: Pool, world: World): Promise<MoneyWatch> {
    return new MoneyWatch(owner, await termColumns(owner, await termStatements(pool, world)));
  }

  private async entries(): Promise<{ entries: number; postings: string }> {
    const { rows } = await this.owner.query<{ entries: number; postings: string }>(
      `select (select count(*)::int from journal_entry) as entries,
         (select coalesce(max(id), 0)::text from platform_posting) as postings`,
    );
    return rows[0]!;
  }

  /** Every row of terms by table; only a table that changed is read again. */
  private async terms(): Promise<ReadonlyMap<string, Seen>> {
    const { rows } = await this.owner.query<{ table: string; digest: string }>(this.digests);
    const now = new Map<string, Seen>();
    for (const { table, digest } of rows) {
      const seen = this.seen.get(table);
      const isSame = seen?.digest === digest;
      now.set(
        table,
        isSame ? seen : { digest, rows: await rowsOf(this.owner, table, this.columns.get(table)!) },
      );
    }
    this.seen = now;
    return now;
  }

  /** What the work did. */
  async effectOf(work: () => Promise<unknown>): Promise<MoneyEffect> {
    const [before, at] = [await this.terms(), await this.entries()];
    await work();
    const [after, now] = [await this.terms(), await this.entries()];
    const { rows } = await this.owner.query<{ account: string }>(
      `select distinct regexp_replace(account, ':.*', '') as account from platform_posting
       where id > $1 and account not in ('fees', 'commission') order by 1`,
      [at.postings],
    );
    const changes = [...after].flatMap(([table, seen]) => {
      const earlier = before.get(table)!;
      return earlier === seen ? [] : changesOf(earlier.rows, seen.rows);
    });
    return {
      posted: now.entries > at.entries,
      accounts: rows.map(({ account }) => account),
      terms: [...new Set(changes)].sort(),
    };
  }
}
