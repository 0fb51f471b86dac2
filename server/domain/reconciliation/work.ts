import * as z from 'zod';
import type { Work } from '../../platform/jobs/task.ts';
import { rematchBatch } from './rematch.ts';
import { processBatch, sweepBatches } from './batch.ts';
import { keepCounts } from './keepCounts.ts';
import { lookAgain } from './stale.ts';

const batch = z.object({ batchId: z.string(), again: z.boolean().default(false) });

export const bankWork: Work = {
  tasks: {},
  long: {
    bankBatch: (deps) => async (payload) => {
      const { batchId, again } = batch.parse(payload);
      await (again ? rematchBatch : processBatch)(deps, batchId);
    },
  },
  regular: [
    { name: 'keepBankCounts', everyMs: 3_000, run: keepCounts() },
    { name: 'sweepBatches', everyMs: 15_000, run: sweepBatches },
    { name: 'rematchLines', everyMs: 30_000, run: lookAgain },
  ],
};
