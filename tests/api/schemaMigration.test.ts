import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { connect, type Database } from '../../server/platform/db/connect.ts';
import { openTempFolder } from '../support/folder.ts';
import { startRefused } from '../support/process.ts';

/** A database is brought up to date, or refused in one line that says how to go on. */

const NAME = `schema_migration_${process.pid}`;
const BEGIN =
  'start that build to keep using it, or move its data folder aside (DATA_DIR) or name another database (DATABASE_URL) to begin with an empty one.';

const dataDir = openTempFolder('migration');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function urlOf(database: string): string {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

let database: Database;
const names = async () =>
  (
    await database.owner.query<{ name: string }>(
      'select name from schema_migration order by applied_at, name',
    )
  ).rows.map(({ name }) => name);

beforeEach(async () => {
  await asAdmin(`create database ${NAME} template template0`);
  database = await connect({
    databaseUrl: urlOf(NAME),
    dataDir: '',
    production: false,
    say: () => undefined,
    connections: 24,
  });
});
afterEach(async () => {
  await database.stop();
  await asAdmin(`drop database ${NAME} with (force)`);
});

it('makes an empty database once, and finds it made', async () => {
  await migrateAll(database.owner);
  const made = await names();
  expect(made[0]).toBe('schema');
  await migrateAll(database.owner);
  expect(await names()).toEqual(made);
});

it('refuses a database of an older build in one line that says how to keep or leave it, and changes nothing', async () => {
  const { owner } = database;
  await owner.query(
    'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  await owner.query(
    "insert into schema_migration (name, checksum) values ('0001_system.sql', 'a'), ('0170_maker_reason.sql', 'b')",
  );
  await owner.query('create table merchant (id bigint primary key)');
  const line = `This database was made by an older build (0170_maker_reason.sql), which this one does not upgrade: ${BEGIN}`;
  await expect(migrateAll(owner)).rejects.toThrow(line);
  expect(await names()).toEqual(['0001_system.sql', '0170_maker_reason.sql']);
  const { rows } = await owner.query(
    "select count(*)::int as tables from pg_tables where schemaname = 'public'",
  );
  expect(rows).toEqual([{ tables: 2 }]);

  const { code, output } = await startRefused({
    DATABASE_URL: urlOf(NAME),
    DATA_DIR: dataDir,
    PORT: '0',
  });
  expect(code).toBe(1);
  expect(output.trim()).toBe(line);
});

it('refuses a database whose schema is another one', async () => {
  await migrateAll(database.owner);
  await database.owner.query("update schema_migration set checksum = 'another' where name = 'schema'");
  await expect(migrateAll(database.owner)).rejects.toThrow(
    `This database was made by a build with other tables: ${BEGIN}`,
  );
});

it('refuses a database that a newer version has migrated', async () => {
  await migrateAll(database.owner);
  await database.owner.query("insert into schema_migration (name, checksum) values ('9999_later.sql', 'x')");
  await expect(migrateAll(database.owner)).rejects.toThrow(
    'The database was migrated by a newer Paydesk (9999_later.sql); start that version.',
  );
});
