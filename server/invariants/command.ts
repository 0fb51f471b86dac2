import { connect } from '../db/connect.ts';
import { parseEnv } from '../env.ts';
import { createLog } from '../ops/log.ts';
import { monitorRound } from './monitor.ts';

/** Checks every invariant and every seal of the configured database; ends with 1 and the rows where one does not hold. */
const env = parseEnv(process.env);
const database = await connect({ ...env, say: (line) => process.stderr.write(`${line}\n`) });
const faults = await monitorRound(database.server, 'all', createLog('silent'));
for (const { invariant, subject, problem } of faults)
  process.stdout.write(`${invariant}  ${subject}  ${problem}\n`);
process.stdout.write(`${faults.length} faults\n`);
await database.stop();
process.exitCode = faults.length === 0 ? 0 : 1;
