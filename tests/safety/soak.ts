import { spawnSync } from 'node:child_process';

/** The promises about money at full length: 500 sequences, 30 kills. Numbers of the environment win. */
const env = { LEDGER_SEQUENCES: '500', CRASH_ROUNDS: '30', CRASH_READY_MS: '10000', ...process.env };
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'tests/safety'],
  { env, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
