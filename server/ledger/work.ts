import type { Work } from '../platform/jobs/task.ts';
import { nightly, watch } from './invariants/monitor.ts';
import { CHAINS, sealChain } from './seal.ts';

/** What the ledger does in the background; each piece tolerates a twin on another server. */
export const ledgerWork: Work = {
  regular: [
    { name: 'watchLedger', everyMs: 60_000, run: ({ pool, log }, stopping) => watch(pool, log, stopping) },
    {
      name: 'checkLedger',
      everyMs: 600_000,
      run: ({ pool, log, clock }, stopping) => nightly(pool, log, clock.now(), stopping),
    },
    {
      name: 'sealLedger',
      everyMs: 60_000,
      run: async ({ pool, log }) => {
        for (const chain of CHAINS) {
          const { rows, head } = await sealChain(pool, chain);
          // The head in the log is the witness outside the database: a forger would have to edit the logs too.
          if (rows > 0) log.info({ seal: chain, rows, head }, 'sealed');
        }
      },
    },
  ],
};
