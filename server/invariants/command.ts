import { runCommand, visit } from '../db/visit.ts';
import { parseEnv } from '../env.ts';
import { createLog } from '../ops/log.ts';
import { allFaults, monitorRound } from './monitor.ts';

/** Checks every invariant and every seal of the configured database; ends with 1 and the rows where one does not hold. */
await runCommand('The ledger cannot be checked', async () => {
  // Beside a running server its own database is only read: that server keeps the alerts itself.
  const faults = await visit(parseEnv(process.env), 'reads', (pool, beside) =>
    beside ? allFaults(pool) : monitorRound(pool, 'all', createLog('silent')),
  );
  for (const { invariant, subject, problem } of faults)
    process.stdout.write(`${invariant}  ${subject}  ${problem}\n`);
  process.stdout.write(`${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
});
