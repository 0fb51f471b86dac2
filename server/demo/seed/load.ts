import type pg from 'pg';

export interface Queryable {
  query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
}

/** Lets at most `width` tasks run at once, each on a connection of its own that is tuned for loading. */
export interface Lanes {
  run(task: string, sql: string | readonly string[]): Promise<void>;
}

/** Nothing is acknowledged before the load has ended, so its commits need not wait for the disk one by one. */
const TUNE = `set synchronous_commit = off; set work_mem = '512MB'; set maintenance_work_mem = '512MB';
  set hash_mem_multiplier = 4; set enable_mergejoin = off; set max_parallel_maintenance_workers = 1;
  set max_parallel_workers_per_gather = 0; set jit = off;
  set statement_timeout = 0; set synchronize_seqscans = off`;

export function openLanes(owner: pg.Pool, width: number, log: (line: string) => void): Lanes {
  let free = width;
  const queue: (() => void)[] = [];
  const take = async () => {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
    else free -= 1;
  };
  const give = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async run(task, sql) {
      await take();
      const began = performance.now();
      try {
        const client = await owner.connect();
        let broken: Error | undefined;
        try {
          await client.query(TUNE);
          for (const statement of typeof sql === 'string' ? [sql] : sql) await client.query(statement);
          await client.query('reset all');
        } catch (error) {
          broken = error as Error;
          throw error;
        } finally {
          client.release(broken);
        }
      } finally {
        give();
      }
      log(`${task}: ${Math.round(performance.now() - began)} ms`);
    },
  };
}

interface Suspended {
  kind: 'p' | 'u' | 'f' | 'index';
  tab: string;
  name: string;
  definition: string;
}

/**
 * Takes the tables' indexes, keys and foreign keys, those of others to them too, away for a load. Their definitions wait in the table seed_pending:
 * a load that was killed is found by it, emptied and begun again with the same definitions.
 */
export async function suspendIndexes(owner: pg.Pool, tables: readonly string[]): Promise<Suspended[]> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    const { rows: found } = await client.query(
      `select to_regclass('public.seed_pending') is not null as left`,
    );
    if (found[0].left !== true) await remember(client, tables);
    const { rows } = await client.query<Suspended>(
      'select kind, tab, name, definition from seed_pending order by tab, name',
    );
    const constraints = rows.filter((row) => row.kind !== 'index').sort((a, b) => rank(a) - rank(b));
    for (const { tab, name } of constraints)
      await client.query(`alter table ${tab} drop constraint if exists ${name}`);
    for (const { name } of rows.filter((row) => row.kind === 'index'))
      await client.query(`drop index if exists ${name}`);
    await client.query(`truncate ${tables.join(', ')} restart identity`);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Foreign keys go before the keys they point at. */
const rank = (row: Suspended): number => (row.kind === 'f' ? 0 : 1);

async function remember(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  await client.query('create table seed_pending (kind text, tab text, name text, definition text)');
  await client.query(
    `insert into seed_pending
     select contype::text, conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
     from pg_constraint where contype in ('p', 'u', 'f') and conrelid = any($1::regclass[])
       or contype = 'f' and confrelid = any($1::regclass[])
     union all
     select 'index', indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
     from pg_index i where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`,
    [tables],
  );
}

/** Builds everything again, several at a time: keys and indexes of a table as soon as it is full. */
export async function restoreIndexes(
  lanes: Lanes,
  suspended: readonly Suspended[],
  tab: string,
): Promise<void> {
  const mine = suspended.filter((row) => row.tab === tab);
  const constraint = (row: Suspended) =>
    `alter table ${row.tab} add constraint ${row.name} ${row.definition}`;
  for (const row of mine.filter(({ kind }) => kind === 'p' || kind === 'u')) {
    await lanes.run(`key ${row.name}`, constraint(row));
  }
  const indexes = mine.filter((row) => row.kind === 'index');
  await Promise.all(indexes.map((row) => lanes.run(`index ${row.name}`, row.definition)));
}

/**
 * Last, when every table they touch is whole again. Each locks the table it points at, so those that point at the same
 * one go one after the other.
 */
export async function restoreForeignKeys(lanes: Lanes, suspended: readonly Suspended[]): Promise<void> {
  const byTarget = new Map<string, string[]>();
  for (const { kind, tab, name, definition } of suspended) {
    if (kind !== 'f') continue;
    const target = /REFERENCES (\S+?)\(/.exec(definition)?.[1] ?? '';
    const statements = byTarget.get(target) ?? [];
    statements.push(`alter table ${tab} add constraint ${name} ${definition}`);
    byTarget.set(target, statements);
  }
  await Promise.all(
    [...byTarget].map(([target, statements]) => lanes.run(`foreign keys to ${target}`, statements)),
  );
}
