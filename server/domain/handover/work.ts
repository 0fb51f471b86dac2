import { transact } from '../../platform/db/transaction.ts';
import type { Work } from '../../platform/jobs/task.ts';
import { expireOffers } from './decide.ts';

const EVERY_MS = 60_000;

export const handoverWork: Work = {
  regular: [
    {
      name: 'expireHandovers',
      everyMs: EVERY_MS,
      run: (deps) => transact(deps.pool, (tx) => expireOffers(deps, tx, deps.clock.now())),
    },
  ],
};
