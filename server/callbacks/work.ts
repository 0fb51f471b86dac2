import * as z from 'zod';
import type { Work } from '../jobs/task.ts';
import { deliver, sweep } from './deliver.ts';

const job = z.object({ scheduleId: z.string(), manual: z.literal(true).optional() });

/** The worker's part of telling merchants. */
export const callbackWork: Work = {
  callbacks: {
    callback: (deps) => async (payload) => {
      await deliver(deps, job.parse(payload));
    },
  },
  regular: [{ everyMs: 30_000, run: sweep }],
};
