import type { Work } from '../../platform/jobs/task.ts';
import { closeLapsed } from './lapse.ts';

/** Closes questions that nobody answered in time; it tolerates a twin on another server. */
export const approvalWork: Work = {
  regular: [
    { name: 'closeApprovals', everyMs: 60_000, run: ({ pool, clock }) => closeLapsed(pool, clock.now()) },
  ],
};
