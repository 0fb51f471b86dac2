import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../../server/platform/db/connect.ts';
import { migrateAll } from '../../server/bootstrap/migrateAll.ts';
import { openTempFolder } from './folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's connection string of the run's PostgreSQL; its database `paydesk` is the migrated template. */
    databaseUrl: string;
  }
}

/** Nothing here must survive a crash; the tests that kill a server start one of their own with everything on. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '256MB',
  max_connections: '600',
  ...(process.platform !== 'win32' && { unix_socket_directories: '.' }),
};
/** What sockaddr_un holds on every system that has it. */
const SOCKET_PATH = 100;

/** The same database over its socket, which costs half of what a loopback connection does. */
async function overSocket(url: string): Promise<string> {
  const at = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  await client.end();
  const socket = join(rows[0]!.folder, `.s.PGSQL.${at.port}`);
  if (!existsSync(socket) || socket.length > SOCKET_PATH) return url;
  at.searchParams.set('host', dirname(socket));
  return at.href;
}

/** One embedded PostgreSQL for the run; the migrated database is the template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = openTempFolder('test');
  const database = await connect({
    databaseUrl: undefined,
    dataDir,
    production: false,
    say: () => undefined,
    settings: SETTINGS,
  });
  await migrateAll(database.owner);
  // A template must have no connection of its own while it is copied.
  const { owner, server, merchant, commands, work, events } = database;
  await Promise.all([owner, server, merchant, commands, work, events].map((pool) => pool.end()));
  project.provide('databaseUrl', await overSocket(database.url));
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
