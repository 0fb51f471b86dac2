import { existingCluster } from '../db/cluster.ts';
import { connect, poolAs } from '../db/connect.ts';
import { runningDatabase } from '../db/embedded.ts';
import { StartError } from '../db/startError.ts';
import { type Env, EnvError, parseEnv } from '../env.ts';
import { createLog } from '../ops/log.ts';
import type { Fault } from './check.ts';
import { allFaults, monitorRound } from './monitor.ts';

/** Beside a running server its own database is read, and only read: that server keeps the alerts itself. */
async function beside(url: string): Promise<Fault[]> {
  const pool = poolAs(url, 'paydesk_server', 2, 'reads');
  try {
    return await allFaults(pool);
  } finally {
    await pool.end();
  }
}

async function check(env: Env): Promise<Fault[]> {
  const running = env.databaseUrl ? undefined : runningDatabase(env.dataDir);
  if (running) return beside(running);
  if (!env.databaseUrl && !existingCluster(env.dataDir))
    throw new StartError(`There is no database in ${env.dataDir}; start the server first or set DATA_DIR.`);
  const database = await connect({ ...env, say: (line) => process.stderr.write(`${line}\n`) });
  try {
    return await monitorRound(database.server, 'all', createLog('silent'));
  } finally {
    await database.stop();
  }
}

/** Checks every invariant and every seal of the configured database; ends with 1 and the rows where one does not hold. */
try {
  const faults = await check(parseEnv(process.env));
  for (const { invariant, subject, problem } of faults)
    process.stdout.write(`${invariant}  ${subject}  ${problem}\n`);
  process.stdout.write(`${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  const told = error instanceof StartError || error instanceof EnvError;
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${told ? why : `The ledger cannot be checked: ${why}`}\n`);
  process.exitCode = 1;
}
