import type { Work } from '../../platform/jobs/task.ts';
import { closeLapsed } from './lapse.ts';
import { notifyWaiting } from './notify.ts';

/** Closes questions that nobody answered in time, and notifies whom the others wait for; both tolerate a twin on another server. */
export const approvalWork: Work = {
  regular: [
    { name: 'closeApprovals', everyMs: 60_000, run: ({ pool, clock }) => closeLapsed(pool, clock.now()) },
    { name: 'notifyApprovals', everyMs: 5_000, run: ({ pool, clock }) => notifyWaiting(pool, clock.now()) },
  ],
};
