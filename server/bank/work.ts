import * as z from 'zod';
import type { Work } from '../jobs/task.ts';
import { processBatch, sweepBatches } from './batch.ts';
import { lookAgain } from './stale.ts';

const batch = z.object({ batchId: z.string() });

export const bankWork: Work = {
  tasks: {},
  long: { bankBatch: (deps) => async (payload) => processBatch(deps, batch.parse(payload).batchId) },
  regular: [
    { everyMs: 15_000, run: sweepBatches },
    { everyMs: 30_000, run: lookAgain },
  ],
};
