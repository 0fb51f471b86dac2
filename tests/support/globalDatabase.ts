import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openTempFolder } from './folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's connection string of the run's PostgreSQL; its database `paydesk` is the migrated template. */
    databaseUrl: string;
  }
}

/** Nothing here must survive a crash; the tests that kill a server start one of their own with everything on. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', shared_buffers: '256MB', max_connections: '300' };

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
  await migrate(database.owner);
  // A template must have no connection of its own while it is copied.
  await Promise.all([database.owner.end(), database.server.end(), database.merchant.end()]);
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
