import { parseArgs } from 'node:util';
import { runCommand, visit } from '../../platform/db/databaseCommand.ts';
import { parseEnv } from '../../platform/env.ts';
import { createLog } from '../../platform/observability/log.ts';
import { fullCheck, type Way } from './fullCheck.ts';

/** Two walks side by side: the database reads with two processors. */
const LANES = 2;

const grouped = (value: number): string => value.toLocaleString('en');

/** One line on a terminal that is written over; nothing where the output is kept. */
function progressLine(began: number): (way: Way) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ checked, total, faults }) => {
    const done = Math.min(1, checked / Math.max(1, total));
    const seconds = (performance.now() - began) / 1000;
    const left = done > 0.02 ? `, about ${Math.ceil((seconds / done) * (1 - done))} s left` : '';
    process.stderr.write(
      `\r\u001b[K${(done * 100).toFixed(1)} % of ${grouped(total)} rows, ${faults} faults, ${Math.floor(seconds)} s${left}`,
    );
  };
}

/** Checks every invariant and every seal of the configured database; ends with 1 and the rows where one does not hold. */
await runCommand('The ledger cannot be checked', async () => {
  const { values } = parseArgs({ options: { resume: { type: 'boolean', default: false } } });
  const began = performance.now();
  const faults = await visit(parseEnv(process.env), (pool) =>
    fullCheck(pool, {
      log: createLog('silent'),
      resume: values.resume,
      lanes: LANES,
      onWay: progressLine(began),
    }),
  );
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  for (const { invariant, subject, problem } of faults)
    process.stdout.write(`${invariant}  ${subject}  ${problem}\n`);
  process.stdout.write(`${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
});
