import type { Work } from '../../platform/jobs/task.ts';
import { closeLapsed } from './lapse.ts';
import { notifyWaiting } from './notify.ts';
import { watchDeciders } from './watchDeciders.ts';

/**
 * Closes questions that nobody answered in time, notifies whom the others wait for, and announces who came to decide; all
 * tolerate a twin on another server.
 */
export const approvalWork: Work = {
  regular: [
    { name: 'closeApprovals', everyMs: 60_000, run: ({ pool, clock }) => closeLapsed(pool, clock.now()) },
    { name: 'notifyApprovals', everyMs: 5_000, run: ({ pool, clock }) => notifyWaiting(pool, clock.now()) },
    { name: 'watchDeciders', everyMs: 60_000, run: ({ pool, clock }) => watchDeciders(pool, clock.now()) },
  ],
};
