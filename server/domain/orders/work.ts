import { closeLapsed } from './approval.ts';
import { expireDue } from './expireOrders.ts';
import { lapseClaims } from './lapseClaims.ts';
import { nightly, watch } from '../../ledger/invariants/monitor.ts';
import type { Work } from '../../platform/jobs/task.ts';
import { CHAINS, sealChain } from '../../ledger/seal.ts';

/** What the money part does in the background; each piece tolerates a twin on another server. */
export const moneyWork: Work = {
  tasks: {},
  regular: [
    { everyMs: 30_000, run: ({ pool, clock }) => expireDue(pool, clock.now()) },
    { everyMs: 30_000, run: ({ pool, clock }) => lapseClaims(pool, clock.now()) },
    { everyMs: 60_000, run: ({ pool, clock }) => closeLapsed(pool, clock.now()) },
    { everyMs: 60_000, run: ({ pool, log }, stopping) => watch(pool, log, stopping) },
    { everyMs: 600_000, run: ({ pool, log, clock }, stopping) => nightly(pool, log, clock.now(), stopping) },
    {
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
