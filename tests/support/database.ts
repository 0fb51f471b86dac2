import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { poolAs } from '../../server/platform/db/pool.ts';
import { closePools, openPools } from '../../server/platform/db/pools.ts';

/** The first pool has 40 of them: tests run transactions of their own over it. */
const CONNECTIONS = 160;

export interface TestDatabase {
  /** As the server's role. */
  pool: pg.Pool;
  /** As the owner: plants faults that the server could not. */
  owner: pg.Pool;
  /** As the role that reads for merchants' people. */
  merchant: pg.Pool;
  commands: pg.Pool;
  work: pg.Pool;
  events: pg.Pool;
  url: string;
  drop(): Promise<void>;
}

function urlOf(database: string): string {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    // Two files copy the template in turn: PostgreSQL refuses a template that somebody else is reading.
    await client.query('select pg_advisory_lock(73007302)');
    await run(client);
  } finally {
    await client.end();
  }
}

/** A fresh database copied from the migrated template; drop it when the file is done. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) => client.query(`create database ${name} template paydesk strategy file_copy`));
  const url = urlOf(name);
  const pools = openPools(url, CONNECTIONS);
  const owner = poolAs(url, 'paydesk_owner', 2);
  const { server: pool, ...others } = pools;
  return {
    ...others,
    pool,
    owner,
    url,
    async drop() {
      await Promise.all([owner.end(), closePools(pools)]);
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
