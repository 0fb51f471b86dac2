import * as z from 'zod';
import type { Work } from '../../platform/jobs/task.ts';
import { type CallbackOutcome, deliver, recordLate, sweep } from './deliver.ts';

const jobShape = z.object({
  scheduleId: z.string(),
  manual: z.literal(true).optional(),
  id: z.string().optional(),
  /** The place that was kept for a try which waited. */
  turn: z.string().optional(),
});

/** The worker's part of telling merchants. */
export const callbackWork: Work = {
  callbacks: {
    callback: (deps) => async (payload, _last, stopping) => {
      const { turn, ...job } = jobShape.parse(payload);
      await deliver(deps, job, turn, stopping);
    },
    callbackOutcome: (deps) => (payload) => recordLate(deps, payload as CallbackOutcome),
  },
  regular: [{ name: 'sweepCallbacks', everyMs: 30_000, run: sweep }],
};
