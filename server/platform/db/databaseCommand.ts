import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Env, EnvError } from '../env.ts';
import { existingCluster } from './cluster.ts';
import { connect } from './connect.ts';
import { leaseIds } from './idLease.ts';
import { poolAs } from './pool.ts';
import { runningDatabase } from './embedded.ts';
import { StartError } from './startError.ts';

/** Works with a node number for ids of its own. */
async function withIds<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const ids = await leaseIds(pool, randomUUID());
  return work().finally(() => ids.release());
}

/** What a command takes at most in addition to a running server's own connections. */
const CONNECTIONS = 8;

/**
 * What a command does on the configured database: on a running server's database where there is one, else on its own until it ends.
 * @throws StartError where there is none
 */
export async function visit<T>(env: Env, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const running = env.databaseUrl ? undefined : runningDatabase(env.dataDir);
  if (running) {
    const pool = poolAs(running, 'paydesk_server', CONNECTIONS);
    return withIds(pool, () => work(pool)).finally(() => pool.end());
  }
  if (!env.databaseUrl && !existingCluster(env.dataDir))
    throw new StartError(`There is no database in ${env.dataDir}; start the server first or set DATA_DIR.`);
  const database = await connect({ ...env, say: (line) => process.stderr.write(`${line}\n`) });
  return withIds(database.server, () => work(database.server)).finally(() => database.stop());
}

/** Runs a command to its exit code; what a person can mend is printed as one line. */
export async function runCommand(fails: string, work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof StartError || error instanceof EnvError;
    process.stderr.write(`${isExpected ? why : `${fails}: ${why}`}\n`);
    process.exitCode = 1;
  }
}
