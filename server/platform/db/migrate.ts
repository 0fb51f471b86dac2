import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { StartError } from './startError.ts';
import { withStatusValues } from './statusNames.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Under which name the schema that a database begins with is recorded. */
const SCHEMA = 'schema';

/** The queue guards its tables with row security that only their owner passes; the server's role is let in by policy. */
const OPEN_QUEUE = `
  grant usage on schema graphile_worker to paydesk_server;
  grant select, insert, update, delete on all tables in schema graphile_worker to paydesk_server;
  grant usage, select on all sequences in schema graphile_worker to paydesk_server;
  grant execute on all functions in schema graphile_worker to paydesk_server;
  do $$
  declare guarded record;
  begin
    for guarded in
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'graphile_worker' and c.relrowsecurity
        and not exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname and p.policyname = 'paydesk_server')
    loop
      execute format('create policy paydesk_server on graphile_worker.%I to paydesk_server using (true) with check (true)', guarded.relname);
    end loop;
  end $$`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @param files the schema's files, in the order in which they run */
function migrations(files: readonly string[]): Migration[] {
  const sql = withStatusValues(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  // Its comments may be improved: they make no other schema.
  const schema = { name: SCHEMA, sql, checksum: checksumOf(sql.replace(/^\s*--.*$/gm, '')) };
  const later = migrationNames().map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    return { name, sql: withStatusValues(text), checksum: checksumOf(text) };
  });
  return [schema, ...later];
}

/** The last migration this program knows, for the readiness check. */
export function latestMigration(): string {
  return migrationNames().at(-1) ?? SCHEMA;
}

const BEGIN_EMPTY =
  'start that build to keep using it, or move its data folder aside (DATA_DIR) or name another database (DATABASE_URL) to begin with an empty one';

/** @throws StartError where another schema, or a migration that this program does not know, was applied */
function checkApplied(applied: ReadonlyMap<string, string>, known: readonly Migration[]): void {
  if (applied.size === 0) return;
  const schema = applied.get(SCHEMA);
  if (schema === undefined)
    throw new StartError(
      `This database was made by an older build (${[...applied.keys()].sort().at(-1)}), which this one does not upgrade: ${BEGIN_EMPTY}.`,
    );
  if (schema !== known[0]?.checksum)
    throw new StartError(`This database was made by a build with other tables: ${BEGIN_EMPTY}.`);
  const stranger = [...applied.keys()].find((name) => !known.some((migration) => migration.name === name));
  if (stranger)
    throw new StartError(`The database was migrated by a newer Paydesk (${stranger}); start that version.`);
}

/**
 * Applies what is missing, one transaction each, as the owner role; `afterwards` brings tables up to date that follow the
 * code, at every start.
 * @param schema files of the schema that an empty database begins with, in the order in which they run
 * @throws StartError where the schema or an applied migration differs, or the database is newer than this program
 */
export async function migrate(
  owner: pg.Pool,
  schema: readonly string[],
  afterwards: (tx: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock(73007301)');
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await client.query('grant select on schema_migration to paydesk_server');
    const applied = new Map<string, string>(
      (await client.query('select name, checksum from schema_migration')).rows.map((row) => [
        row.name,
        row.checksum,
      ]),
    );
    const known = migrations(schema);
    checkApplied(applied, known);
    for (const migration of known) {
      const before = applied.get(migration.name);
      if (before === migration.checksum) continue;
      if (before) throw new StartError(`Migration ${migration.name} differs from the one that was applied.`);
      await client.query('begin');
      try {
        // Views hold on to the columns that they show; they are made again below.
        await client.query('drop schema if exists console cascade');
        await client.query(migration.sql);
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
    await client.query('begin');
    try {
      await afterwards(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    // Tables that have been made since.
    await client.query('select secure_merchant_tables()');
    await client.query('select make_console_views()');
    await runMigrations({ pgPool: owner });
    await client.query(OPEN_QUEUE);
  } finally {
    await client.query('select pg_advisory_unlock(73007301)').catch(() => undefined);
    client.release();
  }
}
